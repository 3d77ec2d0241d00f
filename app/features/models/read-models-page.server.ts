import type { Actor } from '~/core/server/session.server';
import {
  ENDING_NOTICE_DAYS,
  endsSoon,
  listEndingModels,
  successorOf,
} from '~/features/completions/index.server';
import type { ModelsDeps } from './deps.server';
import { whyProviderStays } from './delete-provider.server';
import { describeModel, readPrices } from './models.server';
import { describeProvider } from './providers.server';

/** Loads all providers with their models, hidden and retired ones included. */
export async function readModelsPage(
  services: Pick<
    ModelsDeps,
    'env' | 'clock' | 'prisma' | 'providers' | 'catalogue' | 'providerKeys' | 'preferences'
  >,
  actor: Actor,
) {
  const [rows, priceOf, { PreferredTimezone }, ending] = await Promise.all([
    services.prisma.aiProvider.findMany({
      orderBy: [{ sortOrder: 'asc' }, { name: 'asc' }],
      include: { models: { orderBy: [{ sortOrder: 'asc' }, { modelName: 'asc' }] } },
    }),
    readPrices(services),
    services.preferences.read(actor.userId),
    listEndingModels(services),
  ]);
  return {
    timeZone: PreferredTimezone,
    ending,
    endingDays: ENDING_NOTICE_DAYS,
    providers: await Promise.all(
      rows.map(async (row) => ({
        ...(await describeProvider(services, row)),
        /** Why it can only be deactivated; null if it can be deleted. */
        staysBecause: await whyProviderStays(services.prisma, row),
        models: await Promise.all(
          row.models.map(async (model) => ({
            ...describeModel(model, priceOf(row.key, model.modelName)),
            /** On the free plan now, by its own setting or as the replacement of a retired model. */
            isFreeNow: (await services.catalogue.find(row.key, model.modelName))?.isFree ?? model.isFree,
            /** The replacement after retirement; can be added if it isn't listed. */
            successor: successorOf(model, row.models) ?? null,
            endsSoon: model.shutdownOn !== null && endsSoon(services, row.key, model.shutdownOn),
          })),
        ),
      })),
    ),
  };
}

export type ListedProvider = Awaited<ReturnType<typeof readModelsPage>>['providers'][number];
export type ListedModel = ListedProvider['models'][number];

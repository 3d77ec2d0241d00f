import type { AiProvider } from '@prisma/client';
import { isAtItsVendor } from '@promptwell/ai-providers';
import { utcDay } from '~/core/shared/clock';
import { markGone } from '~/features/completions/index.server';
import type { Services } from '~/services';
import { settingsInUse } from './provider-settings.server';

/** Asks providers from now on as the environment and the database say; calls under way go on as they began. */
export async function refreshProviders(services: Services): Promise<void> {
  const { prisma, env, providerKeys, providers, catalogue } = services;
  const rows = await prisma.aiProvider.findMany({ orderBy: { sortOrder: 'asc' } });
  providers.replace(settingsInUse(env, rows, providerKeys));
  catalogue.invalidate();
}

/** The providers whose vendors themselves are asked, by key; what a server of one's own has ends when its owner says so. */
export function askedAtVendor(
  { env, providerKeys }: Services,
  rows: readonly AiProvider[],
): ReadonlySet<string> {
  return new Set(
    settingsInUse(env, rows, providerKeys)
      .filter(isAtItsVendor)
      .map(({ key }) => key),
  );
}

/** Marks the models whose last day is over. Where no key is set nobody is asked anyway. */
export async function retireByDate(services: Services): Promise<void> {
  const rows = await services.prisma.aiProvider.findMany({
    include: { models: { where: { goneAt: null, shutdownOn: { lte: utcDay(services.clock()) } } } },
  });
  const atVendors = askedAtVendor(services, rows);
  for (const { key, models } of rows) {
    if (!atVendors.has(key)) continue;
    for (const { modelName } of models) await markGone(services, { provider: key, model: modelName });
  }
}

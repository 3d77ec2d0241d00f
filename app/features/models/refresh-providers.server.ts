import { utcDay } from '~/core/shared/clock';
import { isAskedAtVendor, markRetired } from '~/features/completions/index.server';
import type { ModelsDeps } from './deps.server';
import { settingsInUse } from './provider-settings.server';

/** Applies the settings of the environment and the database. Requests in flight finish with the old ones. */
export async function refreshProviders(
  services: Pick<ModelsDeps, 'env' | 'prisma' | 'providers' | 'catalogue' | 'providerKeys'>,
): Promise<void> {
  const { prisma, env, providerKeys, providers, catalogue } = services;
  const rows = await prisma.aiProvider.findMany({ orderBy: { sortOrder: 'asc' } });
  providers.replace(settingsInUse(env, rows, providerKeys));
  catalogue.invalidate();
}

/** Marks models past their retirement date. Providers without a key are never called anyway. */
export async function retireByDate(
  services: Pick<ModelsDeps, 'log' | 'clock' | 'prisma' | 'providers' | 'catalogue'>,
): Promise<void> {
  const rows = await services.prisma.aiProvider.findMany({
    include: { models: { where: { goneAt: null, shutdownOn: { lte: utcDay(services.clock()) } } } },
  });
  for (const { key, models } of rows) {
    if (!isAskedAtVendor(services, key)) continue;
    for (const { modelName } of models) await markRetired(services, { provider: key, model: modelName });
  }
}

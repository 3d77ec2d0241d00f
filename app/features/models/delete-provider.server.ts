import type { AiProvider, Prisma } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { ModelsDeps } from './deps.server';
import { noSuchProvider } from './providers.server';
import { refreshProviders } from './refresh-providers.server';

type Reader = Pick<Prisma.TransactionClient, 'aiPrice' | 'userPreferences'>;
type Keyed = Pick<AiProvider, 'key' | 'name'>;

/** Reasons why a provider can't be deleted, as the end of a sentence; the first match is shown. */
const USES: readonly { why: string; isFound: (reader: Reader, provider: Keyed) => Promise<unknown> }[] = [
  {
    // Nothing is sent without a price, so this covers all ledger entries without scanning them.
    why: 'its models have a price history',
    isFound: ({ aiPrice }, { key }) => aiPrice.findFirst({ where: { provider: key }, select: { id: true } }),
  },
  {
    why: 'people have chosen it as their default',
    isFound: ({ userPreferences }, { key, name }) =>
      userPreferences.findFirst({
        where: {
          OR: [key, name].map((text) => ({
            data: { contains: `"DefaultProvider":${JSON.stringify(text)}` },
          })),
        },
        select: { userId: true },
      }),
  },
];

/** Why a provider can't be deleted, or null. Its name stays in the records of what users paid for. */
export async function whyProviderStays(reader: Reader, provider: Keyed): Promise<string | null> {
  for (const { why, isFound } of USES) {
    if (await isFound(reader, provider)) return why;
  }
  return null;
}

/** Deletes an unused provider with its key and models. @throws DomainError `provider_in_use` */
export async function deleteProvider(
  services: Pick<ModelsDeps, 'env' | 'clock' | 'prisma' | 'providers' | 'catalogue' | 'providerKeys'>,
  actor: UserRef,
  id: string,
): Promise<{ name: string }> {
  const deleted = await services.prisma.$transaction(async (transaction) => {
    const provider = await transaction.aiProvider.findUnique({ where: { id }, include: { models: true } });
    if (!provider) throw noSuchProvider();
    const why = await whyProviderStays(transaction, provider);
    if (why !== null) {
      throw new DomainError('conflict', `${provider.name} can’t be deleted: ${why}. Turn it off instead.`, {
        code: 'provider_in_use',
      });
    }
    const { key, baseUrl, apiKeyEnding: keyEnding, models } = provider;
    await writeAudit(transaction, services, actor, {
      action: 'provider.deleted',
      subject: key,
      detail: { baseUrl, keyEnding, models: models.map(({ modelName }) => modelName) },
    });
    return transaction.aiProvider.delete({ where: { id } });
  });
  await refreshProviders(services);
  return deleted;
}

import { categoryNames, modelNameOf, NO_CATEGORY } from '~/features/billing/index.server';
import { RUN_ENDPOINT } from '~/features/completions/index.server';
import type { UsageInterval } from '~/features/ledger/contract';
import type { DashboardDeps } from './deps.server';
import { periodOf } from './period.server';
import type { PeriodQuery } from './read-frame.server';
import { sumsBy } from './sums';

/** Batch runs count as their own category, because their requests have none. */
const BATCH_RUNS = 'Batch runs';

/** The usage of the period in the URL, or of the preferred one; with `apiKey`, what that key paid for. */
export async function readPeriod(
  { ledger, preferences, clock }: Pick<DashboardDeps, 'clock' | 'ledger' | 'preferences'>,
  userId: string,
  { range, apiKey }: PeriodQuery & { apiKey?: string | undefined },
) {
  const { DefaultDateRange, PreferredTimezone } = await preferences.read(userId);
  const period = periodOf(range ?? DefaultDateRange, clock(), PreferredTimezone);
  const quarters = await ledger.usage(userId, period.slots, { apiKeyId: apiKey });
  return { period, quarters, timeZone: PreferredTimezone };
}

/** By model with its display name, most expensive first. */
export async function sumModels({ catalogue }: Pick<DashboardDeps, 'catalogue'>, quarters: UsageInterval[]) {
  const groups = sumsBy(quarters, ({ provider, model }) => `${provider}\n${model}`);
  return Promise.all(
    groups.map(async ({ key, sums }) => {
      const [provider = '', model = ''] = key.split('\n');
      return { provider, model, name: await modelNameOf(catalogue, provider, model), sums };
    }),
  );
}

/** By API key, most expensive first; requests without a key are left out. */
export async function sumKeys(
  { prisma }: Pick<DashboardDeps, 'prisma'>,
  userId: string,
  quarters: UsageInterval[],
) {
  const groups = sumsBy(
    quarters.filter(({ apiKeyId }) => apiKeyId !== null),
    ({ apiKeyId }) => apiKeyId ?? '',
  );
  if (groups.length === 0) return [];
  const keys = await prisma.apiKey.findMany({ where: { userId }, select: { id: true, name: true } });
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return groups.map(({ key, sums }) => ({ id: key, name: names.get(key) ?? key, sums }));
}

/** By category, batch runs, or no category. */
export async function sumKinds(services: Pick<DashboardDeps, 'prisma'>, quarters: UsageInterval[]) {
  const groups = sumsBy(quarters, ({ endpoint, categoryId }) =>
    endpoint === RUN_ENDPOINT && categoryId === 0 ? BATCH_RUNS : categoryId,
  );
  const ids = groups.map(({ key }) => key).filter((key) => typeof key === 'number');
  const names = await categoryNames(services, ids);
  return groups.map(({ key, sums }) => ({
    name: typeof key === 'string' ? key : (names.get(key) ?? NO_CATEGORY),
    sums,
  }));
}

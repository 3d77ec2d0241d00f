import type { Actor } from '~/core/server/session.server';
import { costByRule } from '~/features/ledger/index.server';
import type { DashboardDeps } from './deps.server';
import { cheaperModel, mostExpensiveKind, unusualDays } from './insights';
import type { PeriodQuery } from './read-frame.server';
import { readPeriod, sumKinds, sumModels } from './read-period.server';
import { sumOf, sumsBy, sumsBySlot } from './sums';

export async function readInsights(
  services: Pick<DashboardDeps, 'clock' | 'prisma' | 'catalogue' | 'ledger' | 'preferences'>,
  { userId }: Actor,
  query: PeriodQuery,
) {
  const { catalogue } = services;
  const { period, quarters } = await readPeriod(services, userId, query);
  const [kinds, sums] = await Promise.all([sumKinds(services, quarters), sumModels(services, quarters)]);
  const models = await Promise.all(
    sums.map(async (model) => {
      const price = (await catalogue.find(model.provider, model.model))?.price;
      return {
        ...model,
        priceFor: price
          ? ({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }) =>
              Number(
                costByRule(
                  { ...price, steps: [] },
                  { inputTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, searches: 0 },
                ),
              ) +
              Number(price.requestFee) * (model.sums.requests - 1)
          : null,
      };
    }),
  );
  const names = new Map(sums.map(({ provider, model, name }) => [`${provider}/${model}`, name]));
  const bySlot = sumsBySlot(quarters, period.slots);
  const days = period.slots.map(({ label, startMs, endMs }, index) => ({
    name: label,
    sums: bySlot[index] ?? sumOf([]),
    mainModel: () => {
      const own = quarters.filter((quarter) => quarter.startMs >= startMs && quarter.startMs < endMs);
      const first = sumsBy(own, ({ provider, model }) => `${provider}/${model}`)[0];
      return names.get(first?.key ?? '') ?? null;
    },
  }));
  return {
    range: period.range,
    requests: sumOf(quarters).requests,
    insights: [
      cheaperModel(models),
      mostExpensiveKind(kinds),
      // The hours of a single day don't show habits.
      ...(period.days === 1 ? [] : unusualDays(days)),
    ].filter((insight) => insight !== null),
  };
}

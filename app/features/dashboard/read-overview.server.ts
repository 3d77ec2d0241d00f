import { owedCents } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import type { DashboardDeps } from './deps.server';
import type { PeriodQuery } from './read-frame.server';
import { readPeriod, sumModels } from './read-period.server';
import { changeInPercent, daysUntilDepletion, sumOf, sumsBySlot } from './sums';

/** Number of models in the overview; analytics shows all. */
const MODELS_LISTED = 5;

/** Balance, spending in the period, and how long the balance lasts. */
export async function readOverview(
  services: Pick<DashboardDeps, 'clock' | 'catalogue' | 'ledger' | 'preferences'>,
  { userId }: Actor,
  query: PeriodQuery,
) {
  const { ledger, preferences } = services;
  const [{ period, quarters }, balance, { DailySpendCapCents }] = await Promise.all([
    readPeriod(services, userId, query),
    ledger.balance(userId),
    preferences.read(userId),
  ]);
  const before = await ledger.usageSummary(userId, period.before);
  const sums = sumOf(quarters);
  const balanceMicroUsd = Number(balance.availableMicroUsd);
  const models = (await sumModels(services, quarters)).filter(({ sums: { requests } }) => requests > 0);
  return {
    range: period.range,
    balanceMicroUsd,
    heldMicroUsd: Number(balance.heldMicroUsd),
    debtCents: owedCents(balance.debtMicroUsd),
    spentTodayMicroUsd: Number(balance.spentTodayMicroUsd),
    dailyCapCents: DailySpendCapCents,
    daysLeft: daysUntilDepletion(balanceMicroUsd, sums.costMicroUsd, period.days),
    sums,
    changePercent: changeInPercent(sums.costMicroUsd, Number(before.totalCostMicroUsd)),
    spend: {
      points: period.slots.map(({ label }) => label),
      values: sumsBySlot(quarters, period.slots).map(({ costMicroUsd }) => costMicroUsd),
    },
    modelCount: models.length,
    models: models
      .slice(0, MODELS_LISTED)
      .map(({ name, sums: { requests, costMicroUsd } }) => ({ name, requests, costMicroUsd })),
  };
}

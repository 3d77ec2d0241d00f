import { DAY_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import { costCents, owedCents, wholeCents } from '~/core/shared/money';
import type { UserRef } from '~/core/server/session.server';
import { FREE_SENDS_PER_DAY, type Catalogue } from '~/features/completions/index.server';
import type { LedgerLine } from '~/features/ledger/index.server';
import type { BillingDeps } from './deps.server';
import type { LedgerItem, LedgerPage } from './responses';
import type { BalanceResponse, BillingConfig, LedgerQuery, RangeQuery, UsageSummary } from './schema';

export async function getBalance(
  { ledger }: Pick<BillingDeps, 'ledger'>,
  { userId }: UserRef,
): Promise<BalanceResponse> {
  const balance = await ledger.balance(userId);
  return {
    balanceCents: wholeCents(balance.postedMicroUsd),
    balanceMicroUsd: Number(balance.postedMicroUsd),
    spendTodayCents: costCents(balance.spentTodayMicroUsd),
    spendTodayMicroUsd: Number(balance.spentTodayMicroUsd),
    heldMicroUsd: Number(balance.heldMicroUsd),
    availableMicroUsd: Number(balance.availableMicroUsd),
    debtCents: owedCents(balance.debtMicroUsd),
    freeSendsToday: balance.freeSendsToday,
    freeSendsPerDay: FREE_SENDS_PER_DAY,
  };
}

/** The user's own limits on a request. */
export async function readBillingConfig(
  { preferences }: Pick<BillingDeps, 'preferences'>,
  { userId }: UserRef,
): Promise<BillingConfig> {
  return { maxRequestCostCents: (await preferences.read(userId)).PerRequestCapCents };
}

export async function listLedger(
  { ledger, catalogue }: Pick<BillingDeps, 'catalogue' | 'ledger'>,
  { userId }: UserRef,
  { page, pageSize, start, end, apiKey: apiKeyId }: LedgerQuery,
): Promise<LedgerPage> {
  const { total, items } = await ledger.entries(userId, {
    page,
    pageSize,
    startMs: start,
    endMs: end,
    apiKeyId,
  });
  return {
    total,
    page,
    pageSize,
    items: await Promise.all(items.map((line) => describeLine(catalogue, line))),
  };
}

const DEFAULT_RANGE_DAYS = 30;
const MAX_RANGE_DAYS = 366;

/** Totals of a time range. `start` defaults to 30 days before the end, `end` to now. */
export async function summarizeUsage(
  { ledger, clock }: Pick<BillingDeps, 'clock' | 'ledger'>,
  { userId }: UserRef,
  { start, end, apiKey: apiKeyId }: RangeQuery,
): Promise<UsageSummary> {
  const endsAtMs = end ?? clock();
  const startMs = start ?? Math.max(0, endsAtMs - DEFAULT_RANGE_DAYS * DAY_MS);
  if (endsAtMs - startMs > MAX_RANGE_DAYS * DAY_MS) {
    throw new DomainError('invalid', `Select a range of up to ${MAX_RANGE_DAYS} days.`, {
      code: 'range_too_long',
      field: 'start',
    });
  }
  const { totalCostMicroUsd, ...totals } = await ledger.usageSummary(userId, {
    startMs,
    endMs: end,
    apiKeyId,
  });
  return { ...totals, totalCostCents: costCents(totalCostMicroUsd) };
}

/** The display name of a model. Models that are no longer in the catalogue are shown by their key. */
export async function modelNameOf(catalogue: Catalogue, provider: string, model: string): Promise<string> {
  const known = (await catalogue.find(provider, model)) ?? (await catalogue.findRetired(provider, model));
  return known?.displayName ?? model;
}

export async function describeLine(catalogue: Catalogue, line: LedgerLine): Promise<LedgerItem> {
  const { provider, model } = line;
  return {
    id: line.id,
    occurredAt: new Date(line.occurredAtMs).toISOString(),
    kind: line.kind,
    provider,
    model,
    modelName: provider !== null && model !== null ? await modelNameOf(catalogue, provider, model) : model,
    inputTokens: line.inputTokens,
    outputTokens: line.outputTokens,
    costCents: costCents(-line.amountMicroUsd) + 0,
    balanceAfterCents: wholeCents(line.balanceAfterMicroUsd),
    amountMicroUsd: Number(line.amountMicroUsd),
    balanceAfterMicroUsd: Number(line.balanceAfterMicroUsd),
    reason: line.reason,
    isOpen: line.isOpenHold,
    apiKey: line.apiKey,
  };
}

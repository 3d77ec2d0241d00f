import { DomainError } from '~/core/shared/errors';
import { costCents, wholeCents } from '~/core/shared/money';
import type { HoldRequest } from '../contract';
import { usdText } from '../money';
import { available, type AccountRow } from './accounts';
import type { DayRow } from './rows';

export interface Spend {
  request: HoldRequest;
  amount: bigint;
  account: AccountRow;
  today: DayRow;
  spentThisMonth: bigint;
  /** This month with the request's API key, open holds included. */
  usedWithKey: bigint;
}

/** What a hold must read besides the account; the rest of `Spend` may be empty. */
export const spendFactsFor = ({ isFree, limits, apiKey }: HoldRequest, account: AccountRow) => ({
  today: isFree || limits.dailyCapMicroUsd !== undefined,
  month: !isFree && account.monthlyCap !== null,
  /** The key whose spending counts. */
  key: !isFree && apiKey && apiKey.monthlyCapMicroUsd !== null ? apiKey.id : undefined,
});

/** Throws if debt, the free allowance, a cap or the balance forbids the hold. Open holds count as spent. */
export function assertAffordable(spend: Spend): void {
  const { request, account, today } = spend;
  if (account.debt > 0n) throw inDebt(account);
  if (request.isFree) {
    const used = request.isOptimization ? today.freeOptimizations : today.freeSends;
    if (used >= BigInt(request.limits.freeSendsPerDay)) {
      throw request.isOptimization ? freeOptimizationsUsed() : freeAllowanceUsed();
    }
    return; // paid by the promo account, so the user's caps don't apply
  }
  for (const refusal of SPEND_CHECKS) {
    const error = refusal(spend);
    if (error) throw error;
  }
}

/** Checked in this order; the first refusal is reported. */
const SPEND_CHECKS: readonly ((spend: Spend) => DomainError | undefined)[] = [
  overRequestCap,
  overRequestCapOfKey,
  overDailyCap,
  overMonthlyCap,
  overMonthlyCapOfKey,
  belowChatFloor,
  overBalance,
];

function overRequestCap(spend: Spend): DomainError | undefined {
  const cap = spend.request.limits.perRequestCapMicroUsd;
  if (cap === undefined || spend.amount <= cap) return undefined;
  return insufficient(
    spend,
    `This request could cost up to ${usdText(spend.amount)}, more than your per-request limit of ${usdText(cap)}. ` +
      (spend.request.audioSeconds === undefined
        ? 'Shorten the prompt, lower the maximum output tokens, or raise the limit.'
        : 'Cut the recording into parts, or raise the limit.'),
  );
}

function overRequestCapOfKey(spend: Spend): DomainError | undefined {
  const cap = spend.request.apiKey?.perRequestCapMicroUsd ?? null;
  if (cap === null || spend.amount <= cap) return undefined;
  return insufficient(
    spend,
    `This request could cost up to ${usdText(spend.amount)}, more than the limit of ${usdText(cap)} for one request ` +
      'with this API key. Lower the maximum output tokens, or raise the key’s limit.',
    { maxRequestCostCents: costCents(cap) },
  );
}

function overMonthlyCapOfKey(spend: Spend): DomainError | undefined {
  const cap = spend.request.apiKey?.monthlyCapMicroUsd ?? null;
  if (cap === null || spend.usedWithKey + spend.amount <= cap) return undefined;
  return insufficient(
    spend,
    `This request could cost up to ${usdText(spend.amount)}, and ${usdText(spend.usedWithKey)} of this API key’s ` +
      `monthly limit of ${usdText(cap)} is spent or on hold. Raise the key’s limit, or wait until next month (UTC).`,
    { keyMonthlyCapCents: costCents(cap), keySpentThisMonthCents: costCents(spend.usedWithKey) },
  );
}

function overDailyCap(spend: Spend): DomainError | undefined {
  const cap = spend.request.limits.dailyCapMicroUsd;
  const today = spend.today.spent + spend.account.held;
  if (cap === undefined || today + spend.amount <= cap) return undefined;
  return insufficient(
    spend,
    `This request could cost up to ${usdText(spend.amount)}, and ${usdText(today)} of your daily limit of ` +
      `${usdText(cap)} is spent or on hold. Raise the limit, or try again tomorrow (UTC).`,
    { dailyCapCents: costCents(cap), spentTodayCents: costCents(today) },
  );
}

function overMonthlyCap(spend: Spend): DomainError | undefined {
  const { monthlyCap: cap, held } = spend.account;
  const thisMonth = spend.spentThisMonth + held;
  if (cap === null || spend.request.limits.isMonthlyCapOff) return undefined;
  if (thisMonth + spend.amount <= cap) return undefined;
  return insufficient(
    spend,
    `This request could cost up to ${usdText(spend.amount)}, and ${usdText(thisMonth)} of your monthly team budget of ` +
      `${usdText(cap)} is spent or on hold. Ask your team’s admin to raise it, or wait until next month (UTC).`,
    { monthlyCapCents: costCents(cap), spentThisMonthCents: costCents(thisMonth) },
  );
}

function belowChatFloor({ request, amount, account }: Spend): DomainError | undefined {
  const floor = request.limits.chatFloorMicroUsd;
  if (floor === undefined || available(account) - amount >= floor) return undefined;
  return new DomainError('payment-required', 'Chat budget floor (CCO) would be breached', {
    code: 'exceeds_cco',
    data: {
      estCostCents: costCents(amount),
      ...balanceFacts(account),
      chatCcoCents: costCents(request.limits.chatCcoMicroUsd ?? floor),
    },
  });
}

function overBalance(spend: Spend): DomainError | undefined {
  const free = available(spend.account);
  if (spend.amount <= free) return undefined;
  return insufficient(
    spend,
    `This request could cost up to ${usdText(spend.amount)}, and your balance is ${usdText(free)}. ` +
      (spend.request.audioSeconds === undefined
        ? 'Top up, shorten the prompt, or lower the maximum output tokens.'
        : 'Top up, or cut the recording into parts.'),
  );
}

function insufficient(spend: Spend, message: string, more: Record<string, number> = {}): DomainError {
  const cap = spend.request.limits.perRequestCapMicroUsd;
  return new DomainError('payment-required', message, {
    code: 'insufficient_funds',
    data: {
      estCostCents: costCents(spend.amount),
      ...balanceFacts(spend.account),
      maxRequestCostCents: cap === undefined ? null : costCents(cap),
      ...more,
    },
  });
}

/** Whole cents for scripts and the exact amount for messages, because a fraction of a cent isn't zero. */
const balanceFacts = (account: AccountRow) => ({
  balanceCents: wholeCents(available(account)),
  balanceMicroUsd: Number(available(account)),
});

const inDebt = ({ debt }: AccountRow): DomainError =>
  new DomainError(
    'payment-required',
    `A payment was refunded or disputed, and ${usdText(debt)} of it had already been spent. Top up to pay it and continue.`,
    { code: 'in_debt', data: { debtCents: costCents(debt) } },
  );

const freeAllowanceUsed = (): DomainError =>
  new DomainError(
    'payment-required',
    'You have used your daily allowance of Free AI requests. Become a Pro User for as little as $5.',
    { code: 'free_daily_limit' },
  );

const freeOptimizationsUsed = (): DomainError =>
  new DomainError(
    'payment-required',
    'You have used your free optimizations for today. Become a Pro User for as little as $5.',
    { code: 'free_optimize_limit' },
  );

import { MICRO_USD_PER_CENT } from '~/core/shared/money';
import { planOf, type Plan, type Role } from '~/core/shared/permissions';
import type { UserWithRoles } from '~/core/server/session.server';
import type { Preferences } from '~/features/preferences';
import type { CompletionsDeps } from './deps.server';
import { chatFloorCents } from './contract';
import type { CompleteRequest } from './schema';

type Deps = Pick<CompletionsDeps, 'clock' | 'ledger' | 'preferences'>;

// What bounds a paid call: its user's plan, the caps they chose, what a chat must leave, and a limit raised for a while.

interface PlanLimits {
  maxOutputTokens: number;
  attachments: number;
  /** Of a whole request: prompt, attached texts and earlier turns. */
  characters: number;
}

/** What each kind of account may ask for at most. */
const PLAN_LIMITS: Record<'free' | 'paid' | 'organisation', PlanLimits> = {
  free: { maxOutputTokens: 1024, attachments: 3, characters: 500_000 },
  paid: { maxOutputTokens: 8192, attachments: 10, characters: 2_000_000 },
  organisation: { maxOutputTokens: 32_768, attachments: 10, characters: 4_000_000 },
};

export const FREE_PLAN_LIMITS = PLAN_LIMITS.free;

/** The highest ceiling there is: a raised limit goes no further. */
const MOST_OUTPUT_TOKENS = PLAN_LIMITS.organisation.maxOutputTokens;

export const FREE_SENDS_PER_DAY = 15;
/** Besides the sends. */
export const FREE_OPTIMIZATIONS_PER_DAY = 5;
/** Answers without visible text that cost a person nothing a day; more of them are charged as reported. */
export const FORGIVEN_ANSWERS_PER_DAY = 10;
export const DEFAULT_MAX_OUTPUT_TOKENS = 4096;

export function planLimitsOf(roles: readonly Role[], plan: Plan): PlanLimits {
  if (plan === 'free') return PLAN_LIMITS.free;
  return roles.some((role) => role !== 'paiduser') ? PLAN_LIMITS.organisation : PLAN_LIMITS.paid;
}

/** The most that a person lets a request, and a day, cost. */
export async function readSpendCaps({ preferences }: Pick<CompletionsDeps, 'preferences'>, userId: string) {
  const chosen = await preferences.read(userId);
  const microUsd = (cents: number | null): bigint | undefined =>
    cents === null ? undefined : BigInt(cents) * MICRO_USD_PER_CENT;
  return {
    perRequestCapMicroUsd: microUsd(chosen.PerRequestCapCents),
    dailyCapMicroUsd: microUsd(chosen.DailySpendCapCents),
  };
}

/** In Chat mode the balance keeps the cut-off and its margin, whatever the page has let through; the least of it always. */
export function chatLimits({ chatMode, chatCcoCents = 0 }: CompleteRequest) {
  if (!chatMode) return {};
  return {
    chatFloorMicroUsd: BigInt(chatFloorCents(chatCcoCents)) * MICRO_USD_PER_CENT,
    chatCcoMicroUsd: BigInt(chatCcoCents) * MICRO_USD_PER_CENT,
  };
}

/** A limit is raised while it has uses and time left. */
const isRaiseActive = (
  { PerRequestMaxOutputTokensOverride, OverrideRemainingUses, OverrideExpiresUtc }: Preferences,
  nowMs: number,
): boolean =>
  PerRequestMaxOutputTokensOverride !== null &&
  OverrideRemainingUses > 0 &&
  OverrideExpiresUtc !== null &&
  Date.parse(OverrideExpiresUtc) > nowMs;

/** The raised limit as a page shows it; null when there is none any more. */
export function readRaise(preferences: Preferences, nowMs: number) {
  const { PerRequestMaxOutputTokensOverride: tokens, OverrideRemainingUses: uses } = preferences;
  const { OverrideExpiresUtc: until } = preferences;
  return isRaiseActive(preferences, nowMs) && tokens !== null && until !== null
    ? { tokens, uses, until }
    : null;
}

interface Wanted {
  /** What is asked for, as far as the model can write. */
  wantedOutputTokens: number;
  /** What the account may have of it. */
  maxOutputTokens: number;
}

interface RaisedLimit {
  maxOutputTokens: number;
  /** The call was not paid: the use counts again. */
  giveBack: () => Promise<void>;
}

/** Whether only a raised limit lets the reply be as long as is asked for. */
const needsRaise = ({ wantedOutputTokens, maxOutputTokens }: Wanted): boolean =>
  wantedOutputTokens > maxOutputTokens;

/**
 * Takes one use of the limit that a paying person has raised, if this send needs it and a use is left in time. Uses are
 * counted in one transaction, so that two sends at once never share one.
 */
export async function raiseLimit(
  services: Deps,
  actor: UserWithRoles,
  planned: Wanted,
): Promise<RaisedLimit | undefined> {
  const { preferences, clock } = services;
  if (!needsRaise(planned) || (await raisedOutputTokens(services, actor, planned)) <= planned.maxOutputTokens)
    return undefined;
  const { userId } = actor;
  let taken: { tokens: number; until: string | null } | undefined;
  await preferences.change(userId, (now) => {
    taken = undefined;
    if (!isRaiseActive(now, clock())) return {};
    taken = { tokens: now.PerRequestMaxOutputTokensOverride ?? 0, until: now.OverrideExpiresUtc };
    return { OverrideRemainingUses: now.OverrideRemainingUses - 1 };
  });
  if (!taken) return undefined;
  const { tokens, until } = taken;
  return {
    maxOutputTokens: Math.max(planned.maxOutputTokens, Math.min(planned.wantedOutputTokens, tokens)),
    giveBack: async () => {
      // A limit that has been raised anew meanwhile has its own uses.
      await preferences.change(userId, (now) =>
        now.OverrideExpiresUtc === until ? { OverrideRemainingUses: now.OverrideRemainingUses + 1 } : {},
      );
    },
  };
}

/** How long the reply may be with the raised limit, if there is one to be had; no use is taken. */
export async function raisedOutputTokens(
  { preferences, ledger, clock }: Deps,
  { userId, roles }: UserWithRoles,
  planned: Wanted,
): Promise<number> {
  const { wantedOutputTokens, maxOutputTokens } = planned;
  if (!needsRaise(planned)) return maxOutputTokens;
  const [chosen, balance] = await Promise.all([preferences.read(userId), ledger.balance(userId)]);
  const tokens = chosen.PerRequestMaxOutputTokensOverride;
  if (planOf(roles, balance) === 'free' || tokens === null || !isRaiseActive(chosen, clock()))
    return maxOutputTokens;
  return Math.max(maxOutputTokens, Math.min(wantedOutputTokens, tokens, MOST_OUTPUT_TOKENS));
}

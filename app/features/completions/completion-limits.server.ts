import { MICRO_USD_PER_CENT } from '~/core/shared/money';
import { planOf, type Plan, type Role } from '~/core/shared/permissions';
import type { UserWithRoles } from '~/core/server/session.server';
import type { Preferences } from '~/features/preferences';
import type { CompletionsDeps } from './deps.server';
import { chatFloorCents } from './contract';
import type { CompleteRequest } from './schema';

type Deps = Pick<CompletionsDeps, 'clock' | 'ledger' | 'preferences'>;

// Limits of a completion: the plan's, the user's spend caps, the chat floor, and a temporarily raised output limit.

interface PlanLimits {
  maxOutputTokens: number;
  attachments: number;
  /** For the whole request: prompt, attached texts and earlier turns. */
  characters: number;
}

const PLAN_LIMITS: Record<'free' | 'paid' | 'organisation', PlanLimits> = {
  free: { maxOutputTokens: 1024, attachments: 3, characters: 500_000 },
  paid: { maxOutputTokens: 8192, attachments: 10, characters: 2_000_000 },
  organisation: { maxOutputTokens: 32_768, attachments: 10, characters: 4_000_000 },
};

export const FREE_PLAN_LIMITS = PLAN_LIMITS.free;

/** The absolute maximum; a raised limit can't exceed it. */
const MAX_OUTPUT_TOKENS = PLAN_LIMITS.organisation.maxOutputTokens;

export const FREE_SENDS_PER_DAY = 15;
/** Counted separately from sends. */
export const FREE_OPTIMIZATIONS_PER_DAY = 5;
/** Completions without visible text that are written off per user and day; further ones are charged as reported. */
export const WRITE_OFFS_PER_DAY = 10;
export const DEFAULT_MAX_OUTPUT_TOKENS = 4096;

export function planLimitsOf(roles: readonly Role[], plan: Plan): PlanLimits {
  if (plan === 'free') return PLAN_LIMITS.free;
  return roles.some((role) => role !== 'paiduser') ? PLAN_LIMITS.organisation : PLAN_LIMITS.paid;
}

/** The user's own spend caps per request and per day. */
export async function readSpendCaps({ preferences }: Pick<CompletionsDeps, 'preferences'>, userId: string) {
  const chosen = await preferences.read(userId);
  const microUsd = (cents: number | null): bigint | undefined =>
    cents === null ? undefined : BigInt(cents) * MICRO_USD_PER_CENT;
  return {
    perRequestCapMicroUsd: microUsd(chosen.PerRequestCapCents),
    dailyCapMicroUsd: microUsd(chosen.DailySpendCapCents),
  };
}

/**
 * In Chat mode the balance must keep the cut-off plus a margin, and at least the minimum, whatever the page allowed.
 */
export function chatLimits({ chatMode, chatCcoCents = 0 }: CompleteRequest) {
  if (!chatMode) return {};
  return {
    chatFloorMicroUsd: BigInt(chatFloorCents(chatCcoCents)) * MICRO_USD_PER_CENT,
    chatCcoMicroUsd: BigInt(chatCcoCents) * MICRO_USD_PER_CENT,
  };
}

/** A raised limit is active while it has uses left and hasn't expired. */
const isOverrideActive = (
  { PerRequestMaxOutputTokensOverride, OverrideRemainingUses, OverrideExpiresUtc }: Preferences,
  nowMs: number,
): boolean =>
  PerRequestMaxOutputTokensOverride !== null &&
  OverrideRemainingUses > 0 &&
  OverrideExpiresUtc !== null &&
  Date.parse(OverrideExpiresUtc) > nowMs;

/** The raised limit as shown on pages; null if none is active. */
export function readOutputOverride(preferences: Preferences, nowMs: number) {
  const { PerRequestMaxOutputTokensOverride: tokens, OverrideRemainingUses: uses } = preferences;
  const { OverrideExpiresUtc: until } = preferences;
  return isOverrideActive(preferences, nowMs) && tokens !== null && until !== null
    ? { tokens, uses, until }
    : null;
}

interface RequestedOutput {
  /** The requested output tokens, up to the model's limit. */
  requestedOutputTokens: number;
  /** The plan's limit. */
  maxOutputTokens: number;
}

interface OutputOverride {
  maxOutputTokens: number;
  /** Returns the use if the completion wasn't paid. */
  returnUse: () => Promise<void>;
}

/** Whether the request needs the raised limit. */
const needsOverride = ({ requestedOutputTokens, maxOutputTokens }: RequestedOutput): boolean =>
  requestedOutputTokens > maxOutputTokens;

/**
 * Takes one use of a paying user's raised limit, if this request needs it and a use is left. Uses are counted in a
 * transaction, so concurrent requests never share one.
 */
export async function takeOutputOverride(
  services: Deps,
  actor: UserWithRoles,
  planned: RequestedOutput,
): Promise<OutputOverride | undefined> {
  const { preferences, clock } = services;
  if (
    !needsOverride(planned) ||
    (await overriddenOutputTokens(services, actor, planned)) <= planned.maxOutputTokens
  )
    return undefined;
  const { userId } = actor;
  let taken: { tokens: number; until: string | null } | undefined;
  await preferences.change(userId, (now) => {
    taken = undefined;
    if (!isOverrideActive(now, clock())) return {};
    taken = { tokens: now.PerRequestMaxOutputTokensOverride ?? 0, until: now.OverrideExpiresUtc };
    return { OverrideRemainingUses: now.OverrideRemainingUses - 1 };
  });
  if (!taken) return undefined;
  const { tokens, until } = taken;
  return {
    maxOutputTokens: Math.max(planned.maxOutputTokens, Math.min(planned.requestedOutputTokens, tokens)),
    returnUse: async () => {
      // If the limit has been raised again since, it has its own uses.
      await preferences.change(userId, (now) =>
        now.OverrideExpiresUtc === until ? { OverrideRemainingUses: now.OverrideRemainingUses + 1 } : {},
      );
    },
  };
}

/** The output limit including a raised limit, without taking a use. */
export async function overriddenOutputTokens(
  { preferences, ledger, clock }: Deps,
  { userId, roles }: UserWithRoles,
  planned: RequestedOutput,
): Promise<number> {
  const { requestedOutputTokens, maxOutputTokens } = planned;
  if (!needsOverride(planned)) return maxOutputTokens;
  const [chosen, balance] = await Promise.all([preferences.read(userId), ledger.balance(userId)]);
  const tokens = chosen.PerRequestMaxOutputTokensOverride;
  if (planOf(roles, balance) === 'free' || tokens === null || !isOverrideActive(chosen, clock()))
    return maxOutputTokens;
  return Math.max(maxOutputTokens, Math.min(requestedOutputTokens, tokens, MAX_OUTPUT_TOKENS));
}

import type { Plan, Role } from '~/core/shared/permissions';

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

/** The highest ceiling there is: a raised limit goes no further. */
export const MOST_OUTPUT_TOKENS = PLAN_LIMITS.organisation.maxOutputTokens;

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

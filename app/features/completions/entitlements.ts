import type { Role } from '~/core/shared/permissions';

export type Plan = 'free' | 'pro';

/** Pro is paiduser with a balance above 0; teams, enterprises and admins count as Pro. */
export function planOf(roles: readonly Role[], availableMicroUsd: bigint): Plan {
  if (roles.some((role) => role !== 'paiduser')) return 'pro';
  return roles.includes('paiduser') && availableMicroUsd > 0n ? 'pro' : 'free';
}

interface Limits {
  maxOutputTokens: number;
  attachments: number;
}

/** What each kind of person may ask for at most. */
const LIMITS: Record<'free' | 'paid' | 'organisation', Limits> = {
  free: { maxOutputTokens: 1024, attachments: 3 },
  paid: { maxOutputTokens: 8192, attachments: 10 },
  organisation: { maxOutputTokens: 32_768, attachments: 10 },
};

export const FREE_SENDS_PER_DAY = 15;
export const DEFAULT_MAX_OUTPUT_TOKENS = 4096;

export function limitsOf(roles: readonly Role[], plan: Plan): Limits {
  if (plan === 'free') return LIMITS.free;
  return roles.some((role) => role !== 'paiduser') ? LIMITS.organisation : LIMITS.paid;
}

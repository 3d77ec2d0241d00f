import type { RateLimit } from '~/core/server/rate-limits.server';

const message = 'Too many requests.';

/** How often one account may save or export: far more than a person does, far less than a program can. */
export const SESSION_RATE_LIMITS = {
  save: { name: 'sessions-save', points: 60, perSeconds: 60, message },
  export: { name: 'sessions-export', points: 30, perSeconds: 60, message },
} as const satisfies Record<string, RateLimit>;

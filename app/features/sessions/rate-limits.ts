import type { RateLimit } from '~/core/server/rate-limits.server';

const message = 'Too many requests.';

/** Rate limits per account: far above a person's use, far below a program's. */
export const SESSION_RATE_LIMITS = {
  save: { name: 'sessions-save', points: 60, perSeconds: 60, message },
  /** Two a message. */
  keep: { name: 'sessions-keep', points: 300, perSeconds: 60, message },
  share: { name: 'sessions-share', points: 20, perSeconds: 60, message },
  readShared: { name: 'sessions-read-shared', points: 120, perSeconds: 60, message },
  export: { name: 'sessions-export', points: 30, perSeconds: 60, message },
} as const satisfies Record<string, RateLimit>;

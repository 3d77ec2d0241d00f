import type { RateLimit } from '~/core/server/rate-limits.server';

const message = 'Too many requests.';
const perSeconds = 60;

/** Rate limits per account for costly operations: far above a person's use, far below a program's. */
export const PROMPT_RATE_LIMITS = {
  generate: { name: 'prompts-generate', points: 60, perSeconds, message },
  save: { name: 'prompts-save', points: 60, perSeconds, message },
  search: { name: 'prompts-search', points: 240, perSeconds, message },
  like: { name: 'prompts-like', points: 120, perSeconds, message },
  report: { name: 'prompts-report', points: 20, perSeconds: 3600, message },
  review: { name: 'prompts-review', points: 20, perSeconds: 3600, message },
  transfer: { name: 'prompts-transfer', points: 10, perSeconds, message },
} as const satisfies Record<string, RateLimit>;

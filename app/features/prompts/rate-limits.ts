import type { RateLimit } from '~/core/server/rate-limits.server';

const message = 'Too many requests. Please wait a little and try again.';
const perSeconds = 60;

/** How often one account may write: far more than a person can, far less than a program. */
export const PROMPT_RATE_LIMITS = {
  generate: { name: 'prompts-generate', points: 60, perSeconds, message },
  save: { name: 'prompts-save', points: 60, perSeconds, message },
} as const satisfies Record<string, RateLimit>;

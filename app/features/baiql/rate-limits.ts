import type { RateLimit } from '~/core/server/rate-limits.server';

const message = 'Too many requests.';
const perSeconds = 60;

/**
 * Rate limits per account for calls that are expensive for the server. An editor checks a script at every pause in
 * typing.
 */
export const BAIQL_RATE_LIMITS = {
  execute: { name: 'baiql-execute', points: 240, perSeconds, message },
  estimate: { name: 'baiql-estimate', points: 60, perSeconds, message },
  upload: { name: 'baiql-upload', points: 240, perSeconds, message },
  preview: { name: 'baiql-preview', points: 240, perSeconds, message },
  archive: { name: 'baiql-archive', points: 30, perSeconds, message },
} as const satisfies Record<string, RateLimit>;

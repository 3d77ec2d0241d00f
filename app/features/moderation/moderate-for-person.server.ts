import type { ModerationResult } from '@promptwell/ai-providers/moderation';
import { z } from 'zod';
import type { RateLimits, RateRule } from '~/core/server/rate-limits.server';
import type { Moderation } from './moderation.server';

/** As long as the longest prompt. */
const MAX_CHARACTERS = 400_000;

const RULE: RateRule = {
  name: 'moderate',
  points: 60,
  perSeconds: 60,
  message: 'Rate limit reached. Try again in a minute.',
};

export const moderateSchema = z.object({
  text: z
    .string()
    .max(MAX_CHARACTERS, `The text is longer than ${MAX_CHARACTERS.toLocaleString('en')} characters.`),
});

/** A person's own question whether a text may be sent. It costs nothing, and nothing of it is kept. */
export async function moderateForPerson(
  deps: { moderation: Moderation; limits: RateLimits },
  userId: string,
  { text }: z.output<typeof moderateSchema>,
): Promise<ModerationResult> {
  await deps.limits.take(RULE, userId);
  return deps.moderation.check(text);
}

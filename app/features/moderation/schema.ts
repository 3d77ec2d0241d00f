import type { ModerationSettings } from '@promptwell/ai-providers/moderation';
import type { RateLimit } from '~/core/server/rate-limits.server';
import { z } from '~/core/shared/zod';

/** The maximum length of a prompt. */
const MAX_CHARACTERS = 400_000;
const TOO_LONG = `The text is longer than ${MAX_CHARACTERS.toLocaleString('en-US')} characters.`;

export const MODERATION_RATE_LIMIT: RateLimit = {
  name: 'moderate',
  points: 60,
  perSeconds: 60,
  message: 'Rate limit reached.',
};

export const moderateSchema = z.object({
  text: z.string().max(MAX_CHARACTERS, TOO_LONG),
  provider: z
    .string()
    .trim()
    .toLowerCase()
    .max(64)
    .optional()
    .meta({ description: 'The model that will answer, as GET /api/ai/models names it.' }),
});

/** Sliders go from 0 to 1 in steps of 0.01. */
const score = z.number().min(0).max(1).multipleOf(0.01);

const thresholds = {
  hateWarn: score,
  hateBlock: score,
  violenceWarn: score,
  violenceBlock: score,
  selfHarmWarn: score,
  selfHarmBlock: score,
};

/** A warn threshold above its block threshold would never apply. */
const PAIRS = [
  ['hateWarn', 'hateBlock'],
  ['violenceWarn', 'violenceBlock'],
  ['selfHarmWarn', 'selfHarmBlock'],
] as const;

function checkPairs(settings: Record<keyof typeof thresholds, number>, context: z.core.$RefinementCtx): void {
  for (const [warn, block] of PAIRS) {
    if (settings[warn] > settings[block])
      context.addIssue({
        code: 'custom',
        path: [warn],
        message: 'The warning threshold must not be above the blocking one.',
      });
  }
}

/** All settings are required, so that a missing field can't change a threshold. */
export const moderationSettingsSchema = z
  .object({
    ...thresholds,
    blockPci: z.boolean(),
    blockCsam: z.boolean(),
    forceDoNotStoreOnPiiWarn: z.boolean(),
  })
  .superRefine(checkPairs) satisfies z.ZodType<ModerationSettings>;

/** A form sends nothing for an unchecked switch. */
const off = z.boolean().default(false);
const formFields = { ...thresholds, blockPci: off, blockCsam: off, forceDoNotStoreOnPiiWarn: off };

export const moderationFormSchema = z.object(formFields).superRefine(checkPairs);

export const tryTextSchema = z
  .object({
    ...formFields,
    text: z.string({ error: 'Enter a text.' }).max(MAX_CHARACTERS, TOO_LONG),
  })
  .superRefine(checkPairs);
export type TryText = z.output<typeof tryTextSchema>;

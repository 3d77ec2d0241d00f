import type { CategoryName, FoundData, ModerationResult } from '@promptwell/ai-providers/moderation';
import { z } from '~/core/browser/browser-zod';

// Repeated here, so that the browser doesn't load the package for a list of six.
const CATEGORY_NAMES = [
  'hate',
  'violence',
  'self-harm',
  'minors',
  'payment-cards',
  'personal-data',
] as const satisfies readonly CategoryName[];

/** The kinds that packages/ai-providers detects. */
const PERSONAL_DATA_KINDS = [
  'email',
  'phone',
  'ssn',
  'card',
  'iban',
  'account',
  'national-id',
  'ip',
  'key',
] as const satisfies readonly FoundData['kind'][];

const decision = z.enum(['allow', 'warn', 'block']);

export const moderationAnswerSchema = z.object({
  decision,
  source: z
    .enum(['openai', 'model', 'patterns', 'unavailable'])
    .check(
      z.describe(
        'Who checked it: OpenAI’s moderation, a guard model, or none, when only card numbers and personal data were checked. unavailable: the moderation could not be reached.',
      ),
    ),
  categories: z.array(
    z.object({ name: z.enum(CATEGORY_NAMES), action: decision, score: z.number(), note: z.string() }),
  ),
  message: z.string(),
  personalData: z
    .array(z.object({ kind: z.enum(PERSONAL_DATA_KINDS), start: z.number(), end: z.number() }))
    .check(z.describe('Where in the text personal data is, so it can be shown and redacted.')),
}) satisfies z.ZodMiniType<ModerationResult & { personalData: FoundData[] }>;
export type ModerationAnswer = z.output<typeof moderationAnswerSchema>;

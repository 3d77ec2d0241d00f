import type { ErrorKind } from '~/core/shared/errors';
import { pageInAddress } from '~/core/shared/page-number';
import { z } from '~/core/shared/zod';

export const NOT_APPLICABLE = 99;
export const RATINGS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const MAX_COMMENT_CHARACTERS = 4_000;

/** Q1 to Q10, in order. */
export const QUESTIONS = [
  'How easy was it to get started?',
  'How clear is the purpose of each screen?',
  'How useful is the prompt generator?',
  'How much better did your prompts get with it?',
  'How good were the replies for your work?',
  'How well did you understand what a request would cost?',
  'How fair do the prices seem?',
  'How fast did the product feel?',
  'How helpful are the docs?',
  'How likely are you to recommend Promptwell to a colleague?',
] as const;
export type QuestionKey = `Q${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`;
export const QUESTION_KEYS = QUESTIONS.map((_, index) => `Q${String(index + 1)}` as QuestionKey);

/** Test groups by account number, with the balance at which the survey opens. */
const GROUPS = [
  { id: 1, name: 'Early Adopters', first: 0, last: 9, unlocksAtCents: 125 },
  { id: 2, name: 'Techies', first: 10, last: 79, unlocksAtCents: 50 },
  { id: 3, name: 'Education', first: 80, last: 89, unlocksAtCents: 100 },
] as const;
const OTHERS = { id: 4, name: 'Miscellaneous', unlocksAtCents: 150 } as const;
export const ALL_GROUPS = [...GROUPS, OTHERS];

/** The group of a test-drive account, by its number. */
export function groupOf(email: string): (typeof ALL_GROUPS)[number] {
  const digits = /^testdrive(\d{1,9})@/i.exec(email.trim())?.[1];
  const number = digits === undefined ? NaN : Number(digits);
  return GROUPS.find(({ first, last }) => number >= first && number <= last) ?? OTHERS;
}

const rating = z
  .number()
  .int('must be a whole number')
  .refine((value) => value === NOT_APPLICABLE || (value >= 1 && value <= 10), 'must be 1 to 10, or 99 (N/A)');

const answers = {
  Q1: rating,
  Q2: rating,
  Q3: rating,
  Q4: rating,
  Q5: rating,
  Q6: rating,
  Q7: rating,
  Q8: rating,
  Q9: rating,
  Q10: rating,
} satisfies Record<QuestionKey, typeof rating>;

export const feedbackSchema = z.object({
  CategoryId: z.number().int().min(1).max(4),
  ...answers,
  Comment: z
    .string()
    .trim()
    .max(MAX_COMMENT_CHARACTERS, `Use at most ${MAX_COMMENT_CHARACTERS.toLocaleString('en-US')} characters.`)
    .nullish()
    .transform((text) => text ?? ''),
});
export type FeedbackInput = z.output<typeof feedbackSchema>;

export const FEEDBACK_ERRORS = {
  feedback_not_available: 'forbidden',
  feedback_locked: 'forbidden',
  wrong_group: 'invalid',
} as const satisfies Readonly<Record<string, ErrorKind>>;

export const NOT_AVAILABLE = 'Feedback is not available for this account.';

export const feedbackResultsQuerySchema = z.object({
  group: z.coerce.number().int().min(1).max(4).optional().catch(undefined),
  page: pageInAddress,
});
export type FeedbackResultsQuery = z.output<typeof feedbackResultsQuerySchema>;

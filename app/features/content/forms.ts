import { z } from '~/core/shared/zod';

// Schemas of the content forms. Forms submit strings, and nothing for a switch that is off.

const off = z.boolean().default(false);
const id = z.number().int().positive();
const name = z
  .string({ error: 'Enter a name.' })
  .trim()
  .min(2, 'Enter a name.')
  .max(80, 'Use at most 80 characters.');
const text = z.string({ error: 'Enter a text.' }).trim().max(8000, 'Use at most 8,000 characters.');

/** Intents of the category page. */
export const categoryParams = z.object({
  id: z.coerce.number({ error: 'must be a number' }).int().positive(),
});

const ORDER_ERROR = 'Enter a whole number from 0 to 100,000.';
export const categoryFormSchema = z.object({
  /** Undefined for a new row, also in the other schemas. */
  id: id.optional(),
  name,
  sortOrder: z
    .number(ORDER_ERROR)
    .int({ error: ORDER_ERROR, abort: true })
    .min(0, ORDER_ERROR)
    .max(100_000, ORDER_ERROR),
  isActive: off,
});
export type CategoryForm = z.output<typeof categoryFormSchema>;

export const pairFormSchema = z.object({
  styleId: id.optional(),
  outcomeId: id.optional(),
  styleName: name,
  styleText: text,
  outcomeName: name,
  outcomeText: text,
  isActive: off,
});
export type PairForm = z.output<typeof pairFormSchema>;

export const purposeFormSchema = z.object({
  id: id.optional(),
  name,
  description: z.string({ error: 'Enter a description.' }).trim().max(200, 'Use at most 200 characters.'),
  styleTemplateId: z.number({ error: 'Choose a pair of templates.' }).int().positive(),
  isActive: off,
});
export type PurposeForm = z.output<typeof purposeFormSchema>;

const MAX_SUBTOPICS = 50;

export const topicFormSchema = z.object({
  id: id.optional(),
  name,
  /** One per line. */
  subtopics: z
    .string()
    .optional()
    .transform((lines, context) => {
      const names = [...new Set((lines ?? '').split('\n').map((line) => line.trim()))].filter(
        (line) => line !== '',
      );
      if (names.length > MAX_SUBTOPICS) context.addIssue(`Enter at most ${String(MAX_SUBTOPICS)} subtopics.`);
      if (names.some((each) => each.length > 80))
        context.addIssue('A subtopic can have up to 80 characters.');
      return names;
    }),
  isApproved: off,
});
export type TopicForm = z.output<typeof topicFormSchema>;

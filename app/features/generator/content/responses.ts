import { z } from '~/core/browser/browser-zod';

// Response schemas of the content API, shared by server and browser.

export const categorySchema = z.object({ id: z.number(), name: z.string() });
export type Category = z.output<typeof categorySchema>;

/** A style or outcome. A style is paired with the outcome of the same category and sort order. */
export const templateSchema = z.object({
  id: z.number(),
  name: z.string(),
  categoryId: z.number(),
  sortOrder: z.number(),
  templateText: z.string(),
});
export type Template = z.output<typeof templateSchema>;

/** Suggestions refer to categories and templates by name. */
export const purposeSchema = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  suggestedCategory: z.string(),
  suggestedStyleTemplate: z.string(),
  suggestedOutcomeTemplate: z.string(),
});
export type Purpose = z.output<typeof purposeSchema>;

/** A topic or a subtopic. */
export const topicSchema = z.object({ id: z.number(), name: z.string(), isApproved: z.boolean() });
export type Topic = z.output<typeof topicSchema>;

import { z } from '~/core/shared/zod';

// Schema of the files in prisma/seed/content: one per category.

/** Must not change after a release: it identifies the row in databases. */
const key = z.string().regex(/^[a-z][a-z0-9-]*$/);
const name = z.string().trim().min(2).max(80);
/** Lines of text, for readable files. */
const lines = z
  .array(z.string())
  .min(1)
  .transform((texts) => texts.join('\n'));

const templateSchema = z.strictObject({ name, text: lines });

const pairSchema = z.strictObject({ key, style: templateSchema, outcome: templateSchema });

const purposeSchema = z.strictObject({
  key,
  /** Completes "I want to …". */
  name,
  description: z.string().min(20).max(200),
  /** Key of the pair that it starts with. */
  pair: key,
});

/** Names are used within a sentence: "Focus on photosynthesis, specifically addressing …". */
const topicSchema = z.strictObject({ name, subtopics: z.array(name).min(3) });

export const seedFileSchema = z.strictObject({
  key,
  name,
  sortOrder: z.number().int(),
  pairs: z.array(pairSchema).min(4),
  purposes: z.array(purposeSchema).min(1),
  topics: z.array(topicSchema).min(1),
});
export type SeedFile = z.output<typeof seedFileSchema>;

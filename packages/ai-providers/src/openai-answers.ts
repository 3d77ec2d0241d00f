import * as z from 'zod';

/**
 * What is read of an answer. The SDK's types promise more than many compatible servers send, so
 * everything that may be missing somewhere is optional here.
 */
const text = z.string().nullish();

const usageSchema = z
  .object({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number().nullish() })
  .nullish()
  .catch(null);

export type OpenAiUsage = z.infer<typeof usageSchema>;

export const wholeAnswerSchema = z.object({
  id: text,
  choices: z
    .array(z.object({ message: z.object({ content: text, refusal: text }), finish_reason: text }))
    .min(1),
  usage: usageSchema,
});

export const answerChunkSchema = z.object({
  id: text,
  choices: z
    .array(z.object({ delta: z.object({ content: text, refusal: text }).nullish(), finish_reason: text }))
    .nullish(),
  usage: usageSchema,
});

import * as z from 'zod';

/**
 * What is read of one chunk. The SDK's types promise more than many compatible servers send, so everything that may be
 * missing somewhere is optional here.
 */
const text = z.string().nullish();
const count = z.number().nullish();

/** Mistral's models that think send parts, of which those of type text are the answer. */
const content = z.union([
  text,
  z
    .array(z.object({ type: z.string(), text }))
    .transform((parts) => parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('')),
]);

const usageSchema = z
  .object({
    prompt_tokens: z.number(),
    completion_tokens: z.number(),
    total_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
    completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
  })
  .nullish()
  .catch(null);

export type ChatUsage = z.infer<typeof usageSchema>;

/** Thinking, as DeepSeek, vLLM and llama.cpp send it. */
const said = z.object({ content, refusal: text, reasoning_content: text }).nullish();

export const chatChunkSchema = z.object({
  id: text,
  choices: z
    .array(
      z.object({
        delta: said,
        // All at once, from servers that cannot stream.
        message: said,
        finish_reason: text,
      }),
    )
    .nullish(),
  usage: usageSchema,
});

/** For vendors without a JSON mode, and for OpenAI's, which requires the word "JSON" in a message. */
const JSON_INSTRUCTION = 'Answer with one JSON object and nothing else.';

/** Upper bound of the instruction's tokens, with any tokenizer. */
export const JSON_INSTRUCTION_TOKENS = 24;

/** The instruction for models without schema support. */
export function jsonInstruction(schema: object | undefined): string {
  return schema === undefined
    ? JSON_INSTRUCTION
    : `${JSON_INSTRUCTION} It must fit this JSON schema: ${JSON.stringify(schema)}`;
}

/** Models often wrap JSON in a Markdown fence, which is removed here. */
export function stripCodeFence(text: string): string {
  return /^\s*```(?:json)?[^\S\n]*\n([\s\S]*?)\n?```\s*$/i.exec(text)?.[1] ?? text;
}

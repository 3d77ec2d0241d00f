/** For providers without a JSON mode of their own, and for OpenAI's, which insists on the word in a message. */
const JSON_INSTRUCTION = 'Answer with one JSON object and nothing else.';

/** More than the tokens that the instruction and its frame can cost with any tokenizer. */
export const JSON_INSTRUCTION_TOKENS = 24;

/** What a model without JSON schemas of its own is told instead. */
export function jsonInstruction(schema: object | undefined): string {
  return schema === undefined
    ? JSON_INSTRUCTION
    : `${JSON_INSTRUCTION} It must fit this JSON schema: ${JSON.stringify(schema)}`;
}

/** Models like to wrap JSON in a Markdown fence; whoever asked for JSON wants what is inside. */
export function withoutFence(text: string): string {
  return /^\s*```(?:json)?[^\S\n]*\n([\s\S]*?)\n?```\s*$/i.exec(text)?.[1] ?? text;
}

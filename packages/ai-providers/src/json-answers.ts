import type { ChatMessage } from './contract.js';

/** For providers without a JSON mode of their own, and for OpenAI's, which insists on the word. */
const JSON_INSTRUCTION = 'Answer with one JSON object and nothing else.';

/** More than the tokens that the instruction and its frame can cost with any tokenizer. */
export const JSON_INSTRUCTION_TOKENS = 24;

export function withJsonInstruction(messages: readonly ChatMessage[]): ChatMessage[] {
  return [{ role: 'system', content: JSON_INSTRUCTION }, ...messages];
}

/** Models like to wrap JSON in a Markdown fence; whoever asked for JSON wants what is inside. */
export function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/i.exec(text)?.[1] ?? text;
}

import type { Field, JsonValue } from './result.js';

const FENCED = /^```[a-z]*[^\S\n]*\n([\s\S]*?)\n?```$/iu;

/** The parsed reply of a `FORMAT json` output, or why it is none. */
export type ParsedReply = { ok: true; fields: readonly Field[] } | { ok: false; message: string };

/**
 * The keys of a JSON reply, in their order, as the columns it spreads over. Models often put JSON into a code fence: it
 * is taken off. JSON that is no object has no keys and stands in the column `reply`.
 */
export function parseJsonReply(reply: string): ParsedReply {
  const trimmed = reply.trim();
  const text = FENCED.exec(trimmed)?.[1] ?? trimmed;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return { ok: false, message: `The reply is not JSON: ${JSON.stringify(beginningOf(trimmed))}.` };
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    ok: true,
    fields: isObject ? Object.entries(value as Record<string, JsonValue>) : [['reply', value]],
  };
}

function beginningOf(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

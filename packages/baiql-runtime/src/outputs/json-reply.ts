import type { Field, JsonValue } from './result.js';

const FENCED = /^```[a-z]*[^\S\n]*\n([\s\S]*?)\n?```$/iu;

/** A reply as JSON, or why it is none, as a sentence. */
export type ParsedJson = { ok: true; value: JsonValue } | { ok: false; message: string };

/** The parsed reply of a `FORMAT json` output, or why it is none, as a sentence. */
export type ParsedReply = { ok: true; fields: readonly Field[] } | { ok: false; message: string };

/** The JSON of a reply. Models often put it into a code fence, which is taken off. */
export function parseJson(reply: string): ParsedJson {
  const trimmed = reply.trim();
  try {
    return { ok: true, value: JSON.parse(FENCED.exec(trimmed)?.[1] ?? trimmed) as JsonValue };
  } catch {
    return { ok: false, message: `The reply is not JSON: ${JSON.stringify(beginningOf(trimmed))}.` };
  }
}

/**
 * The keys of a JSON reply, in their order, as the columns it spreads over. JSON that is no object has no keys and
 * stands in the column `reply`.
 */
export function parseJsonReply(reply: string): ParsedReply {
  const parsed = parseJson(reply);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  return { ok: true, fields: isObject(value) ? Object.entries(value) : [['reply', value]] };
}

type JsonObject = Readonly<Record<string, JsonValue>>;

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a key; models are not strict about the case of keys. Undefined where there is none. */
export function fieldOf(value: JsonObject, key: string): JsonValue | undefined {
  if (Object.hasOwn(value, key)) return value[key];
  const similar = Object.keys(value).find((name) => name.toLowerCase() === key.toLowerCase());
  return similar === undefined ? undefined : value[similar];
}

function beginningOf(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

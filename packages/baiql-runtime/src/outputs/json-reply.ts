import { nameOfHeader } from '@promptwell/baiql-lang/names';
import { equalKey } from '@promptwell/text/equal-key';
import { parseExactJson } from '../exact-json.js';
import { findJson } from './find-json.js';
import type { Field, JsonValue } from './result.js';

const FENCED = /^```[a-z]*[^\S\n]*\n([\s\S]*?)\n?```$/iu;

/** A reply as JSON, or a sentence that says why it is not. */
export type ParsedJson = { ok: true; value: JsonValue } | { ok: false; message: string };

/** Extracts a reply's JSON: the whole reply, its code fence, or the single object or array in its prose. */
export function parseJson(reply: string): ParsedJson {
  const trimmed = reply.trim();
  try {
    return { ok: true, value: parseExactJson(FENCED.exec(trimmed)?.[1] ?? trimmed) as JsonValue };
  } catch {
    const found = findJson(trimmed);
    if (found.kind === 'one') return { ok: true, value: found.value };
    const beginning = JSON.stringify(beginningOf(trimmed));
    return {
      ok: false,
      message:
        found.kind === 'several'
          ? `The reply has more than one JSON value: ${beginning}.`
          : `The reply is not JSON: ${beginning}.`,
    };
  }
}

/** How a reply becomes columns: as text, or by its JSON keys. */
export type ReplyFormat = 'txt' | 'json';

/**
 * The columns of a reply: its JSON keys, in order. Anything but an object goes to the column `reply`, including prose,
 * which only runs of earlier versions accepted: other rows must not be lost for it.
 */
export function replyFields(reply: string, format: ReplyFormat): readonly Field[] {
  if (format === 'txt') return [['reply', reply]];
  // A transaction that sent nothing has no keys.
  if (reply === '') return [];
  const parsed = parseJson(reply);
  if (!parsed.ok) return [['reply', reply]];
  const { value } = parsed;
  return isObject(value) ? Object.entries(value) : [['reply', value]];
}

type JsonObject = Readonly<Record<string, JsonValue>>;

export function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a key or of a variant spelling of it. Undefined if there is none. */
export function fieldOf(value: JsonObject, key: string): JsonValue | undefined {
  if (Object.hasOwn(value, key)) return value[key];
  const similar = Object.keys(value).find((name) => isSameKey(name, key));
  return similar === undefined ? undefined : value[similar];
}

/** Models vary the case of keys and write `Total Points` for total_points. */
export function isSameKey(one: string, other: string): boolean {
  const name = nameOfHeader(one);
  return equalKey(one) === equalKey(other) || (name !== '' && name === nameOfHeader(other));
}

function beginningOf(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

import { parseExactJson } from '../exact-json.js';
import type { JsonValue } from './result.js';

/** Where JSON may begin in prose: `{"`, `{}`, or `[` before a value. `{name}`, `[see below]` and `[x]` are prose. */
const BEGINNING = /\{\s*["}]|\[\s*(?:["{[\]\p{Nd}-]|(?:true|false|null)\s*[,\]])/gu;
/** An unterminated string extends to the end, so that no part is scanned twice. */
const TEXT_OR_BRACKET = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|[{}[\]]/gsu;
/** Footnotes and check boxes: `[1]`, `[2, 3]`, `[ ]`. */
const MARK = /^\[[\p{Nd}\s,–-]*\]$/u;

/** The JSON in a text: none, a single value, or several, of which none is preferred. */
export type FoundJson = { kind: 'none' } | { kind: 'one'; value: JsonValue } | { kind: 'several' };

/**
 * The single object or array in a text. An unterminated value, as in a truncated reply, counts as none, whatever it
 * contains. Runs in linear time.
 */
export function findJson(text: string): FoundJson {
  const found = new Map<string, JsonValue>();
  let at = 0;
  for (;;) {
    BEGINNING.lastIndex = at;
    const beginning = BEGINNING.exec(text);
    if (beginning === null) break;
    const end = endOf(text, beginning.index);
    if (end === null) return { kind: 'none' };
    const written = text.slice(beginning.index, end);
    const value = isMark(text, beginning.index, written) ? undefined : parse(written);
    if (value !== undefined) found.set(JSON.stringify(value), value);
    at = end;
  }
  const values = [...found.values()];
  const [value] = values;
  if (value === undefined) return { kind: 'none' };
  return values.length === 1 ? { kind: 'one', value } : { kind: 'several' };
}

/** The end of what a bracket opens, ignoring strings; null if unterminated. */
function endOf(text: string, start: number): number | null {
  let depth = 0;
  TEXT_OR_BRACKET.lastIndex = start;
  for (let found = TEXT_OR_BRACKET.exec(text); found !== null; found = TEXT_OR_BRACKET.exec(text)) {
    const [token] = found;
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return TEXT_OR_BRACKET.lastIndex;
  }
  return null;
}

/** An array of numbers counts only on a line of its own or after a colon. */
function isMark(text: string, start: number, written: string): boolean {
  if (!MARK.test(written)) return false;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const [lineEnd = ''] = text.slice(start + written.length).split('\n', 1);
  const before = text.slice(lineStart, start).trim();
  return !(before === '' || before.endsWith(':')) || lineEnd.trim() !== '';
}

function parse(text: string): JsonValue | undefined {
  try {
    return parseExactJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}

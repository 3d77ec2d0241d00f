/** Objects that are looked at for their keys. */
const MOST_OBJECTS = 1_000;

/** The columns of a JSON list or of JSON lines: the keys of its first objects, in the order in which they come up. */
export function keysOfJson(text: string, kind: '.json' | '.jsonl'): string[] {
  const keys = new Set<string>();
  for (const row of kind === '.json' ? rowsOf(text) : linesOf(text)) {
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) {
      for (const key of Object.keys(row)) keys.add(key);
    }
  }
  return [...keys];
}

function rowsOf(text: string): readonly unknown[] {
  const value = parse(text);
  return Array.isArray(value) ? (value as readonly unknown[]).slice(0, MOST_OBJECTS) : [];
}

function linesOf(text: string): readonly unknown[] {
  return text
    .split(/\r?\n/u, MOST_OBJECTS)
    .filter((line) => line.trim() !== '')
    .map(parse);
}

/** Undefined for what is no JSON: a run says so better than a check. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/u, ''));
  } catch {
    return undefined;
  }
}

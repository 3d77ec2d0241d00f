import type { Part } from './position.js';

/** What may stand at a place of a statement. */
export type Expectation =
  /** Words of the language that may follow the command. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'path' | 'folder' | 'model' | 'columns' | 'formats' | 'setting-value' }
  /** Names to read, names to set, and what follows a value in a condition. */
  | { readonly kind: 'names' | 'new-name' | 'operand' | 'operator' }
  | { readonly kind: 'text-block' };

type Expect = (before: readonly Part[]) => readonly Expectation[];

const NOTHING: readonly Expectation[] = [];

const words = (...list: string[]): Expectation => ({ kind: 'words', words: list });

function has(before: readonly Part[], word: string): boolean {
  return before.some((part) => part.word === word && part.kind !== 'bare');
}

/** The words that are not there yet; of those that exclude each other, none when one is there. */
function unused(before: readonly Part[], ...groups: (readonly string[])[]): Expectation {
  return words(...groups.filter((group) => !group.some((word) => has(before, word))).flat());
}

function isValue(part: Part | undefined): boolean {
  if (part === undefined) return false;
  if (part.kind === 'keyword') return part.word === 'ON' || part.word === 'OFF';
  return ['name', 'number', 'text', 'placeholder'].includes(part.kind) || part.word === ')';
}

const folder: Expect = (before) => (before.length === 0 ? [{ kind: 'folder' }] : NOTHING);

const condition: Expect = (before) => {
  const last = before.at(-1);
  if (!isValue(last)) return [{ kind: 'operand' }];
  return [{ kind: 'operator' }];
};

const assign: Expect = (before) => {
  if (before.length === 0) return [{ kind: 'new-name' }];
  if (before[1]?.word !== '=') return NOTHING;
  const first: readonly Expectation[] = before.length === 2 ? [{ kind: 'setting-value' }] : NOTHING;
  return [...first, ...condition(before.slice(2))];
};

const load: Expect = (before) => {
  const last = before.at(-1);
  if (last === undefined) return [{ kind: 'path' }];
  if (before.length === 1) return [words('AS')];
  if (last.word === 'AS') return [words('FILE', 'DIR', 'REF', 'WORK', 'LINES')];
  if (last.word === 'MATCH') return [{ kind: 'columns' }];
  return before.length === 3 ? [words('MATCH')] : NOTHING;
};

const model: Expect = (before) => {
  if (before.length === 0) return [{ kind: 'model' }];
  return isOption(before.at(-1), 'TEMP', 'TOP_P', 'MAX_TOKENS')
    ? NOTHING
    : [unused(before, ['TEMP'], ['TOP_P'], ['MAX_TOKENS'])];
};

const limit: Expect = (before) => {
  if (before.length === 0) return [words('PARALLEL', 'COST')];
  if (isOption(before.at(-1), 'PARALLEL', 'COST')) return NOTHING;
  const count = before.length === 1 ? [['XACT']] : [];
  return [unused(before, ...count, ['PARALLEL'], ['COST'])];
};

const run: Expect = (before) =>
  isOption(before.at(-1), 'RETRY') ? NOTHING : [unused(before, ['SCREEN'], ['CACHE', 'NOCACHE'], ['RETRY'])];

const get: Expect = (before) => {
  const last = before.at(-1);
  if (last === undefined) return [{ kind: 'new-name' }];
  if (before.length === 1) return [words('FROM')];
  if (last.word === 'FROM') return [words('COL', 'JSON', 'MATCH', 'FILE')];
  if (last.word === 'COL') return [{ kind: 'columns' }];
  return last.word === 'FILE' ? [{ kind: 'path' }] : NOTHING;
};

const loop: Expect = (before) => {
  if (before.length === 0) return [words('WHILE', 'UNTIL')];
  return isOption(before[0], 'WHILE', 'UNTIL') ? condition(before.slice(1)) : NOTHING;
};

const error: Expect = (before) => {
  if (before.length === 0) return [words('SKIP', 'HALT', 'RETRY')];
  return before.length === 2 && before[0]?.word === 'RETRY' ? [words('SKIP', 'HALT')] : NOTHING;
};

const output: Expect = (before) => {
  if (before.length === 0) return NOTHING;
  if (isOption(before.at(-1), 'FORMAT')) return [{ kind: 'formats' }];
  if (isOption(before.at(-1), 'FIELDS') || before.at(-1)?.word === ',') return NOTHING;
  return [unused(before, ['AGGREGATE', 'SEPARATE', 'MATCH'], ['FORMAT'], ['FIELDS'])];
};

function isOption(part: Part | undefined, ...options: readonly string[]): boolean {
  return part !== undefined && part.kind !== 'bare' && options.includes(part.word);
}

/** What may follow each command, by what already stands after it. Commands that take nothing are not here. */
const EXPECTATIONS: Readonly<Record<string, Expect>> = {
  BATCH_START: (before) => [unused(before, ['EXECUTE', 'VALIDATE', 'QUIET'])],
  PATH_IN: folder,
  PATH_OUT: folder,
  LOAD: load,
  MODEL: model,
  LIMIT: limit,
  PROMPT: (before) => (before.length === 0 ? [{ kind: 'text-block' }] : [unused(before, ['OPTIMIZE'])]),
  RUN: run,
  GET: get,
  SET: assign,
  GLOBAL: assign,
  IF: condition,
  LOOP: loop,
  ERROR: error,
  OUTPUT: output,
  TRACK: (before) => (before.length === 0 || before.at(-1)?.word === ',' ? [{ kind: 'names' }] : NOTHING),
};

export function expectationsAt(command: string, before: readonly Part[]): readonly Expectation[] {
  return EXPECTATIONS[command]?.(before) ?? NOTHING;
}

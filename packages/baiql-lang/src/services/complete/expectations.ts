import type { Part as TablePart } from '../../vocabulary/parts.js';
import { FIELD_KINDS } from '../../vocabulary/file-kinds.js';
import { option } from '../../vocabulary/parts.js';
import { sequencesOf, syntaxOf } from '../../vocabulary/vocabulary.js';
import type { Part } from './position.js';

/** An element allowed at a position in a statement. */
export type Expectation =
  /** Keywords that may follow the command. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'path' | 'folder' | 'model' | 'columns' | 'formats' | 'setting-value' }
  /** Names to read, names to set, and what follows a value in a condition. */
  | { readonly kind: 'names' | 'new-name' | 'operand' | 'operator' }
  | { readonly kind: 'text-block' };

/** Elements allowed after a command, given the parts that follow it already. */
export function expectationsAt(command: string, before: readonly Part[]): readonly Expectation[] {
  const { expected } = follow(syntaxOf(command), before);
  const found = expected.flatMap((part) => expectationOf(command, part, before));
  const words = found
    .flatMap((each) => (each.kind === 'words' ? each.words : []))
    .filter((word) => !before.some((part) => isWord(part, [word])));
  const others = found.filter(({ kind }) => kind !== 'words');
  return words.length === 0 ? others : [...others, { kind: 'words', words }];
}

/** The rest of a statement after matching parts of the table, and the parts allowed at its end. */
interface Followed {
  readonly rest: readonly Part[];
  readonly expected: readonly TablePart[];
  /** True if a required part is missing. */
  readonly isOpen?: true;
}

function follow(takes: readonly TablePart[], written: readonly Part[]): Followed {
  let rest = written;
  let expected: readonly TablePart[] = [];
  for (const part of takes) {
    if (part.part === 'any') return followAny(part.of, rest, expected);
    const next = after(part, rest);
    if (next?.isOpen === true) return next;
    if (next !== null) ({ rest, expected } = next);
    else if (rest.length === 0) {
      expected = [...expected, ...firstOf(part)];
      if (!isOptional(part)) return { rest, expected, isOpen: true };
    } else if (!isOptional(part)) return { rest, expected: [] };
  }
  return { rest, expected: rest.length === 0 ? expected : [] };
}

/** The rest after one part; null if the part does not match. */
function after(part: TablePart, [first, ...others]: readonly Part[]): Followed | null {
  if (first === undefined) return null;
  switch (part.part) {
    case 'maybe':
    case 'either': {
      const chosen = sequencesOf(part).find(
        ([begin]) => begin !== undefined && after(begin, [first]) !== null,
      );
      return chosen === undefined ? null : follow(chosen, [first, ...others]);
    }
    case 'any':
      return null;
    case 'word':
    case 'flag':
      return isWord(first, part.words) ? { rest: others, expected: [] } : null;
    case 'equals':
      return first.word === '=' ? { rest: others, expected: [] } : null;
    case 'expression':
      return afterExpression(part, [first, ...others]);
    case 'reads':
      return afterNames(part, [first, ...others]);
    case 'fields':
      return afterFields(part, [first, ...others]);
    case 'number':
      return first.kind === 'number' ? { rest: others, expected: [] } : null;
    case 'text':
    case 'pattern':
      return first.kind === 'text' ? { rest: others, expected: [] } : null;
    case 'path':
    case 'name':
      return { rest: others, expected: [] };
  }
}

function afterNames(part: TablePart, parts: readonly Part[]): Followed {
  let end = 1;
  while (parts[end]?.word === ',') end += 2;
  return end > parts.length
    ? { rest: [], expected: [part], isOpen: true }
    : { rest: parts.slice(end), expected: [] };
}

/** An expression ends at a value that no operator follows. */
function afterExpression(part: TablePart, parts: readonly Part[]): Followed {
  const end = parts.findIndex((each, index) => index > 0 && isValue(parts[index - 1]) && !goesOn(each));
  if (end > 0) return { rest: parts.slice(end), expected: [] };
  return isValue(parts.at(-1))
    ? { rest: [], expected: [part] }
    : { rest: [], expected: [part], isOpen: true };
}

/** True if an expression continues with a part after a value. */
function goesOn({ kind, word }: Part): boolean {
  return kind === 'operator' || ['AND', 'OR', 'CONTAINS', ')'].includes(word);
}

/** Elements allowed after a field's name, which is incomplete without a comma or another option. */
function afterFields(part: TablePart, parts: readonly Part[]): Followed {
  let end = 0;
  for (;;) {
    if (parts[end] === undefined) return { rest: [], expected: [], isOpen: true };
    end++;
    const isNamed = end;
    if (parts[end]?.word === '(') {
      const close = parts.findIndex(({ word }, index) => index > end && word === ')');
      if (close < 0) return { rest: [], expected: [], isOpen: true };
      end = close + 1;
    } else if (isOneOf(parts[end], FIELD_KINDS)) end++;
    const hasKind = end > isNamed;
    const isOptional = isOneOf(parts[end], ['OPTIONAL']);
    if (isOptional) end++;
    if (parts[end]?.word === ',') {
      end++;
      continue;
    }
    if (parts[end] !== undefined || isOptional) return { rest: parts.slice(end), expected: [] };
    return { rest: [], expected: [hasKind ? OPTIONAL : { ...OPTIONAL, words: FIELD_WORDS }] };
  }
}

const FIELD_WORDS = [...FIELD_KINDS, 'OPTIONAL'];
const OPTIONAL = option('OPTIONAL');

function isOneOf(part: Part | undefined, words: readonly string[]): boolean {
  return part !== undefined && isWord(part, words);
}

/** Options in any order, without those already used. */
function followAny(
  options: readonly (readonly TablePart[])[],
  written: readonly Part[],
  before: readonly TablePart[],
): Followed {
  const left = new Set(options);
  let rest = written;
  let expected = before;
  while (rest.length > 0) {
    const chosen = options.find(([begin]) => begin !== undefined && after(begin, rest) !== null);
    if (chosen === undefined) return { rest, expected: [] };
    left.delete(chosen);
    const next = follow(chosen, rest);
    if (next.isOpen === true) return next;
    ({ rest, expected } = next);
  }
  return {
    rest,
    expected: [...expected, ...[...left].flatMap(([begin]) => (begin === undefined ? [] : firstOf(begin)))],
  };
}

/** The first parts a part may begin with. */
function firstOf(part: TablePart): readonly TablePart[] {
  const sequences = sequencesOf(part);
  return sequences.length === 0
    ? [part]
    : sequences.flatMap(([begin]) => (begin === undefined ? [] : firstOf(begin)));
}

function isOptional(part: TablePart): boolean {
  return (
    part.part === 'maybe' ||
    part.part === 'any' ||
    ('need' in part && part.need === null && part.part !== 'word')
  );
}

function isWord(part: Part, words: readonly string[]): boolean {
  return part.kind !== 'bare' && words.some((word) => word.toUpperCase() === part.word);
}

function expectationOf(command: string, part: TablePart, before: readonly Part[]): readonly Expectation[] {
  switch (part.part) {
    case 'word':
      return part.lower === true ? [{ kind: 'formats' }] : [{ kind: 'words', words: part.words }];
    case 'flag':
      return [{ kind: 'words', words: part.words }];
    case 'text':
      return part.field === 'header'
        ? [{ kind: 'columns' }]
        : part.need === null || before.length > 0
          ? []
          : [{ kind: 'text-block' }];
    case 'path':
      return PATHS[command]?.[part.field] ?? [{ kind: 'path' }];
    case 'name':
      return [{ kind: 'new-name' }];
    case 'reads':
      return [{ kind: 'names' }];
    case 'expression':
      return valueExpectations(before);
    case 'number':
    case 'pattern':
    case 'fields':
    case 'equals':
    case 'maybe':
    case 'either':
    case 'any':
      return [];
  }
}

/** Commands whose paths are not input files. */
const PATHS: Readonly<Record<string, Readonly<Record<string, readonly Expectation[]>>>> = {
  PATH_IN: { path: [{ kind: 'folder' }] },
  PATH_OUT: { path: [{ kind: 'folder' }] },
  OUTPUT: { path: [], sortBy: [] },
  MAKE_LOG: { path: [] },
  MODEL: { model: [{ kind: 'model' }] },
  LOAD: { match: [{ kind: 'columns' }], sortBy: [{ kind: 'columns' }], encoding: [] },
};

/** Inside an expression: a value, or what may follow one. */
function valueExpectations(before: readonly Part[]): readonly Expectation[] {
  const last = before.at(-1);
  if (isValue(last)) return [{ kind: 'operator' }];
  const isWhole = before.length === 2 && last?.word === '=';
  return isWhole ? [{ kind: 'setting-value' }, { kind: 'operand' }] : [{ kind: 'operand' }];
}

function isValue(part: Part | undefined): boolean {
  if (part === undefined) return false;
  if (part.kind === 'keyword') return part.word === 'ON' || part.word === 'OFF';
  return ['name', 'number', 'text', 'placeholder'].includes(part.kind) || part.word === ')';
}

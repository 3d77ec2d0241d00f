import type { IToken } from 'chevrotain';
import type { Source } from '../source/source.js';
import type { Text } from '../tree/expressions.js';
import type { GetSource, Line, NumberOption, Word } from '../tree/lines.js';
import { LOAD_TYPES, MODES } from '../vocabulary/vocabulary.js';
import { endOf } from './assemble.js';
import { name } from './build-expression.js';
import { buildText } from './build-text.js';
import type { Draft } from './draft.js';

/** What every line has, whatever its command. */
export interface LineHead {
  readonly range: Line['range'];
  readonly command: Word;
  readonly broken: boolean;
  readonly recovered: boolean;
  readonly mentions: readonly string[];
}

/**
 * Makes the node of a line from what the grammar has read. Builders name each part of the head, since nodes that
 * are spread together take five times as long to make and are larger.
 */
export type LineBuilder = (source: Source, head: LineHead, draft: Draft) => Line;

/** The word of a keyword token, which bears the name of its type. */
export function wordOf(source: Source, token: IToken): Word {
  return {
    word: token.tokenType.name,
    range: source.range(token.startOffset, endOf(token)),
  };
}

function textOf(source: Source, token: IToken | null): Text | null {
  return token === null ? null : buildText(source, token);
}

/** The first of the words that the grammar has read which is one of these. */
function choose<Choice extends string>(
  source: Source,
  draft: Draft,
  choices: readonly Choice[],
): (Word & { readonly word: Choice }) | null {
  for (const token of draft.words) {
    const word = choices.find((choice) => choice === token.tokenType.name);
    if (word !== undefined) return { word, range: source.range(token.startOffset, endOf(token)) };
  }
  return null;
}

function has(draft: Draft, word: string): boolean {
  return draft.words.some((token) => token.tokenType.name === word);
}

function numberAfter(source: Source, draft: Draft, option: string): NumberOption | null {
  for (const { option: token, number } of draft.numbers) {
    if (token?.tokenType.name === option) return { option: wordOf(source, token), number };
  }
  return null;
}

function ownNumber(draft: Draft) {
  return draft.numbers.find(({ option }) => option === null)?.number ?? null;
}

function getSource(source: Source, draft: Draft): GetSource | null {
  const kind = draft.words[0]?.tokenType.name;
  const number = draft.numbers[0]?.number;
  if (kind === 'COL' && number !== undefined) return { kind: 'column-number', number };
  if (draft.optionText === null) return null;
  if (kind === 'MATCH') {
    return { kind: 'match', pattern: buildText(source, draft.optionText, { keepBackslashes: true }) };
  }
  const text = buildText(source, draft.optionText);
  if (kind === 'COL') return { kind: 'column-name', header: text };
  return kind === 'JSON' ? { kind: 'json', path: text } : { kind: 'file', path: text };
}

const nameOf = (source: Source, draft: Draft) => {
  const token = draft.names[0];
  return token === undefined ? null : name(source, token);
};

const pathLine =
  (kind: 'path-in' | 'path-out' | 'make-log'): LineBuilder =>
  (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind,
    range,
    command,
    broken,
    recovered,
    mentions,
    path: textOf(source, draft.text),
  });

const assignLine =
  (kind: 'set' | 'global'): LineBuilder =>
  (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind,
    range,
    command,
    broken,
    recovered,
    mentions,
    name: nameOf(source, draft),
    value: draft.expression,
  });

const bareLine =
  (kind: 'end-batch' | 'else' | 'end-if' | 'end-loop' | 'break' | 'skip' | 'halt'): LineBuilder =>
  (_source, { range, command, broken, recovered, mentions }) => ({
    kind,
    range,
    command,
    broken,
    recovered,
    mentions,
  });

/** How the node of each command is made. */
export const BUILDERS = {
  BATCH_START: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'batch-start',
    range,
    command,
    broken,
    recovered,
    mentions,
    title: textOf(source, draft.text),
    mode: choose(source, draft, MODES),
  }),
  END_BATCH: bareLine('end-batch'),
  PATH_IN: pathLine('path-in'),
  PATH_OUT: pathLine('path-out'),
  MAKE_LOG: pathLine('make-log'),
  LOAD: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'load',
    range,
    command,
    broken,
    recovered,
    mentions,
    path: textOf(source, draft.text),
    type: choose(source, draft, LOAD_TYPES),
    match: textOf(source, draft.optionText),
  }),
  MODEL: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'model',
    range,
    command,
    broken,
    recovered,
    mentions,
    model: textOf(source, draft.text),
    temp: numberAfter(source, draft, 'TEMP'),
    topP: numberAfter(source, draft, 'TOP_P'),
    maxTokens: numberAfter(source, draft, 'MAX_TOKENS'),
  }),
  LIMIT: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'limit',
    range,
    command,
    broken,
    recovered,
    mentions,
    perMinute: ownNumber(draft),
    parallel: numberAfter(source, draft, 'PARALLEL'),
    cost: numberAfter(source, draft, 'COST'),
  }),
  PROMPT: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'prompt',
    range,
    command,
    broken,
    recovered,
    mentions,
    text: textOf(source, draft.text),
    optimize: has(draft, 'OPTIMIZE'),
  }),
  RUN: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'run',
    range,
    command,
    broken,
    recovered,
    mentions,
    screen: has(draft, 'SCREEN'),
    cache: choose(source, draft, ['CACHE', 'NOCACHE'])?.word ?? null,
    retry: numberAfter(source, draft, 'RETRY'),
  }),
  GET: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'get',
    range,
    command,
    broken,
    recovered,
    mentions,
    name: nameOf(source, draft),
    source: getSource(source, draft),
  }),
  SET: assignLine('set'),
  GLOBAL: assignLine('global'),
  IF: (_source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'if-start',
    range,
    command,
    broken,
    recovered,
    mentions,
    condition: draft.expression,
  }),
  ELSE: bareLine('else'),
  END_IF: bareLine('end-if'),
  LOOP: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'loop-start',
    range,
    command,
    broken,
    recovered,
    mentions,
    mode: has(draft, 'WHILE') ? 'while' : has(draft, 'UNTIL') ? 'until' : ownNumber(draft) ? 'times' : null,
    times: ownNumber(draft),
    condition: draft.expression,
  }),
  END_LOOP: bareLine('end-loop'),
  BREAK: bareLine('break'),
  SKIP: bareLine('skip'),
  HALT: bareLine('halt'),
  RETRY: (_source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'retry',
    range,
    command,
    broken,
    recovered,
    mentions,
    times: ownNumber(draft),
  }),
  STEP: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'step',
    range,
    command,
    broken,
    recovered,
    mentions,
    title: textOf(source, draft.text),
  }),
  ERROR: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'error',
    range,
    command,
    broken,
    recovered,
    mentions,
    retry: numberAfter(source, draft, 'RETRY'),
    then: choose(source, draft, ['SKIP', 'HALT'])?.word ?? null,
  }),
  OUTPUT: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'output',
    range,
    command,
    broken,
    recovered,
    mentions,
    path: textOf(source, draft.text),
    grouping: choose(source, draft, ['AGGREGATE', 'SEPARATE', 'MATCH']),
    format: formatOf(draft),
    fields: draft.names.map((token) => name(source, token)),
  }),
  TRACK: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'track',
    range,
    command,
    broken,
    recovered,
    mentions,
    names: draft.names.map((token) => name(source, token)),
  }),
  WRITE_LOG: (source, { range, command, broken, recovered, mentions }, draft) => ({
    kind: 'write-log',
    range,
    command,
    broken,
    recovered,
    mentions,
    text: textOf(source, draft.text),
  }),
} as const satisfies Record<string, LineBuilder>;

function formatOf(draft: Draft): 'json' | 'txt' | null {
  const written = draft.formats[0]?.value.image.toLowerCase();
  return written === 'json' || written === 'txt' ? written : null;
}

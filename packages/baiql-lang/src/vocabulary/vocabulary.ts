import { COMMAND_TABLE, type CommandWord } from './commands/index.js';
import { section, type VocabularyEntry, type WordGroup } from './entry.js';
import { NAMES } from './names.js';
import type { CommandEntry, FlagPart, NumberLimit, NumberPart, OptionRow, Part, WordPart } from './parts.js';

const TABLE: readonly (readonly [word: CommandWord, entry: CommandEntry])[] = Object.entries(
  COMMAND_TABLE,
).map(([word, entry]) => [word as CommandWord, entry]);

/** Every command with its table entry. */
export const COMMAND_ENTRIES: ReadonlyMap<string, CommandEntry> = new Map(TABLE);

const BY_KIND = new Map(TABLE.map(([, entry]) => [entry.kind, entry]));

/** The entry of the command of a line kind; undefined for unknown lines. */
export function entryOfKind(kind: string): CommandEntry | undefined {
  return BY_KIND.get(kind);
}

/** True if lines of a kind are only allowed in a batch. */
export function isForBatch(kind: string): boolean {
  const inside = entryOfKind(kind)?.place?.inside;
  return inside === 'batch' || inside === 'step';
}

/** A command's syntax; empty for other words. */
export function syntaxOf(command: string): readonly Part[] {
  return COMMAND_ENTRIES.get(command)?.syntax ?? [];
}

/** The alternative sequences of one part. */
export function sequencesOf(part: Part): readonly (readonly Part[])[] {
  if (part.part === 'maybe') return [part.of];
  return part.part === 'either' || part.part === 'any' ? part.of : [];
}

/** The sequences of a list of parts: the list itself, and those nested in it. */
export function sequencesIn(parts: readonly Part[]): (readonly Part[])[] {
  return [parts, ...parts.flatMap((part) => sequencesOf(part).flatMap(sequencesIn))];
}

/** Every part of a list, including nested ones. */
export function allParts(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => [part, ...sequencesOf(part).flatMap(allParts)]);
}

/** The keywords of a list of parts, including nested ones. */
export function wordsIn(parts: readonly Part[]): (WordPart | FlagPart)[] {
  return allParts(parts).filter((part) => part.part === 'word' || part.part === 'flag');
}

/** The numbers of a command, each with the word that precedes it. */
export function numbersAfter(command: string, parts: readonly Part[]): (readonly [string, NumberPart])[] {
  let word = command;
  return parts.flatMap((part) => {
    if (part.part === 'word') [word = command] = part.words;
    if (part.part === 'number') return [[word, part] as const];
    return sequencesOf(part).flatMap((sequence) => numbersAfter(word, sequence));
  });
}

/** The limited numbers, by the word that precedes them. */
export const NUMBER_LIMITS: ReadonlyMap<string, NumberLimit> = new Map(
  TABLE.flatMap(([word, { syntax }]) =>
    numbersAfter(word, syntax).map(([after, { limit }]) => [after, limit]),
  ),
);

/** Every command, in the order of the reference. */
export const COMMANDS: readonly VocabularyEntry[] = TABLE.map(
  ([word, { section: title, signature, documentation, example }]) => ({
    word,
    group: 'command',
    section: title,
    signature,
    documentation,
    example,
  }),
);

const OPTIONS = TABLE.flatMap(([word, { options = [] }]) =>
  options.flatMap(({ group, title, rows }) => section(group, title, rows, [word])),
);

/** The keywords of conditions and values. */
const OPERATOR_ROWS: readonly OptionRow[] = [
  ['AND', 'condition AND condition', 'True when both are true.', 'IF SCORE > 10 AND SCORE < 15'],
  ['OR', 'condition OR condition', 'True when either is true, or both.', 'IF GRADE = "A" OR GRADE = "B"'],
  ['NOT', 'NOT condition', 'True when the condition is false.', 'IF NOT DONE'],
  [
    'CONTAINS',
    'text CONTAINS text',
    'True when the first text contains the second.',
    'IF ANSWER CONTAINS "yes"',
  ],
  ['ON', 'ON', 'On.', 'SET OCR_IF_EMPTY = ON'],
  ['OFF', 'OFF', 'Off.', 'SET OCR_IF_EMPTY = OFF'],
];

const EXPRESSED = TABLE.flatMap(([word, { syntax }]) =>
  allParts(syntax).some(({ part }) => part === 'expression') ? [word] : [],
);

const OPERATORS = section('operator', 'Words in conditions', OPERATOR_ROWS, EXPRESSED);

/** All keywords with their documentation. A word can have several entries. */
export const VOCABULARY: readonly VocabularyEntry[] = [...COMMANDS, ...OPTIONS, ...OPERATORS, ...NAMES];

function wordsOf(group: WordGroup): ReadonlySet<string> {
  return new Set(VOCABULARY.filter((entry) => entry.group === group).map((entry) => entry.word));
}

export const COMMAND_WORDS = wordsOf('command');
export const SETTING_WORDS = wordsOf('setting');
export const BUILT_IN_WORDS = wordsOf('built-in');

/** Names that are always defined, besides the built-ins; COL1 represents all numbered columns. */
export const INPUT_WORDS = wordsOf('input');

/** Every keyword of the grammar. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  [...COMMANDS, ...OPTIONS, ...OPERATORS].map(({ word }) => word),
);

const BY_WORD = new Map<string, VocabularyEntry[]>();
for (const entry of VOCABULARY) BY_WORD.set(entry.word, [...(BY_WORD.get(entry.word) ?? []), entry]);

/** The entries of a word; empty for unknown words. */
export function entriesOf(word: string): readonly VocabularyEntry[] {
  return BY_WORD.get(word) ?? [];
}

/** The words that may follow a command. */
export function optionsAfter(command: string): readonly VocabularyEntry[] {
  return VOCABULARY.filter((entry) => entry.after?.includes(command) === true);
}

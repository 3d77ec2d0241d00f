import { COMMAND_TABLE, type CommandWord } from './commands/index.js';
import { section, type VocabularyEntry, type WordGroup } from './entry.js';
import { NAMES } from './names.js';
import type { CommandEntry, FlagPart, NumberLimit, NumberPart, OptionRow, Part, WordPart } from './parts.js';

const TABLE: readonly (readonly [word: CommandWord, entry: CommandEntry])[] = Object.entries(
  COMMAND_TABLE,
).map(([word, entry]) => [word as CommandWord, entry]);

/** Every command with its entry of the table. */
export const COMMAND_ENTRIES: ReadonlyMap<string, CommandEntry> = new Map(TABLE);

const BY_KIND = new Map(TABLE.map(([, entry]) => [entry.kind, entry]));

/** The entry of the command whose lines have a kind; undefined for lines that are not understood. */
export function entryOfKind(kind: string): CommandEntry | undefined {
  return BY_KIND.get(kind);
}

/** Whether lines of a kind belong into a batch. */
export function isForBatch(kind: string): boolean {
  const inside = entryOfKind(kind)?.place?.inside;
  return inside === 'batch' || inside === 'step';
}

/** What follows a command, in order; nothing where a word is no command. */
export function takesOf(command: string): readonly Part[] {
  return COMMAND_ENTRIES.get(command)?.takes ?? [];
}

/** The sequences of parts that may stand in the place of one part. */
export function sequencesOf(part: Part): readonly (readonly Part[])[] {
  if (part.part === 'maybe') return [part.of];
  return part.part === 'either' || part.part === 'any' ? part.of : [];
}

/** The sequences that a list of parts is made of: itself, and what may stand at a place within it. */
export function sequencesIn(parts: readonly Part[]): (readonly Part[])[] {
  return [parts, ...parts.flatMap((part) => sequencesOf(part).flatMap(sequencesIn))];
}

/** Every part of a list, those inside of others included. */
export function allParts(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => [part, ...sequencesOf(part).flatMap(allParts)]);
}

/** The parts of a list that are words of the language, those inside of others included. */
export function wordsIn(parts: readonly Part[]): (WordPart | FlagPart)[] {
  return allParts(parts).filter((part) => part.part === 'word' || part.part === 'flag');
}

/** The numbers that a command takes, each with the word that it follows. */
export function numbersAfter(command: string, parts: readonly Part[]): (readonly [string, NumberPart])[] {
  let word = command;
  return parts.flatMap((part) => {
    if (part.part === 'word') [word = command] = part.words;
    if (part.part === 'number') return [[word, part] as const];
    return sequencesOf(part).flatMap((sequence) => numbersAfter(word, sequence));
  });
}

/** The numbers that the language bounds, by the word they follow. */
export const NUMBER_LIMITS: ReadonlyMap<string, NumberLimit> = new Map(
  TABLE.flatMap(([word, { takes }]) => numbersAfter(word, takes).map(([after, { limit }]) => [after, limit])),
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

/** The words of conditions and values. */
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

const EXPRESSED = TABLE.flatMap(([word, { takes }]) =>
  allParts(takes).some(({ part }) => part === 'expression') ? [word] : [],
);

const OPERATORS = section('operator', 'Words in conditions', OPERATOR_ROWS, EXPRESSED);

/** All words of the language, with what a person wants to know about them. A word can have several entries. */
export const VOCABULARY: readonly VocabularyEntry[] = [...COMMANDS, ...OPTIONS, ...OPERATORS, ...NAMES];

function wordsOf(group: WordGroup): ReadonlySet<string> {
  return new Set(VOCABULARY.filter((entry) => entry.group === group).map((entry) => entry.word));
}

export const COMMAND_WORDS = wordsOf('command');
export const SETTING_WORDS = wordsOf('setting');
export const BUILT_IN_WORDS = wordsOf('built-in');

/** Names that are always defined, besides the built-ins; COL1 stands for every COL and a number. */
export const INPUT_WORDS = wordsOf('input');

/** Every word that the grammar knows. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  [...COMMANDS, ...OPTIONS, ...OPERATORS].map(({ word }) => word),
);

const BY_WORD = new Map<string, VocabularyEntry[]>();
for (const entry of VOCABULARY) BY_WORD.set(entry.word, [...(BY_WORD.get(entry.word) ?? []), entry]);

/** The entries of a word; none when the language does not know it. */
export function entriesOf(word: string): readonly VocabularyEntry[] {
  return BY_WORD.get(word) ?? [];
}

/** The words that may follow a command. */
export function optionsAfter(command: string): readonly VocabularyEntry[] {
  return VOCABULARY.filter((entry) => entry.after?.includes(command) === true);
}

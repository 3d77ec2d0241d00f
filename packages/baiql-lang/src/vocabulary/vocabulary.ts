import { COMMANDS } from './commands.js';
import type { VocabularyEntry, WordGroup } from './entry.js';
import { NAMES } from './names.js';
import { OPTIONS } from './options.js';

/**
 * The one table of the language's words: lexer, completion, hover, highlighting and the reference are made
 * from it. A word can have several entries.
 */
export const VOCABULARY: readonly VocabularyEntry[] = [...COMMANDS, ...OPTIONS, ...NAMES];

export const LOAD_TYPES = ['FILE', 'DIR', 'REF', 'WORK', 'LINES'] as const;
export type LoadType = (typeof LOAD_TYPES)[number];

export const MODES = ['EXECUTE', 'VALIDATE', 'QUIET'] as const;
export type Mode = (typeof MODES)[number];

function wordsOf(group: WordGroup): ReadonlySet<string> {
  return new Set(VOCABULARY.filter((entry) => entry.group === group).map((entry) => entry.word));
}

export const COMMAND_WORDS = wordsOf('command');
export const SETTING_WORDS = wordsOf('setting');
export const BUILT_IN_WORDS = wordsOf('built-in');

/** Names that are always defined, besides the built-ins; COL1 stands for every COL and a number. */
export const INPUT_WORDS = wordsOf('input');

const KEYWORD_GROUPS: ReadonlySet<WordGroup> = new Set([
  'command',
  'option',
  'load-type',
  'mode',
  'operator',
]);

/** Every word that the grammar knows. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  VOCABULARY.filter((entry) => KEYWORD_GROUPS.has(entry.group)).map((entry) => entry.word),
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

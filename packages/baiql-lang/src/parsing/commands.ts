import type { IToken } from 'chevrotain';
import type { BUILDERS } from './build-line.js';
import type { LineParser } from './grammar.js';

/** A command as the parser knows it. */
export type CommandWord = keyof typeof BUILDERS;

/** The grammar's rule for what follows each command; null when nothing does. */
export const ARGUMENTS: Readonly<Record<CommandWord, ((parser: LineParser) => void) | null>> = {
  BATCH_START: (parser) => parser.batchStart(),
  END_BATCH: null,
  PATH_IN: (parser) => parser.path(),
  PATH_OUT: (parser) => parser.path(),
  MAKE_LOG: (parser) => parser.path(),
  LOAD: (parser) => parser.load(),
  MODEL: (parser) => parser.model(),
  LIMIT: (parser) => parser.limit(),
  PROMPT: (parser) => parser.prompt(),
  RUN: (parser) => parser.run(),
  GET: (parser) => parser.get(),
  SET: (parser) => parser.assign(),
  GLOBAL: (parser) => parser.assign(),
  IF: (parser) => parser.condition(),
  ELSE: null,
  END_IF: null,
  LOOP: (parser) => parser.loop(),
  END_LOOP: null,
  BREAK: null,
  SKIP: null,
  HALT: null,
  RETRY: (parser) => parser.retry(),
  STEP: (parser) => parser.step(),
  ERROR: (parser) => parser.error(),
  OUTPUT: (parser) => parser.output(),
  TRACK: (parser) => parser.track(),
  WRITE_LOG: (parser) => parser.writeLog(),
};

const COMMANDS = new Map<string, CommandWord>();
for (const word of Object.keys(ARGUMENTS)) if (isCommand(word)) COMMANDS.set(word, word);

function isCommand(word: string): word is CommandWord {
  return Object.hasOwn(ARGUMENTS, word);
}

/** The command that a token is, in whatever case; null when it is none. */
export function commandOf(token: IToken): CommandWord | null {
  return COMMANDS.get(token.tokenType.name) ?? null;
}

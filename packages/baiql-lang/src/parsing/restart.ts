import type { IToken } from 'chevrotain';
import { COMMAND_ENTRIES, optionsAfter } from '../vocabulary/vocabulary.js';

const OPTION_WORDS = new Set(
  [...COMMAND_ENTRIES.keys()].flatMap((command) => optionsAfter(command).map(({ word }) => word)),
);

const RESTARTING: ReadonlySet<string> = new Set(
  [...COMMAND_ENTRIES].flatMap(([word, { takes, block }]) => {
    const isWhole = takes.length > 0 || block?.does === 'open' || block?.does === 'close';
    return isWhole && !OPTION_WORDS.has(word) ? [word] : [];
  }),
);

/** Whether a second statement begins with this token, as after a lost line end; some commands are options too. */
export function isRestart({ tokenType, image }: IToken): boolean {
  return image === tokenType.name && RESTARTING.has(image);
}

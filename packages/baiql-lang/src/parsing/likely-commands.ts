import { foldName } from '../source/names.js';
import { allNear, editDistance } from '../source/nearest.js';
import { COMMAND_WORDS } from '../vocabulary/vocabulary.js';

const SHORT_WORD = 5;

/** The commands that were probably meant by a word where a command belongs, the likeliest first. */
export function likelyCommands(written: string): string[] {
  const begun = written.length < 3 ? [] : [...COMMAND_WORDS].filter((word) => word.startsWith(written));
  if (begun.length > 1) return [];
  const near = [...begun, ...allNear(written, COMMAND_WORDS)].filter((word) => isLikely(written, word));
  if (near.length > 0) return near;
  // `SETTONE = 1`: a blank was lost.
  const glued = [...COMMAND_WORDS].filter((word) => written.startsWith(word) && written !== word);
  return glued.sort((left, right) => left.length - right.length);
}

/** A short word that is not in upper case may be any word of a sentence. */
function isLikely(written: string, word: string): boolean {
  if (written.length >= SHORT_WORD || written === foldName(written)) return true;
  return written.length > 1 && editDistance(foldName(written), word, 1) <= 1;
}

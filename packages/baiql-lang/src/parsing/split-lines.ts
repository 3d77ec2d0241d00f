import type { IToken } from 'chevrotain';
import { replaceFix, report } from '../diagnostics/report.js';
import { type Damage, type Repair, startOf } from './repair.js';
import { shown } from './syntax-error.js';
import * as t from './tokens.js';

/**
 * `TRACK POINTSEND_BATCH`: a word that ends with one that opens or closes a block, as after a lost line end. Only
 * where blocks do not match up, since `WEEKEND_BATCH` is a good name. Null when both lines would not be sound.
 */
export function splitLine(damage: Damage, index: number): Repair | null {
  const { source, lines, isSound, isKnown } = damage;
  const line = lines[index] ?? [];
  for (const [position, token] of line.entries()) {
    const word = isWord(token) ? BLOCK_WORDS.find((each) => token.image.endsWith(each)) : undefined;
    const head = token.image.slice(0, word === undefined ? 0 : -word.length);
    if (word === undefined || (position === 0 && !isKnown(head))) continue;
    const at = token.startOffset + head.length;
    const end = source.lineEnd(source.positionAt(at).line);
    const isWhole = isSound(source.text.slice(startOf(line), at)) && isSound(source.text.slice(at, end));
    if (!isWhole) continue;
    const place = source.range(at, at + word.length);
    const newLine = source.newline + source.indentAt(startOf(line));
    const fixes = [replaceFix(`Put ${word} on a line of its own`, source.range(at, at), newLine)];
    const before = shown({ ...token, image: head });
    const mistake = report('BQ104', `Unexpected ${word} after ${before}`, place, { fixes });
    return { mistake, patches: [], splits: [at], first: index, last: index };
  }
  return null;
}

const BLOCK_WORDS = ['BATCH_START', 'END_BATCH', 'END_IF', 'END_LOOP'];

function isWord({ tokenType }: IToken): boolean {
  return tokenType === t.Word || tokenType === t.BareWord;
}

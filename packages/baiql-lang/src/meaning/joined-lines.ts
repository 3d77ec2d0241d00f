import type { Source } from '../source/source.js';
import type { Line } from '../tree/index.js';
import { optionsAfter } from '../vocabulary/vocabulary.js';
import type { ReadTogether, Together } from './together.js';

/** A text that was meant to go over several lines rarely goes over more. */
const MOST_LINES = 40;
const LONGEST = 10_000;

/**
 * A line that makes sense only together with the ones after it: a text in simple quotes over several lines, which
 * becomes a text block, or what follows the command on the next line. Null where that makes no sound statement.
 */
export const joinedLines: ReadTogether = ({ source, lines, told, isSound }, index) => {
  const first = lines[index];
  if (first?.broken !== true || first.kind === 'unknown') return null;
  const mistake = told.find(({ range }) => range.start.line === first.range.start.line);
  if (mistake === undefined) return null;
  const start = first.range.start.offset;
  const asOne = (newText: string | null, title: string, last: number): Together | null => {
    if (newText === null || !isSound(newText)) return null;
    const range = source.range(start, source.lineEnd(lines[last]?.range.end.line ?? 0));
    const read = Array.from({ length: last - index + 1 }, (_, count) => index + count);
    return { mistake, title, edits: [{ range, newText }], lines: read, command: first.command.word };
  };
  const prose = asProse(source, lines, index);
  const joined = prose === null ? null : asOne(prose.text, AS_BLOCK, prose.last);
  if (joined !== null) return joined;
  const opening = openQuote(source.slice(first.range));
  const furthest = opening === null ? index + 1 : index + MOST_LINES;
  for (let last = index + 1; last <= furthest; last++) {
    const next = lines[last];
    if (next === undefined || !goesOn(first, next, last === index + 1)) return null;
    const written = source.text.slice(start, source.lineEnd(next.range.end.line));
    if (written.length > LONGEST) return null;
    const block = opening === null ? null : asBlock(written, opening);
    const line = last > index + 1 ? null : written.replace(/\s*[\r\n]\s*/, ' ');
    const read = asOne(block, AS_BLOCK, last) ?? asOne(line, 'Join with the next line', last);
    if (read !== null) return read;
  }
  return null;
};

const AS_BLOCK = 'Make it a text block (""")';

/** A text block, and its last line as an index. */
interface Prose {
  readonly text: string;
  readonly last: number;
}

/** `PROMPT:` and the words of the prompt on the lines below it, without any quotes. */
function asProse(source: Source, lines: readonly Line[], index: number): Prose | null {
  const [first, ...below] = lines.slice(index, index + MOST_LINES);
  const word = first?.kind === 'prompt' ? first.command.word : null;
  if (
    first === undefined ||
    word === null ||
    !/^\w+\s*[:=]?\s*$/.test(source.lineText(first.range.start.line).trim())
  )
    return null;
  const count = below.findIndex(({ kind }) => kind !== 'unknown');
  const words = count < 0 ? below : below.slice(0, count);
  const last = words.at(-1);
  if (last === undefined) return null;
  const end = source.lineEnd(last.range.end.line);
  const text = source.text.slice(source.lineEnd(first.range.start.line), end);
  if (text.length > LONGEST || text.includes('"')) return null;
  const indent = source.indentAt(first.range.start.offset);
  const block = `${word} """${text}${source.newline}${indent}"""`;
  return { text: block, last: index + words.length };
}

/** What begins with a command is a statement of its own, but for one that is an option of the line before. */
function goesOn(first: Line, next: Line, isNext: boolean): boolean {
  if (next.kind === 'unknown') return true;
  return isNext && optionsAfter(first.command.word).some(({ word }) => word === next.command.word);
}

/** Where on a line a text in simple quotes begins that does not end there. */
function openQuote(line: string): number | null {
  let open: number | null = null;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === '"') open = open === null ? at : null;
  }
  return open;
}

function asBlock(written: string, open: number): string | null {
  const close = /"+(?=[^"]*$)/.exec(written);
  if (close === null || close.index <= open) return null;
  const rest = written.slice(close.index + close[0].length);
  return `${written.slice(0, open)}"""${written.slice(open + 1, close.index)}"""${rest}`;
}

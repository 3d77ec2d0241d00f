import type { Range } from '../source/position.js';
import type { Source } from '../source/source.js';
import { replaceFix } from './report.js';
import type { Fix } from './diagnostic.js';

/** Removes a statement, including its line if nothing else is on it. */
export function removeLineFix(source: Source, range: Range): Fix {
  const start = source.lineStart(range.start.line);
  const end = source.lineEnd(range.end.line);
  const before = source.text.slice(start, range.start.offset);
  const after = source.text.slice(range.end.offset, end);
  if (before.trim() !== '' || after.trim() !== '') {
    // A comment after it takes its place.
    const next = end - after.trimStart().length;
    const first = after.trim() === '' ? start + before.trimEnd().length : range.start.offset;
    return replaceFix('Remove it', source.range(first, next), '');
  }
  const isLast = range.end.line === source.lineCount;
  const whole = isLast
    ? source.range(range.start.line === 1 ? 0 : source.lineEnd(range.start.line - 1), end)
    : source.range(start, source.lineStart(range.end.line + 1));
  return replaceFix('Remove it', whole, '');
}

/** Inserts a line after the line of an offset, with the indentation of a given offset. */
export function addLineAfterFix(source: Source, offset: number, like: number, text: string): Fix {
  const end = source.lineEnd(source.positionAt(offset).line);
  const line = `${source.newline}${source.indentAt(like)}${text}`;
  return replaceFix(`Add ${text}`, source.range(end, end), line);
}

/** Inserts a line before the line of an offset, with its indentation. */
export function addLineBeforeFix(source: Source, offset: number, text: string, title = `Add ${text}`): Fix {
  const start = source.lineStart(source.positionAt(offset).line);
  return replaceFix(title, source.range(start, start), `${source.indentAt(offset)}${text}${source.newline}`);
}

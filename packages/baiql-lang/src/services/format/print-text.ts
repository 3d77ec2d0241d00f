import type { Source } from '../../source/source.js';
import type { Text } from '../../tree/expressions.js';

const QUOTES_LENGTH = 3;

/** Prints a text with the same meaning: unquoted ones get quotes, blocks are moved as a whole under their command. */
export function printText(source: Source, text: Text, indent: string): string {
  const written = source.slice(text.range);
  switch (text.form) {
    case 'bare':
      return `"${written.replaceAll('\\', '\\\\')}"`;
    case 'quoted':
      return written;
    case 'block':
      return printBlock(written, indent, source.newline);
  }
}

/**
 * A block whose opening quotes end their line loses its common indentation when read, so all of its lines can be moved
 * together. Any other block is unchanged.
 */
function printBlock(written: string, indent: string, newline: string): string {
  const lines = written.split(/\r\n|\n|\r/);
  const opening = lines[0] ?? '';
  const last = lines.length - 1;
  if (last === 0 || opening.slice(QUOTES_LENGTH).trim() !== '') return written;
  const closing = lines[last] ?? '';
  const isClosedAlone = closing.trim().length === QUOTES_LENGTH;
  const inner = lines.slice(1, isClosedAlone ? last : last + 1);
  const common = commonIndentation(isClosedAlone ? inner : [...inner.slice(0, -1), withoutQuotes(closing)]);
  if (common === null) return written;
  const moved = inner.map((line) => {
    const rest = line.slice(common);
    return rest === '' ? '' : indent + rest;
  });
  const first = opening.slice(0, QUOTES_LENGTH);
  return [first, ...moved, ...(isClosedAlone ? [indent + closing.trim()] : [])].join(newline);
}

function withoutQuotes(closing: string): string {
  return closing.slice(0, -QUOTES_LENGTH);
}

/** The common indentation of all non-empty lines; null if they cannot be moved without changing the text. */
function commonIndentation(lines: readonly string[]): number | null {
  let least = Infinity;
  for (const line of lines) {
    const text = line.trimStart();
    if (text === '') continue;
    const blanks = line.length - text.length;
    if (!/^[ \t]*$/.test(line.slice(0, blanks))) return null;
    least = Math.min(least, blanks);
  }
  return least === Infinity ? null : least;
}

import type { ParsedScript } from '../../parsing/parse.js';
import type { Token } from '../../parsing/public-tokens.js';
import type { Text } from '../../tree/expressions.js';
import type { Line } from '../../tree/lines.js';
import { visitLine } from '../../tree/visit.js';
import { printText } from './print-text.js';

/** A printed token, with the data that determines the spaces around it. */
interface Piece {
  readonly text: string;
  readonly shape: 'value' | 'word' | 'sign' | 'comma' | 'open' | 'close';
}

/**
 * Prints a valid line from its tokens: keywords in upper case, one space between parts, paths and models in quotes.
 * Names, numbers and texts are unchanged.
 */
export function printLine(parsed: ParsedScript, line: Line, indent: string): string {
  const pieces = piecesOf(parsed, line, indent);
  let printed = '';
  pieces.forEach((piece, index) => {
    const previous = pieces[index - 1];
    if (previous !== undefined && needsBlank(previous, piece)) printed += ' ';
    printed += piece.text;
  });
  return printed;
}

function needsBlank(left: Piece, right: Piece): boolean {
  return left.shape !== 'open' && left.shape !== 'sign' && right.shape !== 'close' && right.shape !== 'comma';
}

function piecesOf({ source, tokens }: ParsedScript, line: Line, indent: string): Piece[] {
  const texts = new Map<number, Text>();
  const names = new Set<number>();
  visitLine(
    line,
    (text) => texts.set(text.range.start.offset, text),
    (name) => names.add(name.range.start.offset),
  );
  if ('name' in line && line.name !== null) names.add(line.name.range.start.offset);
  if (line.kind === 'output') for (const { name } of line.fields) names.add(name.range.start.offset);
  const pieces: Piece[] = [];
  const end = line.range.end.offset;
  let index = firstTokenFrom(tokens, line.range.start.offset);
  for (let token = tokens[index]; token !== undefined && token.start < end; token = tokens[index]) {
    const text = texts.get(token.start);
    if (text !== undefined) {
      pieces.push({ text: printText(source, text, indent), shape: 'value' });
      while ((tokens[index]?.start ?? Infinity) < text.range.end.offset) index++;
      continue;
    }
    const written = source.text.slice(token.start, token.end);
    pieces.push(pieceOf(token, written, names.has(token.start), pieces.at(-1)));
    index++;
  }
  return pieces;
}

function pieceOf(token: Token, written: string, isName: boolean, previous: Piece | undefined): Piece {
  if (isName) return { text: written, shape: 'value' };
  const upper = written.toUpperCase();
  if (token.kind === 'command') return { text: upper, shape: 'word' };
  if (token.kind === 'keyword') {
    // Only OUTPUT formats are lower case.
    if (previous?.text === 'FORMAT') return { text: written.toLowerCase(), shape: 'value' };
    return { text: upper, shape: upper === 'ON' || upper === 'OFF' ? 'value' : 'word' };
  }
  if (token.kind === 'operator') {
    const isSign = written === '-' && previous?.shape !== 'value' && previous?.shape !== 'close';
    return { text: written, shape: isSign ? 'sign' : 'word' };
  }
  return { text: written, shape: SHAPES[written] ?? 'value' };
}

const SHAPES: Readonly<Record<string, Piece['shape']>> = { ',': 'comma', '(': 'open', ')': 'close' };

/** The index of the first token at or after an offset (sorted). */
function firstTokenFrom(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? Infinity) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

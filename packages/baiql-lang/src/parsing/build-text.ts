import type { IToken } from 'chevrotain';
import { foldName, NAME_REST, NAME_START } from '../source/names.js';
import type { Source } from '../source/source.js';
import type { Text, TextPart } from '../tree/expressions.js';
import { endOf, isBlock, isTextToken, rangeOf, type TextPiece } from './assemble.js';
import * as t from './tokens.js';

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', t: '\t', '{': '{' };
const LINE_END = /\r\n|\n|\r/;
const EMPTY_REST = /^[ \t]*(?:\r\n|\n|\r)/;
const BARE_PLACEHOLDER = new RegExp(`(\\{[${NAME_START}][${NAME_REST}]*\\})`);

/** True if a backslash before this character is an escape. */
export function isKnownEscape(character: string): boolean {
  return character in ESCAPES;
}

/**
 * In a path most backslashes separate folders, as in `june
 * otes.txt` and `letters\{NAME}.docx`.
 */
export function isEscapeInPath(character: string): boolean {
  return character === '"' || character === '\\';
}

/** The common leading whitespace of a block's lines, or null if the block is taken verbatim. */
function commonIndent(inner: string): number | null {
  const opening = EMPTY_REST.exec(inner);
  if (opening === null) return null;
  const lines = inner.slice(opening[0].length).split(LINE_END);
  let least = Infinity;
  for (const line of lines) {
    const indent = line.length - line.trimStart().length;
    if (indent < line.length) least = Math.min(least, indent);
  }
  return least === Infinity ? 0 : least;
}

/** Value kinds that keep backslashes which are not escapes. */
type Backslashes = 'pattern' | 'path' | null;

/** Builds the node of a text token: its literal parts, with escapes resolved, and its placeholders. */
export function buildText(source: Source, token: IToken, backslashes: Backslashes = null): Text {
  const payload = isTextToken(token) ? token.payload : null;
  const isInBlock = isTextToken(token) && isBlock(token);
  const { open, pieces, close } = payload ?? { open: token, pieces: barePieces(token), close: token };
  const inner = isInBlock ? source.text.slice(endOf(open), close?.startOffset ?? endOf(token)) : '';
  const indent = isInBlock ? commonIndent(inner) : null;
  const parts: TextPart[] = [];
  let literal = '';
  const flush = (): void => {
    if (literal !== '') parts.push({ kind: 'literal', text: literal });
    literal = '';
  };
  for (const [index, piece] of pieces.entries()) {
    if (piece.tokenType === t.Placeholder) {
      flush();
      const written = piece.image.slice(1, -1);
      const range = rangeOf(source, piece);
      parts.push({ kind: 'placeholder', name: foldName(written), written, range });
    } else if (piece.tokenType === t.Escape) literal += resolveEscape(piece.image, backslashes);
    else if (piece.tokenType === t.BlockPiece) literal += blockPiece(piece.image, indent, index === 0);
    else literal += piece.image;
  }
  if (indent !== null) literal = literal.replace(/\n[ \t]*$/, '');
  flush();
  return {
    kind: 'text',
    form: payload === null ? 'bare' : isInBlock ? 'block' : 'quoted',
    // Grown arrays keep spare capacity, and a tree holds very many texts.
    parts: parts.slice(),
    range: rangeOf(source, token),
    closed: close !== null,
  };
}

/** An unquoted path or model; its placeholders are filled as well. */
function barePieces({ image, startOffset }: IToken): TextPiece[] {
  let at = startOffset;
  return image.split(BARE_PLACEHOLDER).map((piece, index) => {
    at += piece.length;
    const tokenType = index % 2 === 0 ? t.TextPiece : t.Placeholder;
    return { image: piece, startOffset: at - piece.length, tokenType };
  });
}

function resolveEscape(image: string, backslashes: Backslashes): string {
  const character = image.slice(1);
  if (backslashes === 'path' && !isEscapeInPath(character)) return image;
  return ESCAPES[character] ?? (backslashes === null ? character : image);
}

/** Part of a block, without the common indentation. */
function blockPiece(image: string, indent: number | null, isFirst: boolean): string {
  if (indent === null) return image.replace(/\r\n?/g, '\n');
  const stripped = image.replace(new RegExp(`(?:\\r\\n|\\n|\\r)[ \\t]{0,${indent}}`, 'g'), '\n');
  return isFirst ? stripped.replace(/^[ \t]*\n/, '') : stripped;
}

import type { IToken } from 'chevrotain';
import { foldName, NAME_REST, NAME_START } from '../source/names.js';
import type { Source } from '../source/source.js';
import type { Text, TextPart } from '../tree/expressions.js';
import { endOf, isTextToken, rangeOf, type TextPayload } from './assemble.js';
import * as t from './tokens.js';

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', t: '\t', '{': '{' };
const LINE_END = /\r\n|\n|\r/;
const EMPTY_REST = /^[ \t]*(?:\r\n|\n|\r)/;
const BARE_PLACEHOLDER = new RegExp(`\\{[${NAME_START}][${NAME_REST}]*\\}`, 'g');

/** Whether a backslash before this character means something. */
export function isKnownEscape(character: string): boolean {
  return character in ESCAPES;
}

/** In a path most backslashes stand between folders, as in `june\notes.txt` and `letters\{NAME}.docx`. */
export function isEscapeInPath(character: string): boolean {
  return character === '"' || character === '\\';
}

/** The common leading blanks of a block's lines, or null when the block is taken as it stands. */
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

interface TextOptions {
  /** Where backslashes that are no escapes stay. */
  readonly keepBackslashes?: 'pattern' | 'path' | null;
}

/** The node of a text token: its plain stretches, with escapes resolved, and its placeholders. */
export function buildText(source: Source, token: IToken, options: TextOptions = {}): Text {
  if (!isTextToken(token)) return buildBare(source, token);
  const payload = token.payload;
  const range = rangeOf(source, token);
  const closed = payload.close !== null;
  const [first] = payload.pieces;
  // Most texts are one plain stretch.
  if (first?.tokenType === t.TextPiece && payload.pieces.length === 1)
    return { kind: 'text', form: 'quoted', parts: [{ kind: 'literal', text: first.image }], range, closed };
  const block = payload.open.tokenType === t.BlockOpen;
  const indent = block
    ? commonIndent(source.text.slice(endOf(payload.open), innerEnd(payload, token)))
    : null;
  const strip = indent === null ? null : stripping(indent);
  const parts: TextPart[] = [];
  let literal = '';
  const flush = (): void => {
    if (literal !== '') parts.push({ kind: 'literal', text: literal });
    literal = '';
  };
  payload.pieces.forEach((piece, index) => {
    if (piece.tokenType === t.Placeholder) {
      flush();
      const written = piece.image.slice(1, -1);
      const at = rangeOf(source, piece);
      parts.push({ kind: 'placeholder', name: foldName(written), written, range: at });
    } else if (piece.tokenType === t.Escape) literal += resolveEscape(piece.image, options);
    else if (piece.tokenType === t.BlockPiece) literal += blockPiece(piece.image, strip, index === 0);
    else literal += piece.image;
  });
  if (indent !== null) literal = literal.replace(/\n[ \t]*$/, '');
  flush();
  const form = block ? 'block' : 'quoted';
  // Lists that have grown keep room for more, and a tree holds very many texts.
  return { kind: 'text', form, parts: parts.slice(), range, closed };
}

const STRIPPING = new Map<number, RegExp>();

/** What finds line ends with as many blanks after them as a block is indented by. */
function stripping(indent: number): RegExp {
  const known = STRIPPING.get(indent);
  if (known !== undefined) return known;
  const made = new RegExp(`(?:\\r\\n|\\n|\\r)[ \\t]{0,${indent}}`, 'g');
  if (indent <= DEEPEST_KEPT) STRIPPING.set(indent, made);
  return made;
}

const DEEPEST_KEPT = 40;

function innerEnd(payload: TextPayload, token: IToken): number {
  return payload.close === null ? endOf(token) : payload.close.startOffset;
}

function resolveEscape(image: string, options: TextOptions): string {
  const character = image.slice(1);
  const { keepBackslashes = null } = options;
  if (keepBackslashes === 'path' && !isEscapeInPath(character)) return image;
  return ESCAPES[character] ?? (keepBackslashes === null ? character : image);
}

function blockPiece(image: string, strip: RegExp | null, isFirst: boolean): string {
  if (strip === null) return image.replace(/\r\n?/g, '\n');
  const stripped = image.replace(strip, '\n');
  return isFirst ? stripped.replace(/^[ \t]*\n/, '') : stripped;
}

/** A path or model without quotes; names in braces are filled in there as well. */
function buildBare(source: Source, token: IToken): Text {
  const parts: TextPart[] = [];
  let at = 0;
  const literalUpTo = (end: number): void => {
    if (end > at) parts.push({ kind: 'literal', text: token.image.slice(at, end) });
  };
  for (const match of token.image.matchAll(BARE_PLACEHOLDER)) {
    literalUpTo(match.index);
    at = match.index + match[0].length;
    const range = source.range(token.startOffset + match.index, token.startOffset + at);
    const written = match[0].slice(1, -1);
    parts.push({ kind: 'placeholder', name: foldName(written), written, range });
  }
  literalUpTo(token.image.length);
  const range = rangeOf(source, token);
  return { kind: 'text', form: 'bare', parts: parts.slice(), range, closed: true };
}

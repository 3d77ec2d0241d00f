import { foldName, NAME_REST, NAME_START } from '../source/names.js';
import type { Source } from '../source/source.js';
import { endOf, isTextToken, type TokenLine } from './assemble.js';
import * as t from './tokens.js';

/** Every name that a line which is not understood may read or set. */
export function mentionsOf(tokens: TokenLine): string[] {
  const names: string[] = [];
  for (const token of tokens.slice(1)) {
    if (isTextToken(token)) {
      for (const piece of token.payload.pieces)
        if (piece.tokenType === t.Placeholder) names.push(foldName(piece.image.slice(1, -1)));
    } else if (token.tokenType === t.Placeholder) names.push(foldName(token.image.slice(1, -1)));
    else for (const word of wordsOf(token.image)) names.push(word);
  }
  return names;
}

/** Every word on a line that may set names: in what is not understood, any of them may be one. */
export function wordsIn(source: Source, tokens: TokenLine): string[] {
  const [first] = tokens;
  const last = tokens.at(-1);
  return first === undefined || last === undefined
    ? []
    : wordsOf(source.text.slice(first.startOffset, endOf(last)));
}

/** Every word of a text, as names are compared. */
export function wordsOf(text: string): string[] {
  return text.match(WORDS)?.map(foldName) ?? [];
}

const WORDS = new RegExp(`[${NAME_START}][${NAME_REST}]*`, 'g');

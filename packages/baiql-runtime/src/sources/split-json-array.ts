import { SourceError } from './source-error.js';

/**
 * The texts of the elements of a JSON array that comes in pieces, one at a time: a file of any size is never held. What
 * is inside an element is not looked at; parsing it will tell.
 * @throws SourceError `wrong-kind` when it is no array, `damaged` when it does not end properly, `too-large` when one
 * element is longer than `maxCharacters`.
 */
export async function* splitJsonArray(
  pieces: AsyncIterable<string>,
  name: string,
  maxCharacters: number,
): AsyncGenerator<string> {
  let state: 'before' | 'inside' | 'after' = 'before';
  let depth = 0;
  let inString = false;
  let escaped = false;
  let element = '';
  let elements = 0;

  for await (const piece of pieces) {
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece.charAt(at);
      if (inString) {
        if (escaped) escaped = false;
        else if (character === '\\') escaped = true;
        else if (character === '"') inString = false;
      } else if (state !== 'inside') {
        if (state === 'before' && character === '[') state = 'inside';
        else if (character.trim() !== '') throw state === 'before' ? notAnArray(name) : damaged(name);
        start = at + 1;
      } else if (character === '"') {
        inString = true;
      } else if (character === '{' || character === '[') {
        depth += 1;
      } else if (depth > 0) {
        if (character === '}' || character === ']') depth -= 1;
      } else if (character === ',' || character === ']') {
        const text = element + piece.slice(start, at);
        element = '';
        start = at + 1;
        if (character === ']') state = 'after';
        // Only an empty array has nothing before its end.
        if (text.trim() !== '') {
          elements += 1;
          yield text;
        } else if (character === ',' || elements > 0) {
          throw damaged(name);
        }
      } else if (character === '}') {
        throw damaged(name);
      }
    }
    if (state === 'inside') element += piece.slice(start);
    if (element.length > maxCharacters) {
      throw new SourceError(
        'too-large',
        `${name}: row ${elements + 1} is too large, or a quote in it is never closed.`,
      );
    }
  }
  if (state === 'before') throw notAnArray(name);
  if (state === 'inside') throw damaged(name);
}

function notAnArray(name: string): SourceError {
  return new SourceError(
    'wrong-kind',
    `${name} is not a list of objects: it must begin with [ and hold { … } entries.`,
  );
}

function damaged(name: string): SourceError {
  return new SourceError('damaged', `${name} is not valid JSON.`);
}

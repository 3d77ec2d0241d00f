import { SourceError } from './source-error.js';

/**
 * Yields the texts of a JSON array's elements from a stream, one at a time, so a file of any size is never held in
 * memory. Elements are not validated; parsing them is left to the caller.
 * @throws SourceError `wrong-kind` if it is not an array, `damaged` if it does not end properly, `too-large` if one
 * element is longer than `maxCharacters`.
 */
export async function* splitJsonArray(
  pieces: AsyncIterable<string>,
  name: string,
  maxCharacters: number,
): AsyncGenerator<string> {
  const brackets = createBracketCounter(name);
  let element = '';
  let elements = 0;
  for await (const piece of pieces) {
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece.charAt(at);
      const event = brackets.take(character);
      if (event === 'nothing') continue;
      const text = element + piece.slice(start, at);
      element = '';
      start = at + 1;
      if (event === 'begins') continue;
      if (text.trim() !== '') {
        elements += 1;
        yield text;
      } else if (event === 'separates' || elements > 0) {
        // Only an empty array may end without an element.
        throw damaged(name);
      }
    }
    element += piece.slice(start);
    if (element.length > maxCharacters) {
      const what = `${name}: row ${elements + 1} is too large, or a quote in it is never closed.`;
      throw new SourceError('too-large', what);
    }
  }
  brackets.finish();
}

/** The role of a character in the array: its start, its end, or the end of an element. */
type ArrayEvent = 'begins' | 'separates' | 'ends' | 'nothing';

function createBracketCounter(name: string) {
  /** 1 is directly in the array. */
  let depth = 0;
  let hasEnded = false;
  let inString = false;
  let escaped = false;

  function takeInString(character: string): void {
    if (escaped) escaped = false;
    else if (character === '\\') escaped = true;
    else if (character === '"') inString = false;
  }

  function takeOutside(character: string): ArrayEvent {
    if (character.trim() === '') return 'nothing';
    if (hasEnded) throw damaged(name);
    if (character !== '[') throw notAnArray(name);
    depth = 1;
    return 'begins';
  }

  return {
    take(character: string): ArrayEvent {
      if (inString) {
        takeInString(character);
        return 'nothing';
      }
      if (depth === 0) return takeOutside(character);
      switch (character) {
        case '"':
          inString = true;
          return 'nothing';
        case '[':
        case '{':
          depth += 1;
          return 'nothing';
        case ']':
        case '}':
          depth -= 1;
          if (depth > 0) return 'nothing';
          if (character === '}') throw damaged(name);
          hasEnded = true;
          return 'ends';
        case ',':
          return depth === 1 ? 'separates' : 'nothing';
        default:
          return 'nothing';
      }
    },
    /** @throws SourceError if the text ends before the array does. */
    finish(): void {
      if (hasEnded) return;
      throw depth === 0 ? notAnArray(name) : damaged(name);
    },
  };
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

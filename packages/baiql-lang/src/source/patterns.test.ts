import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternMatcher } from './patterns.js';

/** The same by regular expression: slow for hostile patterns, but plain to see. */
function matchesByExpression(pattern: string, path: string): boolean {
  const source = pattern.replace(/\*\*\/?|[*?]|[^*?]+/g, (part) => {
    if (part.startsWith('**')) return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : part;
  });
  return new RegExp(`^${source}$`, 'i').test(path);
}

const textOf = (characters: string, maxLength: number) =>
  fc.array(fc.constantFrom(...characters.split('')), { maxLength }).map((list) => list.join(''));

describe('a pattern', () => {
  it.each([
    ['essays/*.pdf', 'essays/Anna.PDF', true],
    ['essays/*.pdf', 'essays/old/Anna.pdf', false],
    ['essays/**.pdf', 'essays/old/Anna.pdf', true],
    ['**/Anna.pdf', 'essays/old/Anna.pdf', true],
    ['essay?.txt', 'essay1.txt', true],
    ['essay?.txt', 'essay/.txt', false],
    ['a.b', 'aXb', false],
    ['(1+1)*', '(1+1).txt', true],
  ])('%s and %s: %s', (pattern, path, fits) => {
    expect(patternMatcher(pattern)(path)).toBe(fits);
  });

  it('fits what a regular expression of the same meaning fits', () => {
    fc.assert(
      fc.property(textOf('ab/**?', 9), textOf('abA/', 10), (pattern, path) => {
        expect(patternMatcher(pattern)(path)).toBe(matchesByExpression(pattern, path));
      }),
      { numRuns: 2_000 },
    );
  });

  it('with many wildcards is answered nevertheless', () => {
    expect(patternMatcher(`${'*a'.repeat(40)}b`)('a'.repeat(100))).toBe(false);
  });
});

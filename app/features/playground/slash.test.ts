import { expect, it } from 'vitest';
import { findSlash, replaceSlash } from './slash';

it.each([
  ['/', 1, ''],
  ['/lesson pl', 10, 'lesson pl'],
  ['Hello\n/les and more', 10, 'les'],
])('finds the words after a slash: %j at %i', (text, caret, words) => {
  expect(findSlash(text, caret)?.words).toBe(words);
});

it.each([
  ['', 0],
  ['and/or', 6],
  ['see /usr', 8],
  ['/usr/bin', 8],
  ['/ a', 3],
  ['/lesson', 0],
  ['/lesson\nnext', 12],
  [`/${'x'.repeat(61)}`, 62],
])('leaves other text alone: %j at %i', (text, caret) => {
  expect(findSlash(text, caret)).toBeUndefined();
});

it('replaces the slash and its words', () => {
  const text = 'Hello\n/les and more';
  const slash = findSlash(text, 10);
  expect(slash && replaceSlash(text, slash, 'Plan it')).toBe('Hello\nPlan it and more');
});

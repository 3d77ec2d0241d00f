import { expect, it } from 'vitest';
import { solutionsWith } from './home-copy';
import { vendorsOf } from './reply-cost';

const textOf = (vendors: readonly string[]) => solutionsWith(vendors)[1]?.text;

it('the home page names the vendors that this server can reach, and leaves a single one unnamed', () => {
  const vendors = vendorsOf([{ provider: 'OpenAI' }, { provider: 'Gemini' }, { provider: 'OpenAI' }]);
  expect(textOf(vendors)).toBe(
    'OpenAI and Gemini in one place. Pay once, from $5. Your balance doesn’t expire.',
  );
  expect(textOf(['OpenAI'])).toBe('Pay once, from $5. Your balance doesn’t expire.');
});

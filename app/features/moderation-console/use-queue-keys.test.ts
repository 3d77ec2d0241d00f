import { expect, it } from 'vitest';
import { ALL_CODES } from '~/features/prompts';
import { pressKey } from './use-queue-keys';

/** Types the keys and returns the actions they trigger, in order. */
function type(keys: string) {
  let digit = '';
  return Array.from(keys).flatMap((key) => {
    const step = pressKey(digit, key);
    digit = step.digit;
    return step.move ? [step.move] : [];
  });
}

it('sets every code by its digit and letter, whatever its letter does alone', () => {
  for (const code of ALL_CODES) expect(type(code)).toEqual([{ do: 'code', code }]);
  expect(type('1A2f')).toEqual([{ do: 'code', code: '1a' }]);
});

it('decides and turns by single keys', () => {
  expect(type('arfsjkn')).toEqual([
    { do: 'button', key: 'a' },
    { do: 'button', key: 'r' },
    { do: 'button', key: 'f' },
    { do: 'button', key: 's' },
    { do: 'turn', to: 'next' },
    { do: 'turn', to: 'previous' },
    { do: 'write' },
  ]);
});

it('never decides by the key after a digit, and takes the last digit', () => {
  expect(type('2r')).toEqual([]);
  expect(type('5a')).toEqual([{ do: 'code', code: '5a' }]);
  expect(type('4f')).toEqual([]);
  expect(type('13d')).toEqual([{ do: 'code', code: '3d' }]);
  expect(type('9a')).toEqual([]);
  expect([...type('1'), pressKey('1', 'Escape')]).toEqual([{ digit: '' }]);
});

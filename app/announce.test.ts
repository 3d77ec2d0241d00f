import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { announce } from './announce.server';

const SAID = { notes: ['Create the first administrator (one-time link): http://a/b'], origin: 'http://a' };

function announced(isTerminal: boolean) {
  const lines: string[] = [];
  const print = vi.spyOn(console, 'log').mockImplementation((text: string) => void lines.push(text));
  announce(pino({ level: 'silent' }, { write: (line) => void lines.push(line) }), SAID, isTerminal);
  print.mockRestore();
  return lines;
}

it('tells people the address in a box, below the set-up link', () => {
  expect(announced(true)).toEqual([
    [
      'Create the first administrator (one-time link): http://a/b',
      '┌───────────────────────────────┐',
      '│ Promptwell is ready: http://a │',
      '└───────────────────────────────┘',
    ].join('\n'),
  ]);
});

it('tells programs the same as lines of the log, whatever its level', () => {
  expect(announced(false).map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'Create the first administrator (one-time link): http://a/b',
    'Promptwell is ready: http://a',
  ]);
});

import { expect, it } from 'vitest';
import { readableLine } from './logger.server';

it('shows a line of the log to people as time, level, sentence and values', () => {
  const line = { level: 40, time: '2026-11-22T12:03:44.120Z', status: 502, path: '/x', msg: 'slow answer' };
  expect(readableLine(JSON.stringify(line))).toBe('12:03:44 WARN  slow answer  status=502  path=/x\n');
});

it('shows where an error comes from below its line', () => {
  const line = {
    level: 50,
    time: '2026-11-22T12:03:44.120Z',
    err: { stack: 'Error: no\n  at x' },
    msg: 'failed',
  };
  expect(readableLine(JSON.stringify(line))).toBe('12:03:44 ERROR failed\nError: no\n  at x\n');
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
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

it('on a full disk stops nobody: the program goes on, and ends when it wants to @soak', async () => {
  const program = `
    import { createLogger } from ${JSON.stringify(path.resolve(import.meta.dirname, 'logger.server.ts'))};
    const log = createLogger('info');
    log.info('begins');
    setTimeout(() => {
      log.info('goes on');
      process.exitCode = 7;
    }, 100);`;
  const full = fs.openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', full, 'inherit'],
    timeout: 20_000,
  });
  expect(await once(child, 'exit')).toEqual([7, null]);
  fs.closeSync(full);
});

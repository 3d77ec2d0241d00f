import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { hasColors } from './process-io.js';

const COMMAND = path.join(import.meta.dirname, '../bin/baiql.js');

/** Runs the built command as a process of its own. */
async function baiql(args: readonly string[], input: string, environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...environment } });
  const output = text(child.stdout);
  const complaints = text(child.stderr);
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number];
  return { status, output: await output, complaints: await complaints };
}

describe('the built command', () => {
  it('reads standard input, writes to standard output, and exits with its status', async () => {
    expect(await baiql(['fmt', '-'], 'run')).toEqual({ status: 0, output: 'RUN\n', complaints: '' });
    expect(await baiql(['check', '--format', 'json', '-'], 'END_IF')).toMatchObject({
      status: 1,
      output: expect.stringContaining('"code": "BQ203"') as string,
    });
    expect(await baiql(['check'], '')).toMatchObject({ status: 2, output: '' });
  });

  it('writes no colours into a pipe, on a build server either', async () => {
    const { output } = await baiql(['check', '-'], 'END_IF', { CI: 'true' });
    expect(output).toContain('error[BQ203]');
    expect(output).not.toContain('\u001b');
  });

  it('ends only when all of a long output is on its way, also to a slow reader @soak', async () => {
    const script = '// A comment of some length.\n'.repeat(100_000);
    const child = spawn(process.execPath, [COMMAND, 'fmt', '-']);
    child.stdin.end(script);
    await once(child.stdout, 'readable');
    expect((await text(child.stdout)).length).toBe(script.length);
  });

  it('ends quietly when nobody reads its output any more @soak', async () => {
    const child = spawn(process.execPath, [COMMAND, 'check', '-']);
    const complaints = text(child.stderr);
    child.stdout.once('data', () => child.stdout.destroy());
    child.stdin.on('error', () => undefined).end('END_IF\n'.repeat(20_000));
    await once(child, 'close');
    expect(await complaints).toBe('');
  });

  it('says that its output cannot be written, and fails', async () => {
    const intoFull = ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, COMMAND, 'fmt', '-'];
    const child = spawn('/bin/sh', intoFull);
    const complaints = text(child.stderr);
    child.stdin.end('run');
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(await complaints).toBe('The output cannot be written (ENOSPC: no space left on device, write).\n');
  });
});

describe('colours', () => {
  it('are for terminals, unless NO_COLOR says otherwise', () => {
    expect(hasColors(true, { TERM: 'xterm' })).toBe(true);
    expect(hasColors(true, { NO_COLOR: '' })).toBe(true);
    expect(hasColors(false, {})).toBe(false);
    expect(hasColors(undefined, {})).toBe(false);
    expect(hasColors(true, { NO_COLOR: '1' })).toBe(false);
    expect(hasColors(true, { TERM: 'dumb' })).toBe(false);
  });
});

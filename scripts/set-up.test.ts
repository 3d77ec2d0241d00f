import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { acquireLock } from './set-up-lock.mjs';

/** The scripts that the clone's start uses; only the steps of the set-up are replaced with small ones. */
const SCRIPTS = ['start', 'check-port', 'prepare', 'set-up', 'set-up-lock', 'stamps', 'steps'];

/** As `npm ci` does: removes everything, then makes it piece by piece, by a process of its own. */
const STEPS = `
import { filesOf, runIfStale } from './stamps.mjs';
import { root, run, StepError } from './steps.mjs';
const FILES = Array.from({ length: 40 }, (_, index) => 'node_modules/part-' + index);
export const makeEverything = () => runIfStale({
  stamp: 'node_modules/.promptwell-installed',
  inputs: ['package.json'],
  readResult: filesOf(FILES),
  work: async () => {
    const { status, output } = await run('sh', ['-c', 'node install.mjs; exit $?']);
    if (status !== 0) throw new StepError('The packages could not be installed: ' + output);
  },
});
export const makePackages = makeEverything;
export const build = makeEverything;
`;
const INSTALL = `
import fs from 'node:fs';
import { setTimeout } from 'node:timers/promises';
fs.appendFileSync('installs.log', process.pid + '\\n');
fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules');
for (let index = 0; index < 40; index += 1) {
  fs.writeFileSync('node_modules/part-' + index, 'x'.repeat(1000), { flag: 'wx' });
  await setTimeout(Number(process.env.PART_MS ?? 5));
}
`;
/** Ends with an error when another one is in the room. */
const CONTEND = `
import fs from 'node:fs';
import { acquireLock } from './set-up-lock.mjs';
for (let round = 0; round < 5; round += 1) {
  const giveBack = await acquireLock('lock');
  fs.mkdirSync('room');
  fs.rmdirSync('room');
  giveBack();
}
`;
const SERVER = `console.log('ready'); process.exit(0);`;

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-set-up-'));
  fs.mkdirSync(path.join(folder, 'scripts'));
  fs.mkdirSync(path.join(folder, 'build/host'), { recursive: true });
  for (const name of SCRIPTS)
    fs.copyFileSync(
      path.join(import.meta.dirname, `${name}.mjs`),
      path.join(folder, 'scripts', `${name}.mjs`),
    );
  fs.writeFileSync(path.join(folder, 'scripts/set-up-steps.mjs'), STEPS);
  fs.writeFileSync(path.join(folder, 'install.mjs'), INSTALL);
  fs.writeFileSync(path.join(folder, 'build/host/server.js'), SERVER);
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
});
afterEach(async () => {
  for (const child of children.splice(0)) await ended(child, 'SIGKILL');
  fs.rmSync(folder, { recursive: true });
});

interface Start {
  child: ChildProcess;
  output: () => string;
}

function start(env: Record<string, string> = {}): Start {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', ...env },
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return { child, output: () => output };
}

async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'close');
    if (signal) child.kill(signal);
    await gone;
  }
  return child.exitCode;
}

const installs = (): number[] => {
  const log = path.join(folder, 'installs.log');
  return fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim().split('\n').map(Number) : [];
};
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(fs.readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH' && error.code !== 'ENOENT';
  }
};
async function untilInstalled(file: string, { child, output }: Start): Promise<void> {
  const place = path.join(folder, 'node_modules', file);
  await vi.waitUntil(() => fs.existsSync(place) || child.exitCode !== null, { timeout: 60_000, interval: 2 });
  if (!fs.existsSync(place)) throw new Error(output());
}

describe('npm start', () => {
  it('of two at once, one waits for the other and finds everything done', async () => {
    const first = start({ PART_MS: '60' });
    await untilInstalled('part-0', first);
    const both = [first, start()];
    expect(await Promise.all(both.map(({ child }) => ended(child)))).toEqual([0, 0]);
    expect(both.map(({ output }) => output().includes('ready'))).toEqual([true, true]);
    expect(installs()).toHaveLength(1);
    expect(both.map(({ output }) => output()).join('')).toContain('Another set-up of this clone is running');
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('.set-up.lock'))).toEqual([]);
  });

  it.each<[signal: NodeJS.Signals, part: number, soak: string]>([
    ['SIGINT', 0, ' @soak'],
    ['SIGTERM', 12, ' @soak'],
    ['SIGKILL', 3, ''],
    ['SIGKILL', 39, ' @soak'],
  ])(
    'killed by %s at part %i, takes its installation along; the next one sets up anew%s',
    async (signal, part) => {
      const first = start();
      await untilInstalled(`part-${String(part)}`, first);
      await ended(first.child, signal);
      const second = start();
      expect(await ended(second.child)).toBe(0);
      expect(second.output()).toContain('ready');
      expect(installs().slice(0, 1).filter(isAlive)).toEqual([]);
      expect(fs.readdirSync(path.join(folder, 'node_modules'))).toHaveLength(41);
    },
  );

  it('when its set-up is killed alone, says so, and nothing of it goes on @soak', async () => {
    const first = start();
    await untilInstalled('part-5', first);
    const { pid } = JSON.parse(fs.readFileSync(path.join(folder, '.set-up.lock'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
    expect(await ended(first.child)).toBe(1);
    expect(first.output()).toContain('The set-up was ended by SIGKILL.');
    await vi.waitUntil(() => !installs().some(isAlive), { timeout: 60_000 });
    expect(await ended(start().child)).toBe(0);
  });

  it('installs again what was removed, and nothing else', async () => {
    await ended(start().child);
    await ended(start().child);
    expect(installs()).toHaveLength(1);
    fs.rmSync(path.join(folder, 'node_modules/part-7'));
    const third = start();
    expect(await ended(third.child)).toBe(0);
    expect(installs()).toHaveLength(2);
  });

  it('names a wrong PORT before it installs anything', async () => {
    const { child, output } = start({ PORT: '80a' });
    expect(await ended(child)).toBe(1);
    expect(output()).toBe('PORT is "80a". Set it to a number from 0 to 65535, such as 3000.\n');
    expect(installs()).toEqual([]);
  });

  it('tells what failed in a sentence, and gives the lock back', async () => {
    fs.writeFileSync(path.join(folder, 'install.mjs'), 'console.error("no network"); process.exit(1);');
    const { child, output } = start();
    expect(await ended(child)).toBe(1);
    expect(output()).toBe('The packages could not be installed: no network\n\n');
    expect(fs.existsSync(path.join(folder, '.set-up.lock'))).toBe(false);
  });
});

describe('the lock', () => {
  it('of a process that is gone is taken over by one of several at a time', async () => {
    const dead = spawn(process.execPath, ['-e', '']);
    await ended(dead);
    fs.writeFileSync(path.join(folder, 'lock'), JSON.stringify({ pid: dead.pid, startedAt: 'then' }));
    fs.writeFileSync(path.join(folder, 'scripts/contend.mjs'), CONTEND);
    const contenders = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, ['scripts/contend.mjs'], { cwd: folder });
      children.push(child);
      return child;
    });
    expect(await Promise.all(contenders.map((child) => ended(child)))).toEqual([0, 0, 0, 0]);
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([]);
  });

  it('is not held by another process that has got the same id', async () => {
    const file = path.join(folder, 'lock');
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, startedAt: 'long ago' }));
    const waits: number[] = [];
    (await acquireLock(file, (pid: number) => waits.push(pid)))();
    expect(waits).toEqual([]);
  });
});

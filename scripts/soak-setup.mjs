// `npm run soak:setup [rounds] [seed]`: a first start of this clone, killed at a random moment and started again. Each
// round uses a fresh copy of the files known to git and takes some minutes. SOAK_SETUP_SECONDS limits when the kill
// happens.
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from './steps.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL'];
const READY = /"Promptwell is ready: ([^"]+)"/; // JSON log line, as printed without a terminal
const WORK = /^(?:Installing|Generating|Building)/m;
const rounds = Number(process.argv[2] ?? 10);
const withinMs = Number(process.env.SOAK_SETUP_SECONDS ?? 180) * 1000;
let seed = Number(process.argv[3] ?? randomInt(2 ** 31));

for (let round = 1; round <= rounds; round += 1) {
  const ofRound = seed;
  const atMs = Math.floor(random() * withinMs);
  const signal = SIGNALS[Math.floor(random() * SIGNALS.length)];
  const clone = copyClone();
  console.log(`round ${round} of ${rounds}, seed ${ofRound}: ${signal} after ${(atMs / 1000).toFixed(1)} s`);
  try {
    await startAndKill(clone, atMs, signal);
    await startUntilReady(clone);
    const again = await startUntilReady(clone);
    if (WORK.test(again)) throw new Error(`A start that had nothing to do did something:\n${again}`);
  } catch (error) {
    console.error(`${error.message}\nRun it again with: npm run soak:setup -- 1 ${ofRound}`);
    process.exit(1);
  } finally {
    fs.rmSync(clone, { recursive: true, force: true });
  }
}

/** Park–Miller generator: the same seed gives the same moments. */
function random() {
  seed = (seed * 48_271) % 2_147_483_647 || 1;
  return seed / 2_147_483_647;
}

function copyClone() {
  const clone = fs.mkdtempSync(path.join(os.tmpdir(), 'promptwell-clone-'));
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter((name) => name && fs.existsSync(path.join(root, name)))) {
    fs.cpSync(path.join(root, file), path.join(clone, file));
  }
  return clone;
}

function start(clone) {
  const child = spawn(process.execPath, ['-r', './scripts/check-node.cjs', 'scripts/start.mjs'], {
    cwd: clone,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: path.join(clone, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return { child, closed: once(child, 'close'), output: () => output };
}

async function startAndKill(clone, atMs, signal) {
  const { child, closed, output } = start(clone);
  await Promise.race([setTimeout(atMs), closed]);
  console.log(`  ${output().trim().split('\n').at(-1)}`);
  child.kill(signal);
  await closed;
  await untilNothingRuns(clone);
}

/** Waits until no process works in the clone, including orphans. */
async function untilNothingRuns(clone) {
  const until = Date.now() + 60_000;
  let running = processesIn(clone);
  while (running.length > 0 && Date.now() < until) {
    await setTimeout(100);
    running = processesIn(clone);
  }
  if (running.length > 0) throw new Error(`Still running: ${running.join(', ')}`);
}

function processesIn(clone) {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isIn(clone, name))
    .map((pid) => `${pid} ${fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`);
}

function isIn(clone, pid) {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(clone);
  } catch {
    return false; // it has ended
  }
}

async function startUntilReady(clone) {
  const { child, closed, output } = start(clone);
  let isGone = false;
  void closed.then(() => {
    isGone = true;
  });
  while (!READY.test(output()) && !isGone) await setTimeout(200);
  const [, origin] = READY.exec(output()) ?? [];
  if (!origin) throw new Error(`The second start failed:\n${output()}`);
  const { status } = await fetch(`${origin}/readyz`);
  child.kill('SIGTERM');
  const [code] = await closed;
  if (status !== 200 || code !== 0) throw new Error(`/readyz ${status}, ended with ${code}:\n${output()}`);
  return output();
}

// One set-up of a clone at a time. The lock is a file that names its holder: process id, and when that process started,
// since ids are used again. A holder that is gone is replaced.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const ASK_AGAIN_MS = 200;
const END_ORPHANS_MS = 10_000;

/**
 * Waits until the lock is ours; `onWait` gets the holder’s process id, once. Returns a function that gives it back.
 * @param {string} file
 * @param {(pid: number) => void} onWait
 */
export async function takeLock(file, onWait = () => {}) {
  const own = `${file}.${String(process.pid)}`;
  const text = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) });
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(own, text);
  try {
    let isWaiting = false;
    while (!isLinked(own, file)) {
      const holder = read(file);
      if (holder === undefined) continue;
      if (!(await isGone(holder))) {
        if (!isWaiting) onWait(JSON.parse(holder).pid);
        isWaiting = true;
        await setTimeout(ASK_AGAIN_MS);
      } else if (await replaced(file, holder, own)) break;
    }
  } finally {
    fs.rmSync(own, { force: true });
  }
  return () => {
    if (read(file) === text) fs.rmSync(file);
  };
}

/** A link is made whole or not at all: nobody reads a lock that is half written. */
function isLinked(own, file) {
  try {
    fs.linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Of several that find the same dead holder one replaces it: each holder's place has a lock of its own. */
async function replaced(file, holder, own) {
  const giveBack = await takeLock(
    `${file}.after-${createHash('sha256').update(holder).digest('hex').slice(0, 16)}`,
  );
  try {
    if (read(file) !== holder) return false;
    fs.renameSync(own, file);
    return true;
  } finally {
    giveBack();
  }
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A holder leads a process group. If it was killed alone, its children go on and would undo what comes next: they end. */
async function isGone(holder) {
  const { pid, startedAt } = JSON.parse(holder);
  const start = startOf(pid);
  if (start === startedAt) return false;
  if (start !== undefined) return true; // the id has been used again, so the whole group is gone
  const until = Date.now() + END_ORPHANS_MS;
  while (endsGroup(pid) && Date.now() < until) await setTimeout(ASK_AGAIN_MS);
  return true;
}

/** False once there is no such group. */
function endsGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** When a process started; undefined if there is none. */
function startOf(pid) {
  if (process.platform !== 'linux') return startByPs(pid);
  const stat = read(`/proc/${String(pid)}/stat`);
  // The second field is the program's name, which may contain blanks and parentheses.
  const [state, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? ['Z'];
  return state === 'Z' ? undefined : rest[18];
}

function startByPs(pid) {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return started.trim();
  } catch {
    return undefined; // ps fails when there is no such process
  }
}

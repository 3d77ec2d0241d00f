// A mutex for the set-up of a clone. The lock file names its holder by process id and start time, since ids are reused.
// A dead holder is replaced.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const POLL_MS = 200;
const END_ORPHANS_MS = 10_000;

/**
 * Waits until the lock is acquired. `onWait` is called once with the holder’s process id. Returns a function that
 * releases the lock.
 * @param {string} file
 * @param {(pid: number) => void} onWait
 */
export async function acquireLock(file, onWait = () => {}) {
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
        await setTimeout(POLL_MS);
      } else if (await replaceHolder(file, holder, own)) break;
    }
  } finally {
    fs.rmSync(own, { force: true });
  }
  return () => {
    if (read(file) === text) fs.rmSync(file);
  };
}

/** Creating a link is atomic, so no process reads a partial lock. */
function isLinked(own, file) {
  try {
    fs.linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Replaces a dead holder. If several processes find it, a second lock, named after the holder, lets only one of them
 * succeed.
 */
async function replaceHolder(file, holder, own) {
  const release = await acquireLock(
    `${file}.after-${createHash('sha256').update(holder).digest('hex').slice(0, 16)}`,
  );
  try {
    if (read(file) !== holder) return false;
    fs.renameSync(own, file);
    return true;
  } finally {
    release();
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

/** A holder leads a process group. If only the leader was killed, its children would interfere, so they are killed. */
async function isGone(holder) {
  const { pid, startedAt } = JSON.parse(holder);
  const start = startOf(pid);
  if (start === startedAt) return false;
  if (start !== undefined) return true; // the id was reused, so the whole group has ended
  const until = Date.now() + END_ORPHANS_MS;
  while (endsGroup(pid) && Date.now() < until) await setTimeout(POLL_MS);
  return true;
}

/** Kills the group. Returns false once it no longer exists. */
function endsGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** Start time of a process; undefined if it does not exist. */
function startOf(pid) {
  if (process.platform !== 'linux') return startByPs(pid);
  const stat = read(`/proc/${String(pid)}/stat`);
  // The second field is the program's name, which may contain spaces and parentheses.
  const [state, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? ['Z'];
  return state === 'Z' ? undefined : rest[18];
}

function startByPs(pid) {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return started.trim();
  } catch {
    return undefined; // ps fails if there is no such process
  }
}

import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { openRescueWriter, rescueFileOf, type RescueWriter } from './rescue-file.js';
import { INSERT_REPLY, REJECT_REPLY, SET_FILE, SET_MEMO_PART } from './schema.js';
import type { StateWrite, WriteGroup, WrittenGroup } from './writes.js';

// A commit waits for the disk. On this thread it blocks neither sending nor reading responses.
const file = String(workerData);
const db = new Database(file, { timeout: 10_000 });
db.pragma('synchronous = FULL');
db.pragma('foreign_keys = ON');

const insertReply = db.prepare(INSERT_REPLY);
const upsertResult = db.prepare(
  `INSERT INTO results (run_id, batch, number, status, result) VALUES (?, ?, ?, ?, ?)
   ON CONFLICT DO UPDATE SET status = excluded.status, result = excluded.result`,
);
const rejectReply = db.prepare(REJECT_REPLY);
const selectOwner = db.prepare<[string], { owner: string }>('SELECT owner FROM runs WHERE id = ?');
const setMemoPart = db.prepare(SET_MEMO_PART);
const removeMemoPart = db.prepare('DELETE FROM memo_parts WHERE run_id = ? AND name = ?');
const setFile = db.prepare(SET_FILE);
const removeFile = db.prepare('DELETE FROM files WHERE run_id = ? AND path = ?');
const updateStatus = db.prepare('UPDATE runs SET status = ?, reason = ? WHERE id = ?');

function write(each: StateWrite): void {
  switch (each.kind) {
    case 'reply':
      // A paid reply is stored even if another process has taken over the run.
      insertReply.run({ runId: each.runId, ...each.reply });
      return;
    case 'results':
      checkOwner(each);
      for (const { batch, number, status, badReplies, result } of each.results) {
        upsertResult.run(each.runId, batch, number, status, result);
        const beginning = `${each.runId}/${String(batch)}/${String(number)}/`;
        for (const ending of badReplies) rejectReply.run(beginning, beginning, `/${ending}`, `/${ending}`);
      }
      return;
    case 'memo':
      checkOwner(each);
      for (const [name, value] of Object.entries(each.changes)) {
        if (value === null) removeMemoPart.run(each.runId, name);
        else setMemoPart.run(each.runId, name, value);
      }
      return;
    case 'files':
      checkOwner(each);
      for (const path of each.gone) removeFile.run(each.runId, path);
      for (const { path, isWhole, sizeBytes, modifiedMs } of each.written)
        setFile.run(path, each.runId, isWhole ? 1 : 0, sizeBytes, modifiedMs);
      return;
    case 'status':
      checkOwner(each);
      updateStatus.run(each.status, each.reason, each.runId);
      return;
  }
}

function checkOwner({ runId, owner }: { runId: string; owner: string }): void {
  if (selectOwner.get(runId)?.owner !== owner) throw new Error('Another process has taken over this run.');
}

const commit = db.transaction((writes: readonly StateWrite[]) => {
  for (const each of writes) write(each);
});

const rescues = new Map<string, RescueWriter>();
let trouble: string | null = null;

/** Null when durable, else the error. */
function tryCommit(writes: readonly StateWrite[]): unknown {
  try {
    commit.immediate(writes);
    return null;
  } catch (error) {
    return error;
  }
}

/** A retry on its own after its group failed. Null when durable, else the reason for its rejection. */
function writeAlone(each: StateWrite): string | null {
  const error = tryCommit([each]);
  if (error === null) return null;
  if (!(error instanceof Database.SqliteError)) return messageOf(error);
  trouble = `${file} can no longer be written (${error.message}). Everything you paid for is saved: free up disk space, then resume.`;
  return each.kind === 'reply' ? rescue(each, error) : trouble;
}

function rescue({ runId, reply }: Extract<StateWrite, { kind: 'reply' }>, why: Error): string | null {
  try {
    const writer = rescues.get(runId) ?? openRescueWriter(rescueFileOf(file, runId));
    rescues.set(runId, writer);
    writer.put(reply);
    return null;
  } catch (error) {
    return `A reply that was paid for is lost: ${file} cannot be written (${why.message}), and neither can the room beside it (${messageOf(error)}).`;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

parentPort?.on('message', ({ writes }: WriteGroup) => {
  // A rejected write fails the whole group, which is then retried one by one.
  const refusals = tryCommit(writes) === null ? writes.map(() => null) : writes.map(writeAlone);
  parentPort?.postMessage({ refusals, trouble } satisfies WrittenGroup);
});
parentPort?.once('close', () => {
  db.close();
});

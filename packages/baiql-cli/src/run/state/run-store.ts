import { randomUUID } from 'node:crypto';
import type { Plan } from '@promptwell/baiql-lang';
import type {
  FileRecord,
  MemoChanges,
  ReplyFinish,
  RequestHashes,
  ResultPlace,
  TransactionResult,
} from '@promptwell/baiql-runtime';
import { describeOwner, inUse } from './claim-run.js';
import { unusable, type StateFile } from './open-state.js';
import { readRescued, removeRescueFile, rescueFileOf, preallocateRescueFile } from './rescue-file.js';
import { INSERT_REPLY } from './schema.js';
import type { ReplyRow } from './writes.js';

export interface StoredRun {
  readonly id: string;
  readonly script: string;
  readonly plan: Plan;
  readonly model: string | null;
  readonly baseUrl: string | null;
  /** Whether it takes the answers of earlier runs. */
  readonly reuse: boolean;
  readonly status: string;
  /** Finish reason; null if it ended normally. */
  readonly reason: string | null;
}

/** A paid reply. */
export interface StoredReply {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicroUsd: number | null;
  readonly finish?: ReplyFinish | undefined;
}

/** One run in a state file. */
export interface RunStore {
  replyOf(key: string): StoredReply | null;
  /** The latest reply to an identical request, of this run or of any. */
  replyTo(fingerprint: string, from: 'run' | 'any'): StoredReply | null;
  keepReply(key: string, fingerprint: string, reply: StoredReply): Promise<void>;
  keepResults(results: readonly TransactionResult[]): Promise<void>;
  loadResults(after: ResultPlace | null, limit: number): TransactionResult[];
  saveMemo(changes: MemoChanges): Promise<void>;
  loadMemo(): MemoChanges | null;
  /** The complete files that other runs wrote last to these paths. */
  standing(paths: readonly string[]): FileRecord[];
  recordFiles(written: readonly FileRecord[], gone: readonly string[]): Promise<void>;
  finish(status: string, reason: string | null): Promise<void>;
  /** Why nothing more may be sent, as a sentence: the state is not writable. Null while it is. */
  writeError(): string | null;
}

/** @throws UsageError if the file cannot be written. */
export function insertRun(
  { db, file }: StateFile,
  run: Omit<StoredRun, 'status' | 'reason'>,
  startedAtMs: number,
): void {
  try {
    db.prepare(
      `INSERT INTO runs (id, script, plan, model, base_url, reuses, started_at_ms)
       VALUES (@id, @script, @plan, @model, @baseUrl, @reuses, @startedAtMs)`,
    ).run({
      id: run.id,
      script: run.script,
      plan: JSON.stringify(run.plan),
      model: run.model,
      baseUrl: run.baseUrl,
      reuses: run.reuse ? 1 : 0,
      startedAtMs,
    });
  } catch (error) {
    throw unusable(file, error);
  }
}

export function findRun({ db }: StateFile, id: string): StoredRun | null {
  const row = db
    .prepare<[string], Omit<StoredRun, 'plan' | 'reuse'> & { plan: string; reuses: number }>(
      'SELECT id, script, plan, model, base_url AS baseUrl, reuses, status, reason FROM runs WHERE id = ?',
    )
    .get(id);
  if (row === undefined) return null;
  const { plan, reuses, ...run } = row;
  return { ...run, reuse: reuses === 1, plan: JSON.parse(plan) as Plan };
}

/** When the latest reply to each request was received; null: there is none. */
export function answeredAt({ db }: StateFile, requests: readonly RequestHashes[]): (number | null)[] {
  const latest = db.prepare<[string], { atMs: number | null }>(
    'SELECT max(at_ms) AS atMs FROM replies WHERE fingerprint = ?',
  );
  return requests.map(({ fingerprint }) => latest.get(fingerprint)?.atMs ?? null);
}

/**
 * Takes over a run: writes of its previous process are rejected from now on. Preallocates the rescue file, and imports
 * replies stored there before.
 * @throws RunInUseError; UsageError if there is no space.
 */
export function openRunStore(state: StateFile, id: string): RunStore {
  const { db, writer, file } = state;
  const owner = describeOwner(randomUUID());
  const rescueFile = rescueFileOf(file, id);
  const selectOwner = db.prepare<[string], { owner: string | null }>('SELECT owner FROM runs WHERE id = ?');
  const ownerNow = (): string | null => selectOwner.get(id)?.owner ?? null;
  try {
    if (!state.claim(id)) throw inUse(id, ownerNow());
    db.prepare("UPDATE runs SET owner = ?, status = 'running', reason = NULL WHERE id = ?").run(owner, id);
    importReplies(db, id, readRescued(rescueFile));
    preallocateRescueFile(rescueFile);
  } catch (error) {
    throw unusable(file, error);
  }

  const REPLY =
    'text, input_tokens AS inputTokens, output_tokens AS outputTokens, cost_micro_usd AS costMicroUsd, finish';
  const byKey = db.prepare<[string], ReplyColumns>(`SELECT ${REPLY} FROM replies WHERE key = ?`);
  // A repeated request, or NOCACHE, asked for another reply than the stored one.
  const ofRun = db.prepare<[string, string], ReplyColumns>(
    `SELECT ${REPLY} FROM replies WHERE fingerprint = ? AND run_id = ? ORDER BY at_ms DESC LIMIT 1`,
  );
  const ofAny = db.prepare<[string], ReplyColumns>(
    `SELECT ${REPLY} FROM replies WHERE fingerprint = ? ORDER BY at_ms DESC LIMIT 1`,
  );
  const selectResults = db.prepare<[string, number, number, number], { result: string }>(
    'SELECT result FROM results WHERE run_id = ? AND (batch, number) > (?, ?) ORDER BY batch, number LIMIT ?',
  );
  const selectFile = db.prepare<[string, string], Omit<FileRecord, 'isWhole'>>(
    `SELECT path, size_bytes AS sizeBytes, modified_ms AS modifiedMs FROM files
     WHERE path = ? AND run_id <> ? AND is_whole = 1`,
  );
  const selectMemo = db.prepare<[string], { name: string; value: string }>(
    'SELECT name, value FROM memo_parts WHERE run_id = ?',
  );

  return {
    replyOf: (key) => toReply(byKey.get(key)),
    replyTo: (fingerprint, from) =>
      toReply(from === 'run' ? ofRun.get(fingerprint, id) : ofAny.get(fingerprint)),
    keepReply: (key, fingerprint, { finish = null, ...reply }) =>
      writer.write({
        kind: 'reply',
        runId: id,
        reply: { key, fingerprint, ...reply, finish, atMs: Date.now() },
      }),
    keepResults: (results) =>
      writer.write({
        kind: 'results',
        runId: id,
        owner,
        results: results.map((result) => {
          const { batch, number, status, badReplies = [] } = result;
          return { batch, number, status, badReplies, result: JSON.stringify(result) };
        }),
      }),
    loadResults: (after, limit) =>
      selectResults
        .all(id, after?.batch ?? 0, after?.number ?? 0, limit)
        .map(({ result }) => JSON.parse(result) as TransactionResult),
    saveMemo: (changes) => writer.write({ kind: 'memo', runId: id, owner, changes }),
    loadMemo() {
      const parts = selectMemo.all(id).map(({ name, value }) => [name, value] as const);
      return parts.length === 0 ? null : Object.fromEntries(parts);
    },
    standing: (paths) =>
      paths.flatMap((path) => {
        const file = selectFile.get(path, id);
        return file === undefined ? [] : [{ ...file, isWhole: true }];
      }),
    recordFiles: (written, gone) => writer.write({ kind: 'files', runId: id, owner, written, gone }),
    async finish(status, reason) {
      try {
        await writer.write({ kind: 'status', runId: id, owner, status, reason });
      } catch (error) {
        // A resume determines by itself how far the run had come.
        if (writer.trouble === null) throw error;
      }
      if (writer.trouble === null) removeRescueFile(rescueFile);
    },
    writeError: () => writer.trouble ?? (ownerNow() === owner ? null : TAKEN_OVER),
  };
}

type ReplyColumns = Omit<StoredReply, 'finish'> & { readonly finish: ReplyFinish | null };

function toReply(row: ReplyColumns | undefined): StoredReply | null {
  return row === undefined ? null : { ...row, finish: row.finish ?? undefined };
}

/** A fallback for a deleted lock file; normally the lock prevents duplicate sends. */
const TAKEN_OVER = 'Another process has taken over this run, so nothing more is sent from here.';

function importReplies(db: StateFile['db'], runId: string, replies: readonly ReplyRow[]): void {
  if (replies.length === 0) return;
  const insert = db.prepare(INSERT_REPLY);
  // Durable first: the rescue file is about to be removed.
  db.pragma('synchronous = FULL');
  db.transaction(() => {
    for (const reply of replies) insert.run({ runId, ...reply });
  }).immediate();
  db.pragma('synchronous = NORMAL');
}

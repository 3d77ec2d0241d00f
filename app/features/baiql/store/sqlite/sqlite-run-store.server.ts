import type { FileRecord, ResultPlace, RunOutcome, RunTotals } from '@promptwell/baiql-runtime';
import type { SqliteConnection } from '~/core/db/sqlite/database.server';
import type { Clock } from '~/core/shared/clock';
import { LeaseLostError, type Claim, type RunStore } from '../run-store.server';
import { fileStatements } from './files.server';
import { leaseStatements } from './leases.server';
import { logLineStatements } from './log-lines.server';
import { removeAllOf } from './remove-all.server';
import { replyStatements } from './replies.server';
import { resultStatements } from './results.server';
import { sweepRuns } from './retention.server';
import { reviewStatements } from './reviews.server';

export function createSqliteRunStore(database: SqliteConnection & { clock: Clock }): RunStore {
  const { connection, lock, clock } = database;
  const leases = leaseStatements(connection);
  const replies = replyStatements(connection);
  const lines = logLineStatements(connection);
  const results = resultStatements(connection);
  const reviews = reviewStatements(connection);
  const files = fileStatements(connection);
  const checkLease = connection.prepare<[string, bigint, string], { id: string }>(
    'SELECT id FROM baiql_execution WHERE id = ? AND fencing_token = ? AND lease_owner = ?',
  );
  const saveTotals = connection.prepare(
    `UPDATE baiql_execution SET total = @total, succeeded = @succeeded, failed = @failed, skipped = @skipped,
     cut_off = @cutOff, input_tokens = @inputTokens, output_tokens = @outputTokens, cost = @cost WHERE id = @id`,
  );
  const savePart = connection.prepare<[string, string, string]>(
    `INSERT INTO baiql_memo_part (execution_id, name, value) VALUES (?, ?, ?)
     ON CONFLICT (execution_id, name) DO UPDATE SET value = excluded.value`,
  );
  const removePart = connection.prepare<[string, string]>(
    'DELETE FROM baiql_memo_part WHERE execution_id = ? AND name = ?',
  );
  const loadMemo = connection.prepare<[string], { name: string; value: string }>(
    'SELECT name, value FROM baiql_memo_part WHERE execution_id = ?',
  );
  const underWay = connection.prepare<[string], { id: string }>(
    "SELECT id FROM baiql_execution WHERE id = ? AND status IN ('queued', 'running')",
  );
  const markRunning = connection.prepare<[bigint, bigint, string]>(
    `UPDATE baiql_execution SET status = 'running', started_at = COALESCE(started_at, ?), working_since = ?
     WHERE id = ? AND status IN ('queued', 'running')`,
  );
  const outputsOf = connection.prepare<[string], { outputs: string }>(
    'SELECT outputs FROM baiql_execution WHERE id = ?',
  );
  // A cancelled run keeps its status whatever its last requests return, and has worked until the cancel.
  const finish = connection.prepare(
    `UPDATE baiql_execution SET outputs = @outputs, remaining = @remaining, lease_owner = NULL, lease_until = 0, unexpected_ends = 0,
     worked_ms = worked_ms
       + max(0, COALESCE(finished_at, @now) - COALESCE(working_since, finished_at, @now)),
     working_since = NULL,
     finished_at = CASE WHEN status = 'failed' THEN finished_at ELSE @now END,
     reason = CASE WHEN status = 'failed' THEN reason ELSE @reason END,
     message = CASE WHEN status = 'failed' THEN message ELSE @message END,
     status = CASE WHEN status = 'failed' THEN status ELSE @status END
     WHERE id = @id`,
  );
  // A run that only rewrote its files gets its previous status back.
  const finishWriting = connection.prepare<[string, string]>(
    `UPDATE baiql_execution SET outputs = ?, lease_owner = NULL, lease_until = 0, unexpected_ends = 0,
       continue_as = 'resume' WHERE id = ? AND continue_as = 'write'`,
  );
  const raiseCost = connection.prepare<[bigint, string]>(
    'UPDATE baiql_execution SET cost = max(cost, ?) WHERE id = ? AND cost IS NOT NULL',
  );
  const markProgress = connection.prepare<[string]>(
    'UPDATE baiql_execution SET unexpected_ends = 0 WHERE id = ? AND unexpected_ends > 0',
  );
  const saveOutputs = connection.prepare<[string, string]>(
    'UPDATE baiql_execution SET outputs = ? WHERE id = ?',
  );
  const inTransaction = <T>(work: () => T): Promise<T> =>
    lock.run(() => connection.transaction(work).immediate());
  /** Runs `work` in one commit; refused as a whole if the lease is lost. */
  const fenced = <T>({ executionId, token, owner }: Claim, work: () => T): Promise<T> =>
    inTransaction(() => {
      if (!checkLease.get(executionId, BigInt(token), owner)) throw new LeaseLostError();
      return work();
    });
  const writeTotals = (id: string, { costMicroUsd, ...totals }: RunTotals): void => {
    saveTotals.run({ id, ...totals, cost: costMicroUsd === null ? null : BigInt(costMicroUsd) });
  };

  /** A run that stopped before it rewrote its files keeps those of an earlier part. */
  const withEarlier = (
    id: string,
    outputs: RunOutcome['outputs'],
    gone: ReadonlySet<string> = new Set(),
  ): RunOutcome['outputs'] => {
    // Written only below.
    const stored = JSON.parse(outputsOf.get(id)?.outputs ?? '[]') as RunOutcome['outputs'];
    const earlier = stored.filter(({ path }) => !gone.has(path));
    return [...new Map([...earlier, ...outputs].map((file) => [file.path, file])).values()];
  };

  return {
    claim: (id, owner, untilMs) => inTransaction(() => leases.claim(id, owner, clock(), untilMs)),
    waiting: () => lock.run(() => leases.waiting(clock())),
    renew: (claims, untilMs) =>
      inTransaction(() => claims.filter((claim) => leases.renew(claim, clock(), untilMs))),
    releaseLease: (claim) => inTransaction(() => leases.giveBack(claim, clock())),
    releaseOtherLeases: (owner) => inTransaction(() => leases.releaseOtherLeases(owner, clock())),

    write: (claim, write) =>
      fenced(claim, () => {
        const { executionId } = claim;
        for (const reply of write.replies) replies.insert(reply, clock());
        for (const correction of write.corrections) reviews.carry(correction, clock());
        for (const result of write.results) {
          results.save(executionId, result);
          for (const ending of result.badReplies ?? []) {
            replies.reject(...placeOfReply(executionId, result, ending));
          }
        }
        if (write.results.length > 0) markProgress.run(executionId);
        lines.append(executionId, write.lines);
        reviews.settle(executionId, write.results);
        if (write.totals) writeTotals(executionId, write.totals);
        for (const [name, value] of Object.entries(write.memo ?? {})) {
          if (value === null) removePart.run(executionId, name);
          else savePart.run(executionId, name, value);
        }
      }),
    markRunning: (claim) =>
      fenced(claim, () => markRunning.run(BigInt(clock()), BigInt(clock()), claim.executionId).changes > 0),
    countCharges: (id, chargedMicroUsd) => lock.run(() => void raiseCost.run(BigInt(chargedMicroUsd), id)),
    finish: (claim, { status, reason, message, totals, outputs, remaining = null }, chargedMicroUsd = 0) =>
      fenced(claim, () => {
        const id = claim.executionId;
        if (finishWriting.run(JSON.stringify(withEarlier(id, outputs)), id).changes > 0) return;
        // A run that ended before it read its earlier results doesn't know their totals.
        if (totals.total > 0) writeTotals(id, totals);
        raiseCost.run(BigInt(chargedMicroUsd), id);
        const written = JSON.stringify(status === 'completed' ? outputs : withEarlier(id, outputs));
        finish.run({ id, status, reason, message, remaining, outputs: written, now: BigInt(clock()) });
      }),

    recordFiles: (claim, written, gone) =>
      fenced(claim, () => {
        const id = claim.executionId;
        for (const path of gone) files.remove(id, path);
        for (const file of written) files.save(id, file);
        const isGone = new Set(gone);
        saveOutputs.run(JSON.stringify(withEarlier(id, written.map(asOutput), isGone)), id);
      }),
    filesAt: (id, paths) => lock.run(() => files.at(id, paths)),
    filesIn: (userId, folder) => lock.run(() => files.inFolder(userId, folder)),

    isActive: (id) => lock.run(() => underWay.get(id) !== undefined),
    loadResults: (id, after, limit) => lock.run(() => results.load(id, after, limit)),
    items: (query) => lock.run(() => results.items(query)),
    countItems: (id, filter) => lock.run(() => results.countItems(id, filter)),
    itemsAt: (id, places) => lock.run(() => places.map((place) => results.item(id, place))),
    labels: (id, after, limit) => lock.run(() => results.labels(id, after, limit)),
    failures: (id, after, limit) => lock.run(() => results.failures(id, after, limit)),
    loadMemo: (id) =>
      lock.run(() => {
        const parts = loadMemo.all(id).map(({ name, value }) => [name, value] as const);
        return parts.length === 0 ? null : Object.fromEntries(parts);
      }),
    saveReview: (review) =>
      inTransaction(() => {
        const reviewed = replies.ofTransaction(...placeOfReply(review.executionId, review, review.run));
        return reviews.save(review, reviewed?.taskHash ?? '', clock());
      }),
    removeReview: (id, place) => inTransaction(() => reviews.remove(id, place)),
    countReviews: (id) => lock.run(() => reviews.count(id)),
    replyByKey: (key) => lock.run(() => replies.byKey(key)),
    replyOfRun: (id, place, ending) =>
      lock.run(() => replies.ofTransaction(...placeOfReply(id, place, ending))),
    replyToSame: ({ scope, executionId, userId, fingerprint }) =>
      lock.run(() =>
        scope === 'any' ? replies.ofUser(userId, fingerprint) : replies.ofRun(executionId, fingerprint),
      ),
    correctionOf: (userId, taskHash) => lock.run(() => reviews.correctionOf(userId, taskHash)),
    repliesStoredAt: (userId, requests) =>
      lock.run(() =>
        requests.map(
          ({ fingerprint, taskHash }) =>
            reviews.correctionOf(userId, taskHash)?.atMs ?? replies.storedAt(userId, fingerprint),
        ),
      ),
    linesAfter: (id, number, limit) => lock.run(() => lines.after(id, number, limit)),
    lastLineNumber: (id) => lock.run(() => lines.lastNumber(id)),
    sweep: (rules, dropFiles) => sweepRuns(database, rules, dropFiles),
    removeAllOf: (userId) => removeAllOf(database, userId),
  };
}

const asOutput = ({ path, sizeBytes, modifiedMs, isKept }: FileRecord): RunOutcome['outputs'][number] => ({
  path,
  sizeBytes,
  modifiedMs,
  ...(isKept === undefined ? {} : { isKept }),
});

/** The beginning and the end of a reply's key. Its STEP is in between. */
function placeOfReply(
  executionId: string,
  { batch, number }: ResultPlace,
  ending: string,
): [beginning: string, ending: string] {
  return [`${executionId}/${String(batch)}/${String(number)}/`, `/${ending}`];
}

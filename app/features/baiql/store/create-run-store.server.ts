import type { FileRecord, ResultPlace, RunOutcome, RunTotals } from '@promptwell/baiql-runtime';
import type { Sql, SqlDatabase } from '~/core/db/sql';
import type { Clock } from '~/core/shared/clock';
import { filesIn } from './files.server';
import { leasesIn } from './leases.server';
import { logLinesIn } from './log-lines.server';
import { removeAllOf } from './remove-all.server';
import { repliesIn } from './replies.server';
import { resultsIn } from './results.server';
import { sweepRuns } from './retention.server';
import { reviewsIn } from './reviews.server';
import { LeaseLostError, type Claim, type RunStore } from './run-store.server';

const RUNS = {
  // Locked until the commit: from here on no other claim can take the run over.
  checkLease: `
    SELECT id FROM baiql_execution
    WHERE id = @executionId AND fencing_token = @token AND lease_owner = @owner FOR UPDATE`,
  saveTotals: `
    UPDATE baiql_execution SET total = @total, succeeded = @succeeded, failed = @failed, skipped = @skipped,
      cut_off = @cutOff, input_tokens = @inputTokens, output_tokens = @outputTokens, cost = @costMicroUsd
    WHERE id = @id`,
  savePart: `
    INSERT INTO baiql_memo_part (execution_id, name, value) VALUES (@id, @name, @value)
    ON CONFLICT (execution_id, name) DO UPDATE SET value = excluded.value`,
  removePart: 'DELETE FROM baiql_memo_part WHERE execution_id = @id AND name = @name',
  loadMemo: 'SELECT name, value FROM baiql_memo_part WHERE execution_id = @id',
  isActive: "SELECT id FROM baiql_execution WHERE id = @id AND status IN ('queued', 'running')",
  markRunning: `
    UPDATE baiql_execution SET status = 'running', started_at = coalesce(started_at, @now), working_since = @now
    WHERE id = @id AND status IN ('queued', 'running')`,
  outputsOf: 'SELECT outputs FROM baiql_execution WHERE id = @id',
  // A cancelled run keeps its status whatever its last requests return, and has worked until the cancel.
  finish: `
    UPDATE baiql_execution SET outputs = @outputs, remaining = @remaining, lease_owner = NULL, lease_until = 0,
      unexpected_ends = 0,
      worked_ms = worked_ms
        + greatest(0, coalesce(finished_at, @now) - coalesce(working_since, finished_at, @now)),
      working_since = NULL,
      finished_at = CASE WHEN status = 'failed' THEN finished_at ELSE @now END,
      reason = CASE WHEN status = 'failed' THEN reason ELSE @reason END,
      message = CASE WHEN status = 'failed' THEN message ELSE @message END,
      status = CASE WHEN status = 'failed' THEN status ELSE @status END
    WHERE id = @id`,
  // A run that only rewrote its files gets its previous status back.
  finishWriting: `
    UPDATE baiql_execution SET outputs = @outputs, lease_owner = NULL, lease_until = 0, unexpected_ends = 0,
      continue_as = 'resume' WHERE id = @id AND continue_as = 'write'`,
  raiseCost: `
    UPDATE baiql_execution SET cost = greatest(cost, @charged) WHERE id = @id AND cost IS NOT NULL`,
  markProgress: 'UPDATE baiql_execution SET unexpected_ends = 0 WHERE id = @id AND unexpected_ends > 0',
  saveOutputs: 'UPDATE baiql_execution SET outputs = @outputs WHERE id = @id',
} as const;

export function createRunStore({ sql: database, clock }: { sql: SqlDatabase; clock: Clock }): RunStore {
  /** Runs `work` in one commit; refused as a whole if the lease is lost. */
  const fenced = <T>(claim: Claim, work: (sql: Sql) => Promise<T>): Promise<T> =>
    database.transaction(async (sql) => {
      if (!(await sql.get(RUNS.checkLease, { ...claim }))) throw new LeaseLostError();
      return work(sql);
    });

  return {
    claim: (id, owner, untilMs) =>
      database.transaction((sql) => leasesIn(sql).claim(id, owner, clock(), untilMs)),
    waiting: () => leasesIn(database).waiting(clock()),
    renew: (claims, untilMs) =>
      database.transaction(async (sql) => {
        const valid: Claim[] = [];
        for (const claim of claims) if (await leasesIn(sql).renew(claim, clock(), untilMs)) valid.push(claim);
        return valid;
      }),
    releaseLease: (claim) => database.transaction((sql) => leasesIn(sql).giveBack(claim, clock())),
    releaseOtherLeases: (owner) =>
      database.transaction((sql) => leasesIn(sql).releaseOtherLeases(owner, clock())),

    write: (claim, write) =>
      fenced(claim, async (sql) => {
        const id = claim.executionId;
        const [replies, results, reviews] = [repliesIn(sql), resultsIn(sql), reviewsIn(sql)];
        for (const reply of write.replies) await replies.insert(reply, clock());
        for (const correction of write.corrections) await reviews.carry(correction, clock());
        for (const result of write.results) {
          await results.save(id, result);
          for (const ending of result.badReplies ?? [])
            await replies.reject(...placeOfReply(id, result, ending));
        }
        if (write.results.length > 0) await sql.run(RUNS.markProgress, { id });
        await logLinesIn(sql).append(id, write.lines);
        await reviews.settle(id, write.results);
        if (write.totals) await writeTotals(sql, id, write.totals);
        for (const [name, value] of Object.entries(write.memo ?? {}))
          await (value === null
            ? sql.run(RUNS.removePart, { id, name })
            : sql.run(RUNS.savePart, { id, name, value }));
      }),
    markRunning: (claim) =>
      fenced(
        claim,
        async (sql) => (await sql.run(RUNS.markRunning, { id: claim.executionId, now: clock() })) > 0,
      ),
    countCharges: async (id, charged) => void (await database.run(RUNS.raiseCost, { id, charged })),
    finish: (claim, { status, reason, message, totals, outputs, remaining = null }, charged = 0) =>
      fenced(claim, async (sql) => {
        const id = claim.executionId;
        const all = JSON.stringify(await withEarlier(sql, id, outputs));
        if ((await sql.run(RUNS.finishWriting, { id, outputs: all })) > 0) return;
        // A run that ended before it read its earlier results doesn't know their totals.
        if (totals.total > 0) await writeTotals(sql, id, totals);
        await sql.run(RUNS.raiseCost, { id, charged });
        const written = status === 'completed' ? JSON.stringify(outputs) : all;
        const values = { id, status, reason, message, remaining, outputs: written, now: clock() };
        await sql.run(RUNS.finish, values);
      }),

    recordFiles: (claim, written, gone) =>
      fenced(claim, async (sql) => {
        const id = claim.executionId;
        for (const path of gone) await filesIn(sql).remove(id, path);
        for (const file of written) await filesIn(sql).save(id, file);
        const outputs = await withEarlier(sql, id, written.map(asOutput), new Set(gone));
        await sql.run(RUNS.saveOutputs, { id, outputs: JSON.stringify(outputs) });
      }),
    filesAt: (id, paths) => filesIn(database).at(id, paths),
    filesIn: (userId, folder) => filesIn(database).inFolder(userId, folder),

    isActive: async (id) => (await database.get(RUNS.isActive, { id })) !== undefined,
    loadResults: (id, after, limit) => resultsIn(database).load(id, after, limit),
    items: (query) => resultsIn(database).items(query),
    countItems: (id, filter) => resultsIn(database).countItems(id, filter),
    itemsAt: (id, places) => inOrder(places, (place) => resultsIn(database).item(id, place)),
    labels: (id, after, limit) => resultsIn(database).labels(id, after, limit),
    failures: (id, after, limit) => resultsIn(database).failures(id, after, limit),
    async loadMemo(id) {
      const parts = await database.all<{ name: string; value: string }>(RUNS.loadMemo, { id });
      return parts.length === 0 ? null : Object.fromEntries(parts.map(({ name, value }) => [name, value]));
    },
    saveReview: (review) =>
      database.transaction(async (sql) => {
        const place = placeOfReply(review.executionId, review, review.run);
        const reviewed = await repliesIn(sql).ofTransaction(...place);
        return reviewsIn(sql).save(review, reviewed?.taskHash ?? '', clock());
      }),
    removeReview: (id, place) => database.transaction((sql) => reviewsIn(sql).remove(id, place)),
    countReviews: (id) => reviewsIn(database).count(id),
    replyByKey: (key) => repliesIn(database).byKey(key),
    replyOfRun: (id, place, ending) => repliesIn(database).ofTransaction(...placeOfReply(id, place, ending)),
    replyToSame: ({ scope, executionId, userId, fingerprint }) =>
      scope === 'any'
        ? repliesIn(database).ofUser(userId, fingerprint)
        : repliesIn(database).ofRun(executionId, fingerprint),
    correctionOf: (userId, taskHash) => reviewsIn(database).correctionOf(userId, taskHash),
    repliesStoredAt: (userId, requests) =>
      inOrder(
        requests,
        async ({ fingerprint, taskHash }) =>
          (await reviewsIn(database).correctionOf(userId, taskHash))?.atMs ??
          repliesIn(database).storedAt(userId, fingerprint),
      ),
    linesAfter: (id, number, limit) => logLinesIn(database).after(id, number, limit),
    lastLineNumber: (id) => logLinesIn(database).lastNumber(id),
    sweep: (rules, dropFiles) => sweepRuns(database, clock(), rules, dropFiles),
    removeAllOf: (userId) => removeAllOf(database, userId),
  };
}

/** One after the other, so that a long list doesn't take all connections. */
async function inOrder<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const item of items) found.push(await find(item));
  return found;
}

const writeTotals = (sql: Sql, id: string, totals: RunTotals) => sql.run(RUNS.saveTotals, { id, ...totals });

/** A run that stopped before it rewrote its files keeps those of an earlier part. */
async function withEarlier(
  sql: Sql,
  id: string,
  outputs: RunOutcome['outputs'],
  gone: ReadonlySet<string> = new Set(),
): Promise<RunOutcome['outputs']> {
  const row = await sql.get<{ outputs: string }>(RUNS.outputsOf, { id });
  // Written only above.
  const stored = JSON.parse(row?.outputs ?? '[]') as RunOutcome['outputs'];
  const earlier = stored.filter(({ path }) => !gone.has(path));
  return [...new Map([...earlier, ...outputs].map((file) => [file.path, file])).values()];
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

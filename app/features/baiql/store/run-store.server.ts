import type {
  LogLine,
  ResultPlace,
  RunMemo,
  RunOutcome,
  RunTotals,
  TransactionResult,
} from '@promptwell/baiql-runtime';
import type { Database } from 'better-sqlite3';
import type { Clock } from '~/core/shared/clock';
import type { ConnectionLock } from '~/core/db/lock.server';
import { LeaseLostError, leasesOn, type Claim } from './leases.server';
import { logLinesOn, type StoredLine } from './log-lines.server';
import { repliesOn, type StoredReply } from './replies.server';
import { toItem, toResult, toResultRow, type ItemRow, type ResultRow } from './rows.server';

/** What a run has to write, kept together in one commit. */
export interface RunWrite {
  results: readonly TransactionResult[];
  lines: readonly LogLine[];
  replies: readonly StoredReply[];
  totals: RunTotals | null;
  memo: RunMemo | null;
}

/**
 * What runs write while they go on: prepared statements on the one connection, many rows a commit, and each commit
 * refused when the run's lease has passed to somebody else (docs/decisions/0007-runs-leases-and-checkpoints.md).
 */
export interface RunStore {
  claim(executionId: string, owner: string, untilMs: number): Promise<Claim | null>;
  waiting(): Promise<string[]>;
  /** The claims that are still one's own. */
  renew(claims: readonly Claim[], untilMs: number): Promise<Claim[]>;
  giveBack(claim: Claim): Promise<void>;
  freeThoseOfOthers(owner: string): Promise<{ left: number; setAside: number }>;

  /** Durable when it resolves. @throws LeaseLostError */
  write(claim: Claim, write: RunWrite): Promise<void>;
  /** False when the run was cancelled meanwhile. @throws LeaseLostError */
  markRunning(claim: Claim): Promise<boolean>;
  /** @throws LeaseLostError */
  finish(claim: Claim, outcome: RunOutcome): Promise<void>;

  isUnderWay(executionId: string): Promise<boolean>;
  /** At most so many, and fewer where they are long; none at the end. */
  loadResults(executionId: string, after: ResultPlace | null, limit: number): Promise<TransactionResult[]>;
  /** What is looked at of the results, in their order, after a place. */
  items(query: ItemQuery): Promise<ItemRow[]>;
  loadMemo(executionId: string): Promise<RunMemo | null>;
  replyByKey(key: string): Promise<StoredReply | undefined>;
  replyToSame(request: {
    scope: 'run' | 'any';
    executionId: string;
    userId: string;
    fingerprint: string;
  }): Promise<StoredReply | undefined>;
  linesAfter(executionId: string, number: number, limit: number): Promise<StoredLine[]>;
  lastLineNumber(executionId: string): Promise<number>;
}

export interface ItemQuery {
  executionId: string;
  /** Null: whatever became of them. */
  status: TransactionResult['status'] | null;
  after: ResultPlace;
  skip: number;
  limit: number;
}

/** Of texts in one page of results: a single one may have millions, and a worker is handed a page at a time. */
const MOST_CHARACTERS = 8_000_000;

const ITEM_COLUMNS = 'batch, number, status, reason, label, cost, prompt, reply';

export function createRunStore({
  connection,
  lock,
  clock,
}: {
  connection: Database;
  lock: ConnectionLock;
  clock: Clock;
}): RunStore {
  const leases = leasesOn(connection);
  const replies = repliesOn(connection);
  const lines = logLinesOn(connection);
  const checkLease = connection.prepare<[string, bigint, string], { id: string }>(
    'SELECT id FROM baiql_execution WHERE id = ? AND fencing_token = ? AND lease_owner = ?',
  );
  const saveTotals = connection.prepare(
    `UPDATE baiql_execution SET total = @total, succeeded = @succeeded, failed = @failed, skipped = @skipped,
     cut_off = @cutOff, input_tokens = @inputTokens, output_tokens = @outputTokens, cost = @cost WHERE id = @id`,
  );
  const saveMemo = connection.prepare<[string, string]>('UPDATE baiql_execution SET memo = ? WHERE id = ?');
  const loadMemo = connection.prepare<[string], { memo: string | null }>(
    'SELECT memo FROM baiql_execution WHERE id = ?',
  );
  const underWay = connection.prepare<[string], { id: string }>(
    "SELECT id FROM baiql_execution WHERE id = ? AND status IN ('queued', 'running')",
  );
  const markRunning = connection.prepare<[bigint, string]>(
    `UPDATE baiql_execution SET status = 'running', started_at = COALESCE(started_at, ?)
     WHERE id = ? AND status IN ('queued', 'running')`,
  );
  // A cancelled run stays what it is, whatever its last calls have come to.
  const finish = connection.prepare(
    `UPDATE baiql_execution SET outputs = @outputs, lease_owner = NULL, lease_until = 0, unexpected_ends = 0,
     finished_at = CASE WHEN status = 'failed' THEN finished_at ELSE @now END,
     reason = CASE WHEN status = 'failed' THEN reason ELSE @reason END,
     message = CASE WHEN status = 'failed' THEN message ELSE @message END,
     status = CASE WHEN status = 'failed' THEN status ELSE @status END
     WHERE id = @id`,
  );
  const saveResult = connection.prepare(
    `INSERT INTO baiql_result (execution_id, batch, number, status, reason, label, cost, prompt, reply, detail)
     VALUES (@executionId, @batch, @number, @status, @reason, @label, @cost, @prompt, @reply, @detail)
     ON CONFLICT (execution_id, batch, number) DO UPDATE SET status = excluded.status, reason = excluded.reason,
       label = excluded.label, cost = excluded.cost, prompt = excluded.prompt, reply = excluded.reply,
       detail = excluded.detail`,
  );
  const loadResults = connection.prepare<[string, number, number, number], ResultRow>(
    `SELECT batch, number, status, reason, label, cost, prompt, reply, detail FROM baiql_result
     WHERE execution_id = ? AND (batch, number) > (?, ?) ORDER BY batch, number LIMIT ?`,
  );
  const items = connection.prepare<[string, number, number, number, number], Omit<ResultRow, 'detail'>>(
    `SELECT ${ITEM_COLUMNS} FROM baiql_result
     WHERE execution_id = ? AND (batch, number) > (?, ?) ORDER BY batch, number LIMIT ? OFFSET ?`,
  );
  const itemsOfStatus = connection.prepare<
    [string, string, number, number, number, number],
    Omit<ResultRow, 'detail'>
  >(
    `SELECT ${ITEM_COLUMNS} FROM baiql_result
     WHERE execution_id = ? AND status = ? AND (batch, number) > (?, ?) ORDER BY batch, number LIMIT ? OFFSET ?`,
  );

  const together = <T>(work: () => T): Promise<T> => lock.run(() => connection.transaction(work).immediate());
  /** One commit; refused as a whole when the lease has passed on. */
  const fenced = <T>({ executionId, token, owner }: Claim, work: () => T): Promise<T> =>
    together(() => {
      if (!checkLease.get(executionId, BigInt(token), owner)) throw new LeaseLostError();
      return work();
    });
  const writeTotals = (id: string, { costMicroUsd, ...totals }: RunTotals): void => {
    saveTotals.run({ id, ...totals, cost: costMicroUsd === null ? null : BigInt(costMicroUsd) });
  };

  return {
    claim: (id, owner, untilMs) => together(() => leases.claim(id, owner, clock(), untilMs)),
    waiting: () => lock.run(() => leases.waiting(clock())),
    renew: (claims, untilMs) => together(() => claims.filter((claim) => leases.renew(claim, untilMs))),
    giveBack: (claim) => lock.run(() => leases.giveBack(claim)),
    freeThoseOfOthers: (owner) => together(() => leases.freeThoseOfOthers(owner, clock())),

    write: (claim, write) =>
      fenced(claim, () => {
        const { executionId } = claim;
        for (const result of write.results) saveResult.run({ executionId, ...toResultRow(result) });
        for (const reply of write.replies) replies.insert(reply, clock());
        lines.append(executionId, write.lines);
        if (write.totals) writeTotals(executionId, write.totals);
        if (write.memo) saveMemo.run(JSON.stringify(write.memo), executionId);
      }),
    markRunning: (claim) =>
      fenced(claim, () => markRunning.run(BigInt(clock()), claim.executionId).changes > 0),
    finish: (claim, { status, reason, message, totals, outputs }) =>
      fenced(claim, () => {
        const id = claim.executionId;
        // A run that was ended before it looked at its earlier results knows nothing of them.
        if (totals.total > 0) writeTotals(id, totals);
        finish.run({ id, status, reason, message, outputs: JSON.stringify(outputs), now: BigInt(clock()) });
      }),

    isUnderWay: (id) => lock.run(() => underWay.get(id) !== undefined),
    loadResults: (id, after, limit) =>
      lock.run(() => {
        const page: TransactionResult[] = [];
        let characters = 0;
        for (const row of loadResults.iterate(id, after?.batch ?? 0, after?.number ?? 0, limit)) {
          page.push(toResult(row));
          characters += row.prompt.length + row.reply.length + row.detail.length;
          if (characters >= MOST_CHARACTERS) break;
        }
        return page;
      }),
    items: ({ executionId: id, status, after: { batch, number }, limit, skip }) =>
      lock.run(() =>
        (status === null
          ? items.all(id, batch, number, limit, skip)
          : itemsOfStatus.all(id, status, batch, number, limit, skip)
        ).map(toItem),
      ),
    loadMemo: (id) =>
      lock.run(() => {
        const memo = loadMemo.get(id)?.memo ?? null;
        return memo === null ? null : (JSON.parse(memo) as RunMemo);
      }),
    replyByKey: (key) => lock.run(() => replies.byKey(key)),
    replyToSame: ({ scope, executionId, userId, fingerprint }) =>
      lock.run(() =>
        scope === 'any' ? replies.ofUser(userId, fingerprint) : replies.ofRun(executionId, fingerprint),
      ),
    linesAfter: (id, number, limit) => lock.run(() => lines.after(id, number, limit)),
    lastLineNumber: (id) => lock.run(() => lines.lastNumber(id)),
  };
}

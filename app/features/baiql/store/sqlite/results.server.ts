import type { ResultPlace, TransactionResult } from '@promptwell/baiql-runtime';
import type { Database } from 'better-sqlite3';
import type { ItemQuery, ItemRow } from '../run-store.server';
import { toItem, toResult, toResultRow, type ItemColumns, type RevisedRow } from './rows.server';

/** Filters that are no status. Those of `detail` are indexed, word for word. */
const CONDITIONS = {
  unmet: "json_extract(r.detail, '$.isUnmet') = 1",
  'cut-off': "json_extract(r.detail, '$.isCutOff') = 1",
  unseen: 'v.verdict IS NULL',
} as const;

const isCondition = (filter: string): filter is keyof typeof CONDITIONS => Object.hasOwn(CONDITIONS, filter);

/**
 * Maximum text per page of results: a single one may have millions of characters, and a worker receives a page at a
 * time.
 */
const MAX_CHARACTERS = 8_000_000;

const RESULT_COLUMNS = `r.batch, r.number, r.status, r.reason, r.label, r.cost, r.detail ->> '$.expects' AS expects,
  r.detail ->> '$.freeReplies' AS freeReplies`;
const REVIEW_COLUMNS = 'v.verdict, v.is_pending AS isPending';
const ITEM_COLUMNS = {
  all: `${RESULT_COLUMNS}, r.prompt, r.reply, ${REVIEW_COLUMNS}, v.text, v.original`,
  beginnings: `${RESULT_COLUMNS}, '' AS prompt, substr(r.reply, 1, 200) AS reply, ${REVIEW_COLUMNS},
    substr(v.text, 1, 200) AS text, '' AS original`,
};
const WITH_REVIEW = 'v ON v.execution_id = r.execution_id AND v.batch = r.batch AND v.number = r.number';
const IN_ORDER = 'ORDER BY r.batch, r.number LIMIT ? OFFSET ?';

/** Results of transactions, with their reviews. */
export function resultStatements(connection: Database) {
  const save = connection.prepare(
    `INSERT INTO baiql_result (execution_id, batch, number, status, reason, label, cost, prompt, reply, detail)
     VALUES (@executionId, @batch, @number, @status, @reason, @label, @cost, @prompt, @reply, @detail)
     ON CONFLICT (execution_id, batch, number) DO UPDATE SET status = excluded.status, reason = excluded.reason,
       label = excluded.label, cost = excluded.cost, prompt = excluded.prompt, reply = excluded.reply,
       detail = excluded.detail`,
  );
  const load = connection.prepare<[string, number, number, number], RevisedRow>(
    `SELECT ${RESULT_COLUMNS}, r.prompt, r.reply, r.detail, v.run AS revisedRun,
       CASE v.verdict WHEN 'edited' THEN v.text END AS revisedReply
     FROM baiql_result r LEFT JOIN baiql_review ${WITH_REVIEW} AND v.is_pending = 1
     WHERE r.execution_id = ? AND (r.batch, r.number) > (?, ?) ORDER BY r.batch, r.number LIMIT ?`,
  );
  type Page = [after: number, afterNumber: number, limit: number, offset: number];
  const itemsWith = (columns: string) => ({
    ofAny: connection.prepare<[string, ...Page], ItemColumns>(
      `SELECT ${columns} FROM baiql_result r LEFT JOIN baiql_review ${WITH_REVIEW}
       WHERE r.execution_id = ? AND (r.batch, r.number) > (?, ?) ${IN_ORDER}`,
    ),
    ofStatus: connection.prepare<[string, string, ...Page], ItemColumns>(
      `SELECT ${columns} FROM baiql_result r LEFT JOIN baiql_review ${WITH_REVIEW}
       WHERE r.execution_id = ? AND r.status = ? AND (r.batch, r.number) > (?, ?) ${IN_ORDER}`,
    ),
    ofCondition: (filter: keyof typeof CONDITIONS) =>
      connection.prepare<[string, ...Page], ItemColumns>(
        `SELECT ${columns} FROM baiql_result r LEFT JOIN baiql_review ${WITH_REVIEW}
         WHERE r.execution_id = ? AND ${CONDITIONS[filter]} AND (r.batch, r.number) > (?, ?) ${IN_ORDER}`,
      ),
    edited: connection.prepare<[string, ...Page], ItemColumns>(
      `SELECT ${columns} FROM baiql_review v
       JOIN baiql_result r ON r.execution_id = v.execution_id AND r.batch = v.batch AND r.number = v.number
       WHERE v.execution_id = ? AND v.verdict = 'edited' AND (v.batch, v.number) > (?, ?)
       ORDER BY v.batch, v.number LIMIT ? OFFSET ?`,
    ),
  });
  const items = { all: itemsWith(ITEM_COLUMNS.all), beginnings: itemsWith(ITEM_COLUMNS.beginnings) };

  const countOf = (filter: keyof typeof CONDITIONS) =>
    connection.prepare<[string], { count: bigint }>(
      `SELECT COUNT(*) AS count FROM baiql_result r LEFT JOIN baiql_review ${WITH_REVIEW}
       WHERE r.execution_id = ? AND ${CONDITIONS[filter]}`,
    );

  const failures = connection.prepare<
    [string, number, number, number],
    { batch: bigint; number: bigint; reason: string | null }
  >(
    `SELECT batch, number, reason FROM baiql_result
     WHERE execution_id = ? AND status = 'failed' AND (batch, number) > (?, ?) ORDER BY batch, number LIMIT ?`,
  );

  const itemAt = connection.prepare<[string, number, number], ItemColumns>(
    `SELECT ${ITEM_COLUMNS.all} FROM baiql_result r LEFT JOIN baiql_review ${WITH_REVIEW}
     WHERE r.execution_id = ? AND r.batch = ? AND r.number = ?`,
  );
  const labels = connection.prepare<
    [string, number, number, number],
    { batch: bigint; number: bigint; label: string }
  >(
    `SELECT batch, number, label FROM baiql_result
     WHERE execution_id = ? AND (batch, number) > (?, ?) ORDER BY batch, number LIMIT ?`,
  );

  return {
    save(executionId: string, result: TransactionResult): void {
      save.run({ executionId, ...toResultRow(result) });
    },
    load(id: string, after: ResultPlace | null, limit: number): TransactionResult[] {
      const page: TransactionResult[] = [];
      let characters = 0;
      for (const row of load.iterate(id, after?.batch ?? 0, after?.number ?? 0, limit)) {
        page.push(toResult(row));
        characters += row.prompt.length + row.reply.length + row.detail.length;
        if (characters >= MAX_CHARACTERS) break;
      }
      return page;
    },
    items({
      executionId: id,
      status,
      after: { batch, number },
      limit,
      skip,
      texts = 'all',
    }: ItemQuery): ItemRow[] {
      const { ofAny, edited, ofStatus, ofCondition } = items[texts];
      const rows =
        status === null
          ? ofAny.all(id, batch, number, limit, skip)
          : status === 'edited'
            ? edited.all(id, batch, number, limit, skip)
            : isCondition(status)
              ? ofCondition(status).all(id, batch, number, limit, skip)
              : ofStatus.all(id, status, batch, number, limit, skip);
      return rows.map(toItem);
    },
    countItems: (id: string, filter: keyof typeof CONDITIONS): number =>
      Number(countOf(filter).get(id)?.count ?? 0n),
    item(id: string, { batch, number }: ResultPlace): ItemRow | undefined {
      const row = itemAt.get(id, batch, number);
      return row && toItem(row);
    },
    labels: (id: string, after: ResultPlace, limit: number) =>
      labels
        .all(id, after.batch, after.number, limit)
        .map(({ batch, number, label }) => ({ batch: Number(batch), number: Number(number), label })),
    failures: (id: string, after: ResultPlace, limit: number) =>
      failures.all(id, after.batch, after.number, limit).map(({ batch, number, reason }) => ({
        batch: Number(batch),
        number: Number(number),
        reason: reason ?? '',
      })),
  };
}

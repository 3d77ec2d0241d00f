import type { ResultPlace, TransactionResult } from '@promptwell/baiql-runtime';
import type { Sql, SqlValues } from '~/core/db/sql';
import type { ItemQuery, ItemRow } from './run-store.server';
import { toItem, toResult, toResultRow, type ItemColumns, type RevisedRow } from './rows.server';

/** Filters that are no status. Those of `detail` are indexed, word for word. */
const CONDITIONS = {
  unmet: "json_true(r.detail, 'isUnmet')",
  'cut-off': "json_true(r.detail, 'isCutOff')",
  unseen: 'v.verdict IS NULL',
} as const;

const isCondition = (filter: string): filter is keyof typeof CONDITIONS => Object.hasOwn(CONDITIONS, filter);

/**
 * Maximum text per page of results: a single one may have millions of characters, and a worker receives a page at a
 * time.
 */
const MAX_CHARACTERS = 8_000_000;

const RESULT_COLUMNS = `r.batch, r.number, r.status, r.reason, r.label, r.cost, json_text(r.detail, 'expects') AS expects,
  json_text(r.detail, 'freeReplies') AS freeReplies`;
const REVIEW_COLUMNS = 'v.verdict, v.is_pending AS isPending';
const ITEM_COLUMNS = {
  all: `${RESULT_COLUMNS}, r.prompt, r.reply, ${REVIEW_COLUMNS}, v.text, v.original`,
  beginnings: `${RESULT_COLUMNS}, '' AS prompt, substr(r.reply, 1, 200) AS reply, ${REVIEW_COLUMNS},
    substr(v.text, 1, 200) AS text, '' AS original`,
};
const WITH_REVIEW = 'v ON v.execution_id = r.execution_id AND v.batch = r.batch AND v.number = r.number';
const FROM_RESULTS = `FROM baiql_result r LEFT JOIN baiql_review ${WITH_REVIEW} WHERE r.execution_id = @id`;
// A place may end a batch: its number is beyond all that a column holds.
const PLACE = '(CAST(@batch AS bigint), CAST(@number AS bigint))';
const AFTER = `AND (r.batch, r.number) > ${PLACE} ORDER BY r.batch, r.number LIMIT @limit`;

/** A page of results by their filter. Those edited are few, and found by their reviews. */
function itemsSql(status: ItemQuery['status'], texts: keyof typeof ITEM_COLUMNS): string {
  const columns = ITEM_COLUMNS[texts];
  if (status === 'edited')
    return `SELECT ${columns} FROM baiql_review v
      JOIN baiql_result r ON r.execution_id = v.execution_id AND r.batch = v.batch AND r.number = v.number
      WHERE v.execution_id = @id AND v.verdict = 'edited' AND (v.batch, v.number) > ${PLACE}
      ORDER BY v.batch, v.number LIMIT @limit OFFSET @skip`;
  const filter =
    status === null ? '' : `AND ${isCondition(status) ? CONDITIONS[status] : 'r.status = @status'}`;
  return `SELECT ${columns} ${FROM_RESULTS} ${filter} ${AFTER} OFFSET @skip`;
}

const RESULTS = {
  save: `
    INSERT INTO baiql_result (execution_id, batch, number, status, reason, label, cost, prompt, reply, detail)
    VALUES (@executionId, @batch, @number, @status, @reason, @label, @cost, @prompt, @reply, @detail)
    ON CONFLICT (execution_id, batch, number) DO UPDATE SET status = excluded.status, reason = excluded.reason,
      label = excluded.label, cost = excluded.cost, prompt = excluded.prompt, reply = excluded.reply,
      detail = excluded.detail`,
  load: `
    SELECT ${RESULT_COLUMNS}, r.prompt, r.reply, r.detail, v.run AS revisedRun,
      CASE v.verdict WHEN 'edited' THEN v.text END AS revisedReply
    FROM baiql_result r LEFT JOIN baiql_review ${WITH_REVIEW} AND v.is_pending
    WHERE r.execution_id = @id ${AFTER}`,
  itemAt: `SELECT ${ITEM_COLUMNS.all} ${FROM_RESULTS} AND r.batch = @batch AND r.number = @number`,
  failures: `SELECT r.batch, r.number, r.reason FROM baiql_result r
    WHERE r.execution_id = @id AND r.status = 'failed' ${AFTER}`,
  labels: `SELECT r.batch, r.number, r.label FROM baiql_result r WHERE r.execution_id = @id ${AFTER}`,
} as const;

/** Results read at once. They may be long. */
const PAGE = 50;

/** Results of transactions, with their reviews. */
export const resultsIn = (sql: Sql) => ({
  async save(executionId: string, result: TransactionResult): Promise<void> {
    await sql.run(RESULTS.save, { executionId, ...toResultRow(result) });
  },
  async load(id: string, after: ResultPlace | null, limit: number): Promise<TransactionResult[]> {
    const page: TransactionResult[] = [];
    let characters = 0;
    let last = after ?? { batch: 0, number: 0 };
    while (page.length < limit) {
      const few = Math.min(PAGE, limit - page.length);
      const rows = await sql.all<RevisedRow>(RESULTS.load, { id, ...placeOf(last), limit: few });
      for (const row of rows) {
        last = toPlace(row);
        page.push(toResult(row));
        characters += row.prompt.length + row.reply.length + row.detail.length;
        if (characters >= MAX_CHARACTERS) return page;
      }
      if (rows.length < few) return page;
    }
    return page;
  },
  async items({ executionId: id, status, after, limit, skip, texts = 'all' }: ItemQuery): Promise<ItemRow[]> {
    const values: SqlValues = { id, ...placeOf(after), status, limit, skip };
    return (await sql.all<ItemColumns>(itemsSql(status, texts), values)).map(toItem);
  },
  async countItems(id: string, filter: keyof typeof CONDITIONS): Promise<number> {
    const count = `SELECT COUNT(*) AS count ${FROM_RESULTS} AND ${CONDITIONS[filter]}`;
    return Number((await sql.get<{ count: bigint }>(count, { id }))?.count ?? 0n);
  },
  async item(id: string, place: ResultPlace): Promise<ItemRow | undefined> {
    const row = await sql.get<ItemColumns>(RESULTS.itemAt, { id, ...placeOf(place) });
    return row && toItem(row);
  },
  async labels(id: string, after: ResultPlace, limit: number) {
    const rows = await sql.all<PlaceRow & { label: string }>(RESULTS.labels, {
      id,
      ...placeOf(after),
      limit,
    });
    return rows.map(({ label, ...place }) => ({ ...toPlace(place), label }));
  },
  async failures(id: string, after: ResultPlace, limit: number) {
    const rows = await sql.all<PlaceRow & { reason: string | null }>(RESULTS.failures, {
      id,
      ...placeOf(after),
      limit,
    });
    return rows.map(({ reason, ...place }) => ({ ...toPlace(place), reason: reason ?? '' }));
  },
});

interface PlaceRow {
  batch: bigint;
  number: bigint;
}

const placeOf = ({ batch, number }: ResultPlace): ResultPlace => ({ batch, number });
const toPlace = ({ batch, number }: PlaceRow): ResultPlace => ({
  batch: Number(batch),
  number: Number(number),
});

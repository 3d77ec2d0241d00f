import { setImmediate } from 'node:timers/promises';
import { plainLine } from '@promptwell/baiql-runtime';
import { DomainError } from '~/core/shared/errors';
import type { UserRef } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import type { ItemRow } from '../store/run-store.server';
import { requireOwnRun } from './read-runs.server';
import type { ItemPage, RunItem } from './responses';
import type { ItemsQuery } from './items-schema';

type Deps = Pick<BaiqlDeps, 'prisma' | 'baiql'>;

/** Maximum characters of the texts in one page of transactions. */
const MAX_PAGE_CHARACTERS = 1_000_000;
/** Rows searched before yielding to the event loop; each may have 8,000 characters. */
const SEARCH_BATCH_SIZE = 200;
/** Maximum rows searched per response; `next` continues. */
const MAX_SEARCHED = 5_000;

type Query = ItemsQuery & { id: string; signal?: AbortSignal };

/** Lists transactions of the user's run, up to the limit and the maximum response size. */
export async function listItems(services: Deps, actor: UserRef, query: Query): Promise<ItemPage> {
  await requireOwnRun(services, actor, query.id);
  return query.q === undefined ? readPage(services, query) : search(services, query, query.q);
}

async function readPage(
  { prisma, baiql }: Deps,
  { id, page, pageSize, status, after, texts }: Query,
): Promise<ItemPage> {
  const [total, rows] = await Promise.all([
    countOf({ prisma, baiql }, id, status),
    baiql.store.items({
      executionId: id,
      status: status ?? null,
      after: after ?? { batch: 0, number: 0 },
      skip: after === undefined ? (page - 1) * pageSize : 0,
      limit: pageSize + 1,
      texts,
    }),
  ]);
  const fitting = takeFitting(rows, pageSize);
  const items = texts === 'all' ? fitting : fitting.map(beginningOf);
  return { total, page, pageSize, items, next: items.length < rows.length ? placeOf(items.at(-1)) : null };
}

function countOf({ prisma, baiql }: Deps, executionId: string, status: Query['status']): Promise<number> {
  switch (status) {
    case undefined:
      return prisma.baiqlResult.count({ where: { executionId } });
    case 'edited':
      return prisma.baiqlReview.count({ where: { executionId, verdict: status } });
    case 'unmet':
    case 'cut-off':
    case 'unseen':
      return baiql.store.countItems(executionId, status);
    case 'succeeded':
    case 'failed':
    case 'skipped':
      return prisma.baiqlResult.count({ where: { executionId, status } });
  }
}

/** Texts have no index, so a search is bounded, and ends when the client disconnects. */
async function search(
  { baiql }: Pick<BaiqlDeps, 'baiql'>,
  { id, page, pageSize, status, after, texts, signal }: Query,
  q: string,
): Promise<ItemPage> {
  const wanted = q.toLowerCase();
  const found: ItemRow[] = [];
  let place = after ?? { batch: 0, number: 0 };
  let searched = 0;
  let characters = 0;
  const answer = (next: string | null): ItemPage => {
    const items = texts === 'all' ? found : found.map(beginningOf);
    return { total: null, searched, page, pageSize, items, next };
  };
  while (searched < MAX_SEARCHED && signal?.aborted !== true) {
    const rows = await baiql.store.items({
      executionId: id,
      status: status ?? null,
      after: place,
      skip: 0,
      limit: SEARCH_BATCH_SIZE,
    });
    for (const row of rows) {
      searched += 1;
      place = { batch: row.batch, number: row.number };
      if (!has(row, wanted)) continue;
      found.push(row);
      characters += texts === 'all' ? row.prompt.length + row.reply.length : 0;
      if (found.length === pageSize || characters > MAX_PAGE_CHARACTERS) return answer(placeOf(row));
    }
    if (rows.length < SEARCH_BATCH_SIZE) return answer(null);
    await setImmediate();
  }
  return answer(placeOf(place));
}

const has = ({ label, reason, prompt, reply, review }: ItemRow, wanted: string): boolean =>
  [label, reason ?? '', reply, review?.text ?? '', prompt].some((text) =>
    text.toLowerCase().includes(wanted),
  );

/** Beginning of the texts for a list, without Markdown marks, which get in the way in a single line. */
const beginningOf = (row: ItemRow): ItemRow => ({
  ...row,
  prompt: '',
  reply: plainLine(row.reply.slice(0, 200)),
  review: row.review === null ? null : { ...row.review, text: plainLine(row.review.text.slice(0, 200)) },
});

const placeOf = (place: Pick<ItemRow, 'batch' | 'number'> | undefined): string | null =>
  place === undefined ? null : `${place.batch}/${place.number}`;

/** The first rows, up to the given number, whose texts fit into one response; at least one. */
function takeFitting(rows: readonly ItemRow[], limit: number): ItemRow[] {
  let characters = 0;
  const end = rows.slice(0, limit).findIndex(({ label, reason, prompt, reply }, index) => {
    characters += label.length + (reason ?? '').length + prompt.length + reply.length;
    return index > 0 && characters > MAX_PAGE_CHARACTERS;
  });
  return rows.slice(0, end === -1 ? limit : end);
}

/** One transaction of the user's run, with its full texts. */
export async function getItem(
  services: Deps,
  actor: UserRef,
  { id, batch, number }: { id: string; batch: number; number: number },
): Promise<RunItem> {
  await requireOwnRun(services, actor, id);
  const [item] = await services.baiql.store.items({
    executionId: id,
    status: null,
    after: { batch, number: number - 1 },
    skip: 0,
    limit: 1,
  });
  if (item?.batch !== batch || item.number !== number) {
    throw new DomainError('not-found', 'There is no such transaction.', { code: 'no_such_item' });
  }
  return item;
}

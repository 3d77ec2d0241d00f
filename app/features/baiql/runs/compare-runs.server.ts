import { setImmediate } from 'node:timers/promises';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import type { ItemRow } from '../store/run-store.server';
import { pairRows, type LabeledRow, type RowPair } from './pair-rows';
import { getRun, requireOwnRun } from './read-runs.server';
import type { CompareQuery } from './items-schema';

/** Maximum rows read from each run, from the start. */
const MAX_ROWS = 20_000;
const LABEL_BATCH_SIZE = 1_000;
/** Rows shown per page, and rows searched for them; each may have 8,000 characters. */
const PAGE_SIZE = 20;
const READ_BATCH_SIZE = 100;
const MAX_READ = 2_000;

/** The two runs and the range of rows. */
type TwoRuns = CompareQuery & { a: string; b: string };

/** Compares two of the user's runs row by row, starting at `from`. By default returns only rows that differ. */
export async function compareRuns(
  services: Pick<BaiqlDeps, 'prisma' | 'baiql' | 'preferences'>,
  actor: Actor,
  { a, b, from, rows }: TwoRuns,
) {
  await requireOwnRun(services, actor, a);
  await requireOwnRun(services, actor, b);
  const [runA, runB, { PreferredTimezone: timeZone }] = await Promise.all([
    getRun(services, actor, a),
    getRun(services, actor, b),
    services.preferences.read(actor.userId),
  ]);
  const [labelsA, labelsB] = [await readLabels(services, a), await readLabels(services, b)];
  const { by, pairs } = pairRows(labelsA, labelsB);
  const page = await readPairs(services, { a, b, from, rows }, pairs);
  return {
    a: runA,
    b: runB,
    timeZone,
    pairedBy: by,
    total: pairs.length,
    from,
    rows,
    isWhole: labelsA.length < MAX_ROWS && labelsB.length < MAX_ROWS,
    ...page,
  };
}

async function readLabels({ baiql }: Pick<BaiqlDeps, 'baiql'>, id: string): Promise<LabeledRow[]> {
  const all: LabeledRow[] = [];
  for (let after = { batch: 0, number: 0 }; all.length < MAX_ROWS;) {
    const some = await baiql.store.labels(id, after, LABEL_BATCH_SIZE);
    for (const row of some) all.push(row);
    const last = some.at(-1);
    if (last === undefined || some.length < LABEL_BATCH_SIZE) break;
    after = { batch: last.batch, number: last.number };
    await setImmediate();
  }
  return all;
}

/** The displayed fields of one side. */
const sideOf = (item: ItemRow | undefined) =>
  item === undefined
    ? null
    : {
        number: item.number,
        status: item.status,
        reason: item.reason,
        reply: item.reply,
        costMicroUsd: item.costMicroUsd,
        isEdited: item.review?.verdict === 'edited',
      };

async function readPairs(
  { baiql }: Pick<BaiqlDeps, 'baiql'>,
  { a, b, from, rows }: TwoRuns,
  pairs: readonly RowPair[],
) {
  const items: { label: string; a: ReturnType<typeof sideOf>; b: ReturnType<typeof sideOf> }[] = [];
  let at = from;
  while (at < pairs.length && at - from < MAX_READ && items.length < PAGE_SIZE) {
    const some = pairs.slice(at, at + READ_BATCH_SIZE);
    const sidesA = await readSide(baiql.store, a, some, 'a');
    const sidesB = await readSide(baiql.store, b, some, 'b');
    for (const [index, pair] of some.entries()) {
      at += 1;
      const [one, other] = [sideOf(sidesA[index]), sideOf(sidesB[index])];
      const differs = one?.status !== other?.status || one?.reply !== other?.reply;
      if (rows === 'all' || differs)
        items.push({ label: pair.a?.label ?? pair.b?.label ?? '', a: one, b: other });
      if (items.length === PAGE_SIZE) break;
    }
  }
  return { items, next: at < pairs.length ? at : null };
}

async function readSide(
  store: BaiqlDeps['baiql']['store'],
  id: string,
  pairs: readonly RowPair[],
  side: keyof RowPair,
): Promise<(ItemRow | undefined)[]> {
  return store.itemsAt(
    id,
    pairs.map((pair) => pair[side] ?? { batch: 0, number: 0 }),
  );
}

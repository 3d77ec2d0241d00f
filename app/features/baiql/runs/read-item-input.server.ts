import { fullName } from '~/core/shared/full-name';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { getItem } from './list-items.server';
import { assertDetailsKept, detailsRemoved, findRun, readPlan } from './read-runs.server';
import type { ItemInput } from './responses';
import { findResult } from './review-item.server';

type Deps = Pick<BaiqlDeps, 'prisma' | 'baiql'>;

/** Reads the row and the documents of a transaction of the user's run again, to show them beside its reply. */
export async function readItemInput(
  services: Deps,
  actor: Actor,
  { signal, ...place }: { id: string; batch: number; number: number; signal: AbortSignal },
): Promise<ItemInput> {
  const run = await findRun(services, actor, place.id);
  assertDetailsKept(run);
  await getItem(services, actor, place);
  const { source } = await findResult(services, place);
  const plan = await readPlan(services, place.id);
  if (plan === null) throw detailsRemoved();
  const { areas, engine, previews, store } = services.baiql;
  const job = {
    executionId: place.id,
    plan,
    area: await areas.of(actor.userId),
    person: { userId: actor.userId, userName: fullName(actor), sessionId: '' },
    modelOverride: run.model,
    batch: place.batch,
    number: place.number,
    memo: await store.loadMemo(place.id),
  };
  const { source: now, ...input } = await engine.readInput(job, { documents: previews, signal });
  return { ...input, isChanged: source !== undefined && now !== undefined && source !== now };
}

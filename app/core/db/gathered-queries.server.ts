import type { PrismaClient } from '@prisma/client';
import type { ConnectionLock } from './lock.server';
import { LoopTurns } from './loop-turns.server';

interface Query {
  /** `itx`: of a transaction's own client. */
  transaction?: { kind: 'itx' | 'batch' };
}

interface Gatherer {
  request(query: Query): Promise<unknown>;
}

/**
 * Prisma gathers the queries of one turn of the event loop, and sends them all from where the first was asked: a lookup
 * from outside would seem to come from within somebody's transaction. So where a query comes from is looked at when it
 * is asked, and not when it is sent.
 */
export function askByThemselves(prisma: PrismaClient, lock: ConnectionLock): void {
  const gatherer = gathererOf(prisma);
  const request = gatherer.request.bind(gatherer);
  const turns = new LoopTurns();
  gatherer.request = async (query) => {
    if (query.transaction?.kind !== 'itx') lock.refuseInsideTransaction();
    // Those of a batch are gathered in the turn in which they were asked.
    const next = query.transaction?.kind === 'batch' ? undefined : turns.overdue;
    if (next) await next;
    return lock.startOutside(() => request(query));
  };
}

/** Prisma offers no way to it, but keeps it in plain properties. */
function gathererOf(prisma: PrismaClient): Gatherer {
  const handler: unknown = Reflect.get(prisma, '_requestHandler');
  const gatherer: unknown = handler instanceof Object ? Reflect.get(handler, 'dataloader') : undefined;
  if (gatherer instanceof Object && 'request' in gatherer) return gatherer as Gatherer;
  throw new Error('This version of Prisma gathers its queries elsewhere: adapt gathererOf().');
}

import type { PrismaClient } from '@prisma/client';
import type { ConnectionLock } from './lock.server';
import { LoopTurns } from '../loop-turns.server';

interface Query {
  /** `itx`: from a transaction's own client. */
  transaction?: { kind: 'itx' | 'batch' };
}

interface Gatherer {
  request(query: Query): Promise<unknown>;
}

/**
 * Prisma batches the queries of one tick and sends them from the context of the first, so a query from outside a
 * transaction may appear to come from inside it. The context is therefore read when a query is created, not when it is
 * sent.
 */
export function isolateTransactionQueries(prisma: PrismaClient, lock: ConnectionLock): void {
  const gatherer = gathererOf(prisma);
  const request = gatherer.request.bind(gatherer);
  const turns = new LoopTurns();
  gatherer.request = async (query) => {
    if (query.transaction?.kind !== 'itx') lock.refuseInsideTransaction();
    // Queries of a batch are created in the same tick.
    const next = query.transaction?.kind === 'batch' ? undefined : turns.overdue;
    if (next) await next;
    return lock.startOutside(() => request(query));
  };
}

/** Prisma has no API for this; the value is in plain properties. */
function gathererOf(prisma: PrismaClient): Gatherer {
  const handler: unknown = Reflect.get(prisma, '_requestHandler');
  const gatherer: unknown = handler instanceof Object ? Reflect.get(handler, 'dataloader') : undefined;
  if (gatherer instanceof Object && 'request' in gatherer) return gatherer as Gatherer;
  throw new Error('This version of Prisma gathers its queries elsewhere: adapt gathererOf().');
}

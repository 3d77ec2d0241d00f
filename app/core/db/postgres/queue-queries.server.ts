import type { PoolClient } from 'pg';

/**
 * Sends the queries of a connection one after another. In a transaction, Prisma reads the relations of a row at once, and
 * pg's own queue for them is deprecated. Queries with a callback are the pool's, which sends one on a connection.
 */
export function queueQueries(client: PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  let last: Promise<unknown> = Promise.resolve();
  Reflect.set(client, 'query', (...args: unknown[]) => {
    if (typeof args.at(-1) === 'function') return send(...args);
    const result = last.then(() => send(...args));
    last = result.catch(() => undefined);
    return result;
  });
}

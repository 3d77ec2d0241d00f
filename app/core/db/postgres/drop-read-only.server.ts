import type { Pool, PoolClient } from 'pg';
import { isReadOnly } from './postgres-errors.server';

/** Closes connections that turned out to be read-only: after a failover they may lead to a server that is no longer the primary. */
export function dropReadOnly(pool: Pool): void {
  const readOnly = new WeakSet<PoolClient>();
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    Reflect.set(client, 'query', (...args: unknown[]) => {
      const result = send(...args);
      if (result instanceof Promise)
        result.catch((error: unknown) => {
          if (isReadOnly(error)) readOnly.add(client);
        });
      return result;
    });
  });
  pool.on('release', (_, client) => {
    if (readOnly.has(client)) void client.end();
  });
}

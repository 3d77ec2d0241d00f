import type { Database } from 'better-sqlite3';

/** The right to work on a run. The token tells this claim from every other claim of the same run. */
export interface Claim {
  executionId: string;
  owner: string;
  token: number;
}

/** Somebody else works on this run by now: what an earlier claim still wants to write is refused. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
  constructor() {
    super('Another part of the server has taken this run over.');
  }
}

/** The statements that give, keep and end leases; each is one step in a transaction of the caller. */
export function leasesOn(connection: Database) {
  const claim = connection.prepare<[string, bigint, string, bigint], { token: bigint }>(
    `UPDATE baiql_execution SET lease_owner = ?, lease_until = ?, fencing_token = fencing_token + 1
     WHERE id = ? AND status IN ('queued', 'running') AND (lease_owner IS NULL OR lease_until < ?)
     RETURNING fencing_token AS token`,
  );
  const waiting = connection.prepare<[bigint], { id: string }>(
    `SELECT id FROM baiql_execution
     WHERE status IN ('queued', 'running') AND (lease_owner IS NULL OR lease_until < ?) ORDER BY created_at`,
  );
  const renew = connection.prepare<[bigint, string, bigint, string]>(
    'UPDATE baiql_execution SET lease_until = ? WHERE id = ? AND fencing_token = ? AND lease_owner = ?',
  );
  const giveBack = connection.prepare<[string, bigint, string]>(
    'UPDATE baiql_execution SET lease_owner = NULL, lease_until = 0 WHERE id = ? AND fencing_token = ? AND lease_owner = ?',
  );
  const freeAll = connection.prepare<[string]>(
    'UPDATE baiql_execution SET lease_owner = NULL, lease_until = 0 WHERE lease_owner IS NOT NULL AND lease_owner <> ?',
  );
  return {
    /** Null: somebody else has it, or it has ended. */
    claim(executionId: string, owner: string, nowMs: number, untilMs: number): Claim | null {
      const row = claim.get(owner, BigInt(untilMs), executionId, BigInt(nowMs));
      return row ? { executionId, owner, token: Number(row.token) } : null;
    },
    /** Runs that nobody works on, the oldest first. */
    waiting: (nowMs: number): string[] => waiting.all(BigInt(nowMs)).map(({ id }) => id),
    renew: ({ executionId, owner, token }: Claim, untilMs: number): boolean =>
      renew.run(BigInt(untilMs), executionId, BigInt(token), owner).changes > 0,
    giveBack: ({ executionId, owner, token }: Claim): void => {
      giveBack.run(executionId, BigInt(token), owner);
    },
    /** For a process that knows that no other is alive. Returns how many leases had been left behind. */
    freeThoseOfOthers: (owner: string): number => freeAll.run(owner).changes,
  };
}

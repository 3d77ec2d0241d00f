import type { Database } from 'better-sqlite3';

interface Usage {
  userId: string;
  count: number;
  /** When the first call was, and how long after it each next one. */
  firstAtMs: number;
  everyMs: number;
}

const COST = 140n;

/** Writes the books of many paid calls straight into the tables: a hundred thousand in seconds. They are sound. */
export function addUsage(connection: Database, { userId, count, firstAtMs, everyMs }: Usage): void {
  const account = `user:${userId}`;
  const spent = BigInt(count) * COST;
  const values = { account, userId, count, firstAtMs, everyMs, cost: COST, spent };
  const numbers = `WITH RECURSIVE numbers (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM numbers WHERE i < @count)`;
  /** One side of each call: the person's, or the platform's revenue. */
  const side = (kind: string, sign: string) => `${numbers}
    INSERT INTO ledger_entry (account_id, version, amount, balance_after, kind, posting_id, provider, model,
      input_tokens, output_tokens, reason, occurred_at)
    SELECT a.id, a.version + i, ${sign} @cost, a.posted ${sign} i * @cost, '${kind}', @account || '/' || i || '/' || @firstAtMs,
      'demo', 'demo-1', 100, 20, 'AI request', @firstAtMs + (i - 1) * @everyMs
    FROM numbers JOIN ledger_account a ON a.id = ${kind === 'usage' ? '@account' : "'system:revenue'"}`;
  connection.transaction(() => {
    const run = (sql: string) => {
      const used = Object.entries(values).filter(([name]) => sql.includes(`@${name}`));
      connection.prepare(sql).run(Object.fromEntries(used));
    };
    run(side('usage', '-'));
    run(side('revenue', '+'));
    run('UPDATE ledger_account SET posted = posted - @spent, version = version + @count WHERE id = @account');
    run(
      "UPDATE ledger_account SET posted = posted + @spent, version = version + @count WHERE id = 'system:revenue'",
    );
    run(`${numbers}
      INSERT INTO ledger_day (user_id, day, spent)
      SELECT @userId, date((@firstAtMs + (i - 1) * @everyMs) / 1000, 'unixepoch'), count(*) * @cost FROM numbers WHERE true GROUP BY 2
      ON CONFLICT DO UPDATE SET spent = spent + excluded.spent`);
    run(`${numbers}
      INSERT INTO ledger_usage (user_id, quarter, endpoint, provider, model, requests, input_tokens, output_tokens, cost)
      SELECT @userId, (@firstAtMs + (i - 1) * @everyMs) / 900000 * 900000, 'ai/complete', 'demo', 'demo-1', count(*),
        count(*) * 100, count(*) * 20, count(*) * @cost
      FROM numbers WHERE true GROUP BY 2
      ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, cost = cost + excluded.cost,
        input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens`);
  })();
}

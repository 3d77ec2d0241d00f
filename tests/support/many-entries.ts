import type { Database } from 'better-sqlite3';

interface Usage {
  userId: string;
  count: number;
  /** When the first call was, and how long after it each next one. */
  firstAtMs: number;
  everyMs: number;
  /** How many models and categories the calls go to, in turn. */
  models?: number;
  categories?: number;
}

const COST = 140n;

/** Writes the books of many paid calls straight into the tables: a hundred thousand in seconds. They are sound. */
export function addUsage(
  connection: Database,
  { userId, count, firstAtMs, everyMs, models = 1, categories = 1 }: Usage,
): void {
  const account = `user:${userId}`;
  const spent = BigInt(count) * COST;
  // As BigInt: a number would be bound as a real one, and divided as such, so that no two calls share a quarter.
  const whole = Object.entries({ count, firstAtMs, everyMs, models, categories }).map(
    ([name, value]) => [name, BigInt(value)] as const,
  );
  const values = { account, userId, ...Object.fromEntries(whole), cost: COST, spent };
  const model = `'demo-' || (1 + i % @models)`;
  const numbers = `WITH RECURSIVE numbers (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM numbers WHERE i < @count)`;
  /** One side of each completion: the user's, or the platform's revenue. */
  const side = (kind: string, sign: string) => `${numbers}
    INSERT INTO ledger_entry (account_id, version, amount, balance_after, kind, posting_id, provider, model,
      input_tokens, output_tokens, reason, occurred_at)
    SELECT a.id, a.version + i, ${sign} @cost, a.posted ${sign} i * @cost, '${kind}', @account || '/' || i || '/' || @firstAtMs,
      'demo', ${model}, 100, 20, 'Request', @firstAtMs + (i - 1) * @everyMs
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
      INSERT INTO ledger_usage (user_id, quarter, endpoint, provider, model, category_id, requests, input_tokens,
        output_tokens, cost)
      SELECT @userId, (@firstAtMs + (i - 1) * @everyMs) / 900000 * 900000, 'ai/complete', 'demo', ${model},
        i % @categories, count(*), count(*) * 100, count(*) * 20, count(*) * @cost
      FROM numbers WHERE true GROUP BY 2, 5, 6
      ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, cost = cost + excluded.cost,
        input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens`);
  })();
}

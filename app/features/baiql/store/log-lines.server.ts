import type { LogLine } from '@promptwell/baiql-runtime';
import type { Sql } from '~/core/db/sql';
import { MAX_LINES, type StoredLine } from './run-store.server';

/** Longer lines are cut. */
const MAX_CHARACTERS = 2_000;

interface LineRow {
  number: bigint;
  at: bigint;
  level: LogLine['level'];
  text: string;
}

const LAST = 'SELECT MAX(number) AS number FROM baiql_log_line WHERE execution_id = @executionId';
const INSERT = `
  INSERT INTO baiql_log_line (execution_id, number, at, level, text)
  VALUES (@executionId, @number, @atMs, @level, @text)`;
const TRIM = 'DELETE FROM baiql_log_line WHERE execution_id = @executionId AND number <= @last';
const AFTER = `
  SELECT number, at, level, text FROM baiql_log_line
  WHERE execution_id = @executionId AND number > CAST(@number AS bigint) ORDER BY number LIMIT @limit`;

export function logLinesIn(sql: Sql) {
  const lastNumber = async (executionId: string): Promise<number> =>
    Number((await sql.get<{ number: bigint | null }>(LAST, { executionId }))?.number ?? 0n);
  return {
    lastNumber,
    async append(executionId: string, lines: readonly LogLine[]): Promise<void> {
      if (lines.length === 0) return;
      let number = await lastNumber(executionId);
      // Lines beyond the limit would be removed at once.
      for (const { atMs, level, text } of lines.slice(-MAX_LINES)) {
        number += 1;
        await sql.run(INSERT, { executionId, number, atMs, level, text: cut(text) });
      }
      await sql.run(TRIM, { executionId, last: number - MAX_LINES });
    },
    async after(executionId: string, number: number, limit: number): Promise<StoredLine[]> {
      const rows = await sql.all<LineRow>(AFTER, { executionId, number, limit });
      return rows.map((row) => ({
        number: Number(row.number),
        atMs: Number(row.at),
        level: row.level,
        text: row.text,
      }));
    },
  };
}

const cut = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;

import type { LogLine } from '@promptwell/baiql-runtime';
import type { Database } from 'better-sqlite3';
import { MAX_LINES, type StoredLine } from '../run-store.server';

/** Longer lines are cut. */
const MAX_CHARACTERS = 2_000;

interface LineRow {
  number: bigint;
  at: bigint;
  level: LogLine['level'];
  text: string;
}

export function logLineStatements(connection: Database) {
  const last = connection.prepare<[string], { number: bigint | null }>(
    'SELECT MAX(number) AS number FROM baiql_log_line WHERE execution_id = ?',
  );
  const insert = connection.prepare<[string, number, number, string, string]>(
    'INSERT INTO baiql_log_line (execution_id, number, at, level, text) VALUES (?, ?, ?, ?, ?)',
  );
  const trim = connection.prepare<[string, number]>(
    'DELETE FROM baiql_log_line WHERE execution_id = ? AND number <= ?',
  );
  const after = connection.prepare<[string, number, number], LineRow>(
    'SELECT number, at, level, text FROM baiql_log_line WHERE execution_id = ? AND number > ? ORDER BY number LIMIT ?',
  );
  return {
    append(executionId: string, lines: readonly LogLine[]): void {
      if (lines.length === 0) return;
      let number = Number(last.get(executionId)?.number ?? 0n);
      // Lines beyond the limit would be removed at once.
      for (const { atMs, level, text } of lines.slice(-MAX_LINES)) {
        number += 1;
        insert.run(executionId, number, atMs, level, cut(text));
      }
      trim.run(executionId, number - MAX_LINES);
    },
    after: (executionId: string, number: number, limit: number): StoredLine[] =>
      after.all(executionId, number, limit).map((row) => ({
        number: Number(row.number),
        atMs: Number(row.at),
        level: row.level,
        text: row.text,
      })),
    lastNumber: (executionId: string): number => Number(last.get(executionId)?.number ?? 0n),
  };
}

const cut = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;

import { expect, test } from 'vitest';
import { statement } from './statement.server';

test('a statement of SQLite’s becomes one of PostgreSQL’s', () => {
  const made = statement(
    `SELECT amount AS amountMicroUsd FROM entry CROSS JOIN key ON key.id = entry.key
     WHERE (@key IS NULL OR key = @key) AND version BETWEEN @oldest AND @newest AND +account = @account
       AND instr(reason, @reason) > 0`,
  );
  expect(made.text).toBe(
    `SELECT amount AS "amountMicroUsd" FROM entry JOIN key ON key.id = entry.key
     WHERE (CAST($1 AS text) IS NULL OR key = $2) AND version BETWEEN CAST($3 AS bigint) AND CAST($4 AS bigint) AND account = $5
       AND strpos(reason, $6) > 0`,
  );
  expect(made.names).toEqual(['key', 'key', 'oldest', 'newest', 'account', 'reason']);
});

test('the same statement keeps its name, another has its own', () => {
  expect(statement('SELECT 1')).toBe(statement('SELECT 1'));
  expect(statement('SELECT 2').name).not.toBe(statement('SELECT 1').name);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { partsOfMemo, type RunMemo } from '@promptwell/baiql-runtime';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openState } from './open-state.js';
import { openRunStore } from './run-store.js';
import { SCHEMA } from './schema.js';

let folder: string;
const file = (): string => path.join(folder, 'state.db');
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baiql-state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MEMO: RunMemo = {
  version: 2,
  startedAtMs: 7,
  sources: { 1: [] },
  optimized: { '1/0': 'Better.' },
  written: { 1: [{ path: '/data/output/o.csv', sizeBytes: 3 }] },
  failedRuns: {},
  globals: { TOTAL: 3 },
};

/** A file with one run, as earlier versions made it. */
function makeOld(version: 1 | 2): void {
  const db = new Database(file());
  db.exec(SCHEMA);
  db.exec('DROP TABLE memo_parts; ALTER TABLE runs ADD COLUMN memo TEXT');
  if (version === 1) db.exec('ALTER TABLE replies DROP COLUMN finish');
  db.prepare("INSERT INTO runs (id, script, plan, started_at_ms, memo) VALUES ('r', '', '{}', 1, ?)").run(
    JSON.stringify(MEMO),
  );
  db.prepare(
    "INSERT INTO replies (key, run_id, fingerprint, text, input_tokens, output_tokens) VALUES ('k', 'r', 'f', 'Paid.', 1, 1)",
  ).run();
  db.pragma(`user_version = ${version}`);
  db.close();
}

describe('a state file', () => {
  it.each([1, 2] as const)(
    'of version %i is brought up to date, with what its runs remember',
    async (version) => {
      makeOld(version);
      const state = openState(file());
      const store = openRunStore(state, 'r');
      expect(store.loadMemo()).toEqual(partsOfMemo(MEMO));
      expect(store.replyOf('k')).toMatchObject({ text: 'Paid.', finish: undefined });
      await state.close();
      const again = openState(file());
      expect(openRunStore(again, 'r').loadMemo()).toEqual(partsOfMemo(MEMO));
      await again.close();
    },
  );
});

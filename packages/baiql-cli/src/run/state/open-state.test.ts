import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Plan } from '@promptwell/baiql-lang';
import { partsOfMemo } from '@promptwell/baiql-runtime';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openState } from './open-state.js';
import { insertRun, openRunStore } from './run-store.js';
import { INSERT_REPLY, SCHEMA, SET_MEMO_PART } from './schema.js';

let folder: string;
const file = (): string => path.join(folder, 'state.db');
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baiql-state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MEMO: Parameters<typeof partsOfMemo>[0] = {
  version: 2,
  startedAtMs: 7,
  sources: { 1: [] },
  optimized: { '1/0': 'Better.' },
  written: { 1: [{ path: '/data/output/o.csv', sizeBytes: 3 }] },
  failedRuns: {},
  globals: { TOTAL: 3 },
};

/** A file with one run, as earlier versions made it. */
function makeOld(version: 1 | 2 | 3): void {
  const db = new Database(file());
  db.exec(SCHEMA);
  db.exec('DROP TABLE files; ALTER TABLE replies DROP COLUMN at_ms; ALTER TABLE runs DROP COLUMN reuses');
  if (version === 1) db.exec('ALTER TABLE replies DROP COLUMN finish');
  db.exec("INSERT INTO runs (id, script, plan, started_at_ms) VALUES ('r', '', '{}', 1)");
  if (version < 3) {
    db.exec('DROP TABLE memo_parts; ALTER TABLE runs ADD COLUMN memo TEXT');
    db.prepare('UPDATE runs SET memo = ?').run(JSON.stringify(MEMO));
  } else {
    const setPart = db.prepare(SET_MEMO_PART);
    for (const [name, value] of Object.entries(partsOfMemo(MEMO))) setPart.run('r', name, value);
  }
  db.prepare(
    "INSERT INTO replies (key, run_id, fingerprint, text, input_tokens, output_tokens) VALUES ('k', 'r', 'f', 'Paid.', 1, 1)",
  ).run();
  db.pragma(`user_version = ${version}`);
  db.close();
}

describe('a state file', () => {
  it('answers an identical request with the latest of several replies', async () => {
    const state = openState(file());
    const insertReply = state.db.prepare(INSERT_REPLY);
    const reply = { fingerprint: 'f', inputTokens: 1, outputTokens: 1, costMicroUsd: 1, finish: null };
    const plan = {} as Plan; // nothing here looks into it
    for (const id of ['one', 'two'])
      insertRun(state, { id, script: '', plan, model: null, baseUrl: null, reuse: false }, 0);
    insertReply.run({ ...reply, key: 'm', runId: 'one', text: 'The first.', atMs: 1 });
    insertReply.run({ ...reply, key: 'z', runId: 'two', text: 'The second.', atMs: 2 });
    insertReply.run({ ...reply, key: 'a', runId: 'two', text: 'The third.', atMs: 3 });
    insertReply.run({ ...reply, key: 'n', runId: 'two', text: 'Taken in late.', atMs: 0 });
    const [one, two] = ['one', 'two'].map((id) => openRunStore(state, id));
    expect(one?.replyTo('f', 'any')?.text).toBe('The third.');
    expect(one?.replyTo('f', 'run')?.text).toBe('The first.');
    expect(two?.replyTo('f', 'run')?.text).toBe('The third.');
    await state.close();
  });

  it('of a newer version says so, because another file would know nothing of what was paid', () => {
    const db = new Database(file());
    db.pragma('user_version = 999');
    db.close();
    expect(() => openState(file())).toThrow(/newer version of baiql\. Update baiql to continue its runs/u);
  });

  it.each([1, 2, 3] as const)(
    'of version %i is brought up to date, with what its runs remember',
    async (version) => {
      makeOld(version);
      const state = openState(file());
      const store = openRunStore(state, 'r');
      expect(store.loadMemo()).toEqual(partsOfMemo(MEMO));
      expect(store.replyOf('k')).toMatchObject({ text: 'Paid.', finish: undefined });
      expect(store.replyTo('f', 'any')).toMatchObject({ text: 'Paid.' });
      await state.close();
      const again = openState(file());
      expect(openRunStore(again, 'r').loadMemo()).toEqual(partsOfMemo(MEMO));
      await again.close();
    },
  );
});

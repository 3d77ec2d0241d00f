import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compile, parse } from '@promptwell/baiql-lang';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunInUseError } from './claim-run.js';
import { openState } from './open-state.js';
import { insertRun, openRunStore } from './run-store.js';

let folder: string;
const file = (): string => path.join(folder, 'state.db');
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baiql-claim-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RUN = {
  id: 'run-1',
  script: '',
  plan: compile(parse('').tree),
  model: null,
  baseUrl: null,
  reuse: false,
};

describe('a run', () => {
  it('is worked on by one at a time: a second is told at once who has it, and may have it afterwards', async () => {
    const first = openState(file());
    insertRun(first, RUN, 1);
    const store = openRunStore(first, RUN.id);
    const second = openState(file());

    const refused = (): unknown => openRunStore(second, RUN.id);
    expect(refused).toThrow(RunInUseError);
    expect(refused).toThrow(`Run run-1 is in progress (process ${process.pid}, since `);
    expect(store.writeError()).toBeNull();

    await first.close();
    expect(openRunStore(second, RUN.id).writeError()).toBeNull();
    await second.close();
  });

  it('sends nothing more for an owner from whom it was taken in spite of that', async () => {
    const first = openState(file());
    insertRun(first, RUN, 1);
    const store = openRunStore(first, RUN.id);
    expect(store.writeError()).toBeNull();
    first.db.prepare("UPDATE runs SET owner = 'another'").run();
    expect(store.writeError()).toContain('Another process has taken over this run');
    await first.close();
  });
});

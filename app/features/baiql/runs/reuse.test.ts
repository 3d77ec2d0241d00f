import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { payingServices, type PayingServices } from '../../../../tests/support/paying-services';
import type { Actor } from '~/core/server/session.server';
import { checkScript, describeCheck } from './check-script.server';
import { executeScript, type ExecuteScript } from './execute-script.server';
import { listItems } from './list-items.server';
import { getRun } from './read-runs.server';
import type { RunView } from './responses';
import { reviewItem } from './review-item.server';

const SCRIPT =
  'BATCH_START\nLOAD "rows.csv" AS FILE\nMODEL "gpt-4o-mini"\nPROMPT "Greet {NAME}"\nRUN\nOUTPUT "o.csv"\nEND_BATCH\n';
const REQUEST: ExecuteScript = {
  script: SCRIPT,
  model: null,
  first: null,
  scriptName: 'Greetings',
  mode: 'EXECUTE',
  requestKey: null,
  reuse: false,
  estimateId: null,
  signal: new AbortController().signal,
};

let services: PayingServices;
let ada: Actor;
beforeEach(async () => {
  services = await payingServices();
  ada = await services.customer({ cents: 100 });
});
afterEach(() => services.close());

async function giveRows(count: number, prefix = 'Ann'): Promise<void> {
  const { inputRoot } = await services.baiql.areas.of(ada.userId);
  await mkdir(inputRoot, { recursive: true });
  const rows = Array.from({ length: count }, (_, index) => `${prefix} ${index}\n`);
  await writeFile(`${inputRoot}/rows.csv`, `Name\n${rows.join('')}`);
}

async function run(change: Partial<ExecuteScript> = {}): Promise<RunView> {
  const { run: begun } = await executeScript(services, ada, { ...REQUEST, ...change });
  return vi.waitFor(
    async () => {
      const view = await getRun(services, ada, begun.executionId);
      expect(view.finishedAt, JSON.stringify(view)).not.toBeNull();
      expect(services.baiql.runner.isWorkingOn(view.executionId)).toBe(false);
      return view;
    },
    { timeout: 60_000, interval: 20 },
  );
}

const check = async (script = SCRIPT) =>
  describeCheck(await checkScript(services, ada, { ...REQUEST, script }));
const sent = (): number => services.vendor.log.stats.requests;
const expectSoundBooks = async (): Promise<void> => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
};

describe('a second press of Run', () => {
  it('pays only for the rows that no earlier run has answered', async () => {
    await giveRows(6);
    await run({ first: 2 });
    const afterTrial = await check();
    expect(afterTrial.answered).toMatchObject({ transactions: 2 });
    expect(afterTrial.answered?.estHighCents).toBeLessThan(afterTrial.estHighCents ?? 0);

    let before = sent();
    expect(await run({ reuse: true })).toMatchObject({ status: 'completed', succeeded: 6, cachedReplies: 2 });
    expect(sent() - before).toBe(4);
    expect((await check()).answered).toMatchObject({
      transactions: 6,
      estLowCents: 0,
      estLikelyCents: 0,
      estHighCents: 0,
    });

    before = sent();
    const again = await run({ reuse: true });
    expect(sent()).toBe(before);
    expect(again).toMatchObject({ succeeded: 6, cachedReplies: 6, costMicroUsd: 0 });
    const page = { page: 1, pageSize: 50, texts: 'all' as const };
    const { items } = await listItems(services, ada, { id: again.executionId, ...page });
    expect(items.every(({ isReused, costMicroUsd }) => isReused && costMicroUsd === 0)).toBe(true);
    await expectSoundBooks();
  });

  it('pays for all rows again without reuse, and for NOCACHE and another prompt with it @soak', async () => {
    await giveRows(3);
    await run();
    let before = sent();
    expect((await run()).cachedReplies).toBe(0);
    expect(sent() - before).toBe(3);
    before = sent();
    const anew = SCRIPT.replace('RUN\n', 'RUN NOCACHE\n');
    expect((await check(anew)).answered).toBeNull();
    expect((await run({ script: anew, reuse: true })).cachedReplies).toBe(0);
    const other = SCRIPT.replace('Greet', 'Welcome');
    expect((await check(other)).answered).toBeNull();
    expect((await run({ script: other, reuse: true })).cachedReplies).toBe(0);
    expect(sent() - before).toBe(6);
    await expectSoundBooks();
  });

  it('finds those of the Demo model @soak', async () => {
    await giveRows(2);
    const script = SCRIPT.replace('MODEL "gpt-4o-mini"\n', '');
    await run({ script });
    expect((await check(script)).answered).toMatchObject({ transactions: 2 });
  });

  it('finds no answers of other users', async () => {
    await giveRows(2);
    await run();
    ada = await services.customer({ cents: 100 });
    await giveRows(2);
    expect((await check()).answered).toBeNull();
    expect((await run({ reuse: true })).cachedReplies).toBe(0);
    await expectSoundBooks();
  });

  it('says which run of the script is in progress @soak', async () => {
    await giveRows(2);
    expect((await check()).underWay).toBeNull();
    const slow = SCRIPT.replace('PROMPT', 'LIMIT 1\nPROMPT');
    const { run: begun } = await executeScript(services, ada, { ...REQUEST, script: slow });
    expect((await check(slow)).underWay).toBe(begun.executionId);
    expect((await check()).underWay).toBeNull();
    await services.baiql.runner.cancel(begun.executionId);
  });

  it('is another request than one without reuse, under the same key @soak', async () => {
    await giveRows(1);
    await run({ requestKey: 'pressed', reuse: true });
    const again = await executeScript(services, ada, { ...REQUEST, requestKey: 'pressed', reuse: true });
    expect(again.isNew).toBe(false);
    await expect(
      executeScript(services, ada, { ...REQUEST, requestKey: 'pressed', reuse: false }),
    ).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });
});

describe('a reply corrected by hand', () => {
  const place = (id: string, number: number) => ({ id, batch: 1, number });
  const itemsOf = async ({ executionId: id }: RunView) => {
    const { items } = await listItems(services, ada, { id, page: 1, pageSize: 50, texts: 'all' });
    return items;
  };
  const output = async (): Promise<string> => {
    const { outputRoot } = await services.baiql.areas.of(ada.userId);
    return readFile(`${outputRoot}/o.csv`, 'utf8');
  };

  it('goes into a new run of a changed script, on another model, and is not paid again @soak', async () => {
    await giveRows(3);
    const first = await run();
    const original = (await itemsOf(first))[1]?.reply;
    const correct = { verdict: 'edited', reply: 'Good day!' } as const;
    await reviewItem(services, ada, { ...place(first.executionId, 2), ...correct });

    const script = SCRIPT.replace('"gpt-4o-mini"', '"gpt-4o" TEMP 0.1');
    expect((await check(script)).answered).toMatchObject({ transactions: 1 });
    const before = sent();
    const second = await run({ script, reuse: true });
    expect(sent() - before).toBe(2);
    expect(second).toMatchObject({ succeeded: 3, edited: 1, cachedReplies: 1 });
    expect((await itemsOf(second))[1]).toMatchObject({
      reply: 'Good day!',
      costMicroUsd: 0,
      review: { verdict: 'edited', isPending: false, text: 'Good day!', original },
    });
    expect((await output()).split('\n')[2]).toContain('Good day!');
    await expectSoundBooks();
  });

  it('stays behind where the prompt is another, or all are asked again @soak', async () => {
    await giveRows(2);
    const { executionId } = await run();
    await reviewItem(services, ada, { ...place(executionId, 1), verdict: 'edited', reply: 'Good day!' });
    const other = await run({ script: SCRIPT.replace('Greet', 'Welcome'), reuse: true });
    expect(other).toMatchObject({ edited: 0, cachedReplies: 0 });
    const again = await run();
    expect(again).toMatchObject({ edited: 0, cachedReplies: 0 });
    expect((await itemsOf(again)).map(({ reply }) => reply)).not.toContain('Good day!');
    await expectSoundBooks();
  });

  it('is taken back by asking the model again in the run that took it over @soak', async () => {
    await giveRows(2);
    const first = await run();
    await reviewItem(services, ada, {
      ...place(first.executionId, 1),
      verdict: 'edited',
      reply: 'Good day!',
    });
    const second = await run({ reuse: true });
    expect(second).toMatchObject({ edited: 1, cachedReplies: 2 });
    await reviewItem(services, ada, { ...place(second.executionId, 1), verdict: 'asked' });
    const third = await run({ reuse: true });
    expect((await itemsOf(third)).map(({ reply }) => reply)).not.toContain('Good day!');
    await expectSoundBooks();
  });

  it('is never found by another user', async () => {
    await giveRows(1);
    const { executionId } = await run();
    await reviewItem(services, ada, { ...place(executionId, 1), verdict: 'edited', reply: 'Good day!' });
    ada = await services.customer({ cents: 100 });
    await giveRows(1);
    expect((await check()).answered).toBeNull();
    expect(await run({ reuse: true })).toMatchObject({ edited: 0, cachedReplies: 0 });
  });
});

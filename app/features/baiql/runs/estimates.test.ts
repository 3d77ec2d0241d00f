import { mkdir, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { payingServices, type PayingServices } from '../../../../tests/support/paying-services';
import { MINUTE_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { closeAccount } from '~/features/accounts/index.server';
import { checkWithinTimeout } from './check-script.server';
import { executeScript } from './execute-script.server';
import { getRun } from './read-runs.server';
import type { EstimateView } from './check-responses';

const SCRIPT = 'BATCH_START\nLOAD "rows.csv" AS FILE\nPROMPT "{NAME}"\nRUN\nEND_BATCH\n';
const REQUEST = { script: SCRIPT, model: null, first: null };

let services: PayingServices;
let ada: Actor;
beforeEach(async () => {
  services = await payingServices();
  ada = await services.customer({ cents: 100 });
});
afterEach(() => services.close());

async function giveRows(count: number): Promise<void> {
  const { inputRoot } = await services.baiql.areas.of(ada.userId);
  await mkdir(inputRoot, { recursive: true });
  await writeFile(
    `${inputRoot}/rows.csv`,
    `Name,Text\n${Array.from({ length: count }, (_, index) => `Ann ${index},x\n`).join('')}`,
  );
}

const until = (id: string, isThere: (view: EstimateView) => boolean): Promise<EstimateView> =>
  vi.waitFor(
    () => {
      const view = services.baiql.estimates.get(ada, id);
      expect(isThere(view), JSON.stringify(view)).toBe(true);
      return view;
    },
    { timeout: 60_000, interval: 10 },
  );
const hasEnded = ({ status }: EstimateView): boolean => status !== 'queued' && status !== 'running';

describe('an estimate', () => {
  it('says in its time what VALIDATE says', async () => {
    await giveRows(30);
    const begun = services.baiql.estimates.begin(ada, REQUEST);
    expect(begun).toMatchObject({ status: 'queued', validation: null, error: null });
    const ended = await until(begun.estimateId, hasEnded);
    expect(ended).toMatchObject({
      status: 'done',
      progress: { phase: 'reading', total: 30 },
      validation: { validity: '✓ Valid', transactions: 30, requests: 30, problems: [] },
    });
  });

  it('refuses more files than may be written, before anything is paid @soak', async () => {
    await giveRows(100_001);
    const script = SCRIPT.replace('END_BATCH', 'OUTPUT "letters/a.txt" SEPARATE\nEND_BATCH');
    const { estimateId } = services.baiql.estimates.begin(ada, { ...REQUEST, script });
    const { validation } = await until(estimateId, hasEnded);
    const saidOf = (what: string): string[] => [
      `Line 5: ${what} would write 100,001 files, and you can have 100,000. Use AGGREGATE.`,
    ];
    expect(validation?.problems).toEqual(saidOf('this'));
    const trial = services.baiql.estimates.begin(ada, { ...REQUEST, script, first: 5 });
    const tried = (await until(trial.estimateId, hasEnded)).validation;
    expect(tried).toMatchObject({ transactions: 5, problems: [], notes: saidOf('the whole run') });
  });

  it('of a broken script is done when the mistakes are known', async () => {
    const { estimateId } = services.baiql.estimates.begin(ada, { ...REQUEST, script: 'RUN\n' });
    const { status, validation } = await until(estimateId, hasEnded);
    expect({ status, transactions: validation?.transactions }).toEqual({
      status: 'done',
      transactions: null,
    });
    expect(validation?.validationErrors).toHaveLength(1);
  });

  it('of a script without a RUN says that nothing will be sent', async () => {
    const { estimateId } = services.baiql.estimates.begin(ada, { ...REQUEST, script: 'HELLO\n' });
    const { validation } = await until(estimateId, hasEnded);
    const { validity, requests, notes } = validation ?? {};
    expect({ validity, requests, notes }).toEqual({
      validity: '✓ Valid with 1 warning(s)',
      requests: 0,
      notes: ['No batch has a RUN, so nothing will be sent.'],
    });
  });

  it('that nobody should wait for in a request is refused there @soak', async () => {
    await giveRows(1_000_000);
    const { signal } = new AbortController();
    await expect(checkWithinTimeout(services, ada, { ...REQUEST, signal }, 100)).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'estimate_takes_long',
    });
  });

  it('that is cancelled while it counts frees its worker for the next @soak', async () => {
    await giveRows(1_000_000);
    const { estimates } = services.baiql;
    const { estimateId } = estimates.begin(ada, REQUEST);
    await until(estimateId, ({ progress }) => progress.phase === 'counting' && progress.current > 0);
    expect(estimates.cancel(ada, estimateId)).toMatchObject({ status: 'cancelled', validation: null });
    expect(estimates.get(ada, estimateId).status).toBe('cancelled');

    await giveRows(2);
    const next = await until(estimates.begin(ada, REQUEST).estimateId, hasEnded);
    expect(next).toMatchObject({ status: 'done', validation: { transactions: 2 } });
  });

  it('is its own user’s alone, and one of few', async () => {
    await giveRows(1);
    const { estimates } = services.baiql;
    const bob = await services.customer({ cents: 100 });
    const ids = Array.from({ length: 5 }, () => estimates.begin(ada, REQUEST).estimateId);
    const [first = '', second = ''] = ids;
    expect(() => estimates.begin(ada, REQUEST)).toThrow(
      expect.objectContaining({ code: 'too_many_estimates' }),
    );
    for (const read of [() => estimates.get(bob, first), () => estimates.cancel(bob, first)]) {
      expect(read).toThrow(expect.objectContaining({ kind: 'not-found', code: 'no_such_estimate' }));
    }
    for (const id of ids) await until(id, hasEnded);

    // A sixth takes the place of the first; ten minutes later none is left.
    const { estimateId: sixth } = estimates.begin(ada, REQUEST);
    expect(() => estimates.get(ada, first)).toThrow('no longer exists');
    await until(sixth, hasEnded);
    services.pass(10 * MINUTE_MS);
    expect(() => estimates.get(ada, second)).toThrow('no longer exists');
  });

  it('begins a run of its script without being worked out again', async () => {
    await giveRows(3);
    const { estimates } = services.baiql;
    const { signal } = new AbortController();
    const start = (change: object) =>
      executeScript(services, ada, {
        ...{
          ...REQUEST,
          scriptName: 'Rows',
          mode: 'EXECUTE' as const,
          requestKey: null,
          reuse: false,
          signal,
        },
        ...{ estimateId, ...change },
      });
    const { estimateId } = estimates.begin(ada, REQUEST);
    await expect(start({})).rejects.toMatchObject({ kind: 'conflict', code: 'estimate_not_done' });
    await until(estimateId, hasEnded);
    await expect(start({ first: 1 })).rejects.toMatchObject({ code: 'estimate_of_another_script' });

    const { run, isNew } = await start({});
    expect({ total: run.total, isNew }).toEqual({ total: 3, isNew: true });
    await services.baiql.runner.cancel(run.executionId);

    // Another user's estimate reads as not found.
    const bob = await services.customer({ cents: 100 });
    expect(estimates.resultFor(bob, estimateId, REQUEST)).toBeNull();
  });

  it('is of the files that it read: a run of others ends before it sends anything @soak', async () => {
    await giveRows(3);
    const { estimateId } = services.baiql.estimates.begin(ada, REQUEST);
    await until(estimateId, hasEnded);
    await giveRows(50);
    const { signal } = new AbortController();
    const { run } = await executeScript(services, ada, {
      ...{
        ...REQUEST,
        scriptName: 'Rows',
        mode: 'EXECUTE',
        requestKey: null,
        reuse: false,
        signal,
        estimateId,
      },
    });
    const ended = await vi.waitFor(
      async () => {
        const now = await getRun(services, ada, run.executionId);
        expect(now.status).not.toMatch(/queued|running/);
        return now;
      },
      { timeout: 30_000, interval: 10 },
    );
    expect(ended).toMatchObject({
      reason: 'source-changed',
      message: expect.stringMatching(
        /rows\.csv has changed since the estimate \(it had 34 bytes and now has 450\)/,
      ) as string,
    });
    expect(services.vendor.log.stats.requests).toBe(0);
    expect((await services.ledger.reconcile()).faults).toEqual([]);
  });

  it('ends with the account, under way or done @soak', async () => {
    await giveRows(1_000_000);
    const { estimates } = services.baiql;
    const { estimateId: underWay } = estimates.begin(ada, REQUEST);
    const { estimateId: done } = estimates.begin(ada, { ...REQUEST, script: 'RUN\n' });
    await until(done, hasEnded);
    await closeAccount(services, ada, ada.userId, () => Promise.resolve());
    for (const id of [underWay, done]) expect(() => estimates.get(ada, id)).toThrow('no longer exists');
  });
});

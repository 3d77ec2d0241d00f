import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table } from '../../support/baiql-runs';
import { vendorEnv } from '../../support/paying-server';
import { ADMIN_ENV, signInByApi, startServer, type TestServer } from '../../support/server';
import { startOpenAiServer } from '../../vendors/openai-server';
import type { VendorServer } from '../../vendors/vendor-server';

// What a run hands out is its own, whatever others have written since.

const ROWS = 12;
const PLAIN = '/data/output/leads.csv';

let vendor: VendorServer;
let server: TestServer;
let runs: ReturnType<typeof runApi>;
let files: ReturnType<typeof fileApi>;
beforeAll(async () => {
  vendor = await startOpenAiServer();
  server = await startServer({ env: { ...ADMIN_ENV, ...vendorEnv(vendor) } });
  const token = await signInByApi(server.origin);
  runs = runApi(server.origin, token);
  files = fileApi(server.origin, token);
  await files.upload('/data/input/', { 'leads.csv': table(ROWS, 'Lead') });
});
afterAll(async () => {
  await server.stop();
  await vendor.close();
});

const script = gradingScript({ file: 'leads.csv', out: 'leads.csv', limit: 'LIMIT PARALLEL 1' });
const rowsOf = (csv: string): number => csv.trim().split('\r\n').length - 1;
const pathsOf = ({ outputs }: { outputs: readonly { path: string }[] }): string[] =>
  outputs.map(({ path }) => path);

describe('the outputs of a run', () => {
  it('are its own: rows that are tried, or a run that is canceled, take nothing from a complete one @soak', async () => {
    const whole = await runs.run(script);
    expect(whole.outputs).toMatchObject([{ path: PLAIN, isKept: true }]);

    const trial = await runs.run(script, { first: 5 });
    expect(pathsOf(trial)).toEqual(['/data/output/leads (trial).csv']);

    vendor.script(...Array.from({ length: 3 }, () => ({ kind: 'reply' as const })), {
      kind: 'reply',
      hold: 'before',
    });
    const { executionId } = (await runs.execute(script)).body;
    await vendor.until((log) => log.stats.held === 1);
    await runs.post(executionId, 'cancel');
    vendor.release();
    const canceled = await runs.ended(executionId);
    const [partial = '', errors = ''] = pathsOf(canceled);
    expect(partial).toMatch(/^\/data\/output\/leads \(\d+ of 12\)\.csv$/u);
    expect((await files.downloadOf(executionId, errors)).text).toContain('Not run.');

    expect(rowsOf((await files.download(PLAIN)).text)).toBe(ROWS);
    const { entries } = (await files.list('/data/output/')).body;
    const runAt = (path: string) => entries.find((entry) => entry.path === path)?.run?.executionId;
    expect([runAt(PLAIN), runAt(partial)]).toEqual([whole.executionId, executionId]);

    // Resumed and done, its file takes the plain name; the first one hands out its own all the same.
    expect((await runs.post(executionId, 'resume')).status).toBe(202);
    const done = await runs.ended(executionId);
    expect(pathsOf(done)).toEqual([PLAIN]);
    const names = (await files.list('/data/output/')).body.entries.map(({ name }) => name);
    expect(names).toEqual(['leads (trial).csv', 'leads.csv']);
    const own = await files.downloadOf(whole.executionId, PLAIN);
    expect([own.status, rowsOf(own.text)]).toEqual([200, ROWS]);
    expect((await files.previewOf(whole.executionId, PLAIN)).text).toContain('Lead 12');
  });

  it('are written again in any state it ended in, for nothing, and it stays what it was', async () => {
    const first = await runs.run(script, { first: 2 });
    const [place = ''] = pathsOf(first);
    // Somebody else's file is at its place, and its own is handed out.
    await files.upload('/data/output/', { [place.slice('/data/output/'.length)]: 'mine' });
    expect(rowsOf((await files.downloadOf(first.executionId, place)).text)).toBe(2);
    expect((await files.download(place)).text).toBe('mine');
    const { requests } = vendor.log.stats;
    const answer = await runs.post(first.executionId, 'write-outputs');
    expect(answer).toMatchObject({
      status: 202,
      body: { status: 'completed', reason: 'trial', isWriting: true },
    });
    const again = await runs.ended(first.executionId);
    expect(again).toMatchObject({ status: 'completed', reason: 'trial', isWriting: false, remaining: 10 });
    expect(rowsOf((await files.download(place)).text)).toBe(2);
    expect(vendor.log.stats.requests).toBe(requests);
  });

  it('are nobody else’s', async () => {
    const refused = await files.downloadOf('00000000-0000-4000-8000-000000000000', PLAIN);
    expect([refused.status, refused.text]).toEqual([404, expect.stringContaining('no_such_run')]);
  });
});

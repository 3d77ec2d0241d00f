import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsInBooks } from '../../support/server-database';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table } from '../../support/baiql-runs';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';
import { grant, makeUserWithRole } from '../../support/users-with-roles';
import { apiOf } from '../../support/server';
import { expectedAnswer } from '../../vendors/vendor-request';

let paying: PayingServer;
let files: ReturnType<typeof fileApi>;
let runs: ReturnType<typeof runApi>;

beforeAll(async () => {
  paying = await sharePayingServer();
  files = fileApi(paying.server.origin, paying.token);
  runs = runApi(paying.server.origin, paying.token);
  await files.upload('/data/input/', { 'roster.csv': table(12) });
});
afterAll(() => paying.close());

/** Other runs ask the same of the same table: only the prompts of one table are looked at. */
const answeredTwice = (who: string): string[] =>
  paying.vendor.log.promptsAnsweredTwice().filter((prompt) => prompt.includes(who));

describe('VALIDATE', () => {
  it('says what a run would do and cost, and sends nothing', async () => {
    const before = await paying.balance();
    const sentBefore = paying.vendor.log.stats.requests;
    const checked = await runs.validate(gradingScript());
    expect(checked).toMatchObject({
      batchType: 'EXAMINE',
      validity: '✓ Valid',
      validationErrors: [],
      transactions: 12,
    });
    expect(checked.prompts.map(({ text }) => text)).toEqual([
      'Say one thing about topic 1 to Student 1.',
      'Say one thing about topic 2 to Student 2.',
      'Say one thing about topic 3 to Student 3.',
    ]);
    expect(checked.inputTokens).toBeGreaterThan(12 * 5);
    expect(checked.estHighCents).toBeGreaterThan(checked.estLowCents ?? 0);
    expect(await paying.balance()).toEqual(before);
    expect(paying.vendor.log.stats.requests).toBe(sentBefore);
  });

  it('gives each mistake with its line, and knows the columns of the loaded table', async () => {
    const checked = await runs.validate(gradingScript().replace('{topic}', '{subject}'));
    expect(checked.validationErrors).toEqual([
      { line: 5, message: 'Undefined variable {subject}', severity: 'error' },
    ]);
    expect(checked.diagnostics[0]).toMatchObject({ code: 'BQ401', range: { start: { line: 5 } } });
    expect(checked).toMatchObject({ validity: '✗ 1 error(s) found', transactions: null, estHighCents: null });
  });
});

describe('a trial', () => {
  it('does the first rows, then the others, and asks nothing twice', async () => {
    await files.upload('/data/input/', { 'trial.csv': table(6, 'Tester') });
    const script = gradingScript({ file: 'trial.csv', out: 'trial.csv' });
    const [before, sentBefore] = [await paying.balance(), paying.vendor.log.stats.requests];
    const tried = await runs.run(script, { first: 2 });
    expect(tried).toMatchObject({
      status: 'completed',
      reason: 'trial',
      succeeded: 2,
      total: 2,
      canResume: true,
    });
    expect(paying.vendor.log.stats.requests).toBe(sentBefore + 2);

    expect((await runs.post(tried.executionId, 'resume')).status).toBe(202);
    const whole = await runs.ended(tried.executionId);
    expect(whole).toMatchObject({
      status: 'completed',
      reason: null,
      succeeded: 6,
      total: 6,
      canResume: false,
    });
    expect(paying.vendor.log.stats.requests).toBe(sentBefore + 6);
    expect(answeredTwice('Tester')).toEqual([]);
    const after = await paying.balance();
    expect(before.balanceMicroUsd - after.balanceMicroUsd).toBe(whole.costMicroUsd);
    expect(await faultsInBooks(paying.server.dataDir)).toEqual([]);
  });

  it('costs no more than its rows, so a small balance is enough for it', async () => {
    const script = gradingScript();
    const [some, all] = [await runs.validate(script, { first: 3 }), await runs.validate(script)];
    expect(some.transactions).toBe(3);
    expect(some.estHighCents ?? 0).toBeLessThan((all.estHighCents ?? 0) / 2);
    expect((await runs.execute(script, { first: 0 })).status).toBe(400);
  });
});

describe('EXECUTE', () => {
  it('runs every row once, writes the output in order, and charges what the ledger says', async () => {
    const before = await paying.balance();
    const ended = await runs.run(gradingScript(), { scriptName: 'Grading' });
    expect(ended).toMatchObject({
      status: 'completed',
      reason: null,
      batchType: 'EXAMINE',
      mode: 'EXECUTE',
      current: 12,
      total: 12,
      succeeded: 12,
      failed: 0,
    });
    expect(ended.outputs).toEqual([
      { path: '/data/output/marks.csv', size: expect.any(Number) as number, isKept: true },
    ]);

    const output = await files.download('/data/output/marks.csv');
    const lines = output.text
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/);
    expect(lines).toHaveLength(13);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      Array.from({ length: 12 }, (_, index) => `Student ${index + 1}`),
    );
    expect(output.text).toContain(expectedAnswer('Say one thing about topic 7 to Student 7.'));

    const after = await paying.balance();
    expect(before.balanceMicroUsd - after.balanceMicroUsd).toBe(ended.costMicroUsd);
    expect(ended.costMicroUsd).toBeGreaterThan(0);
    expect(after.heldMicroUsd).toBe(0);
    const items = await runs.items(ended.executionId);
    expect(items.total).toBe(12);
    expect(items.items.reduce((sum, item) => sum + (item.costMicroUsd ?? 0), 0)).toBe(ended.costMicroUsd);
    expect(items.items[6]).toMatchObject({
      number: 7,
      label: 'Student 7',
      status: 'succeeded',
      prompt: 'Say one thing about topic 7 to Student 7.',
    });
    expect(paying.vendor.log.stats.answeredTwice).toBe(0);
    expect((await runs.logs(ended.executionId)).logs.join('\n')).toContain('Student 7');
    expect(await faultsInBooks(paying.server.dataDir)).toEqual([]);
  });

  it('of a script with errors is refused with its diagnostics, and nothing is charged', async () => {
    const before = await paying.balance();
    const refused = await runs.execute('BATCH_START\nRUN\nEND_BATCH\n');
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'script_errors',
        message: '✗ 1 error(s) found',
        validationErrors: [{ line: 2, message: 'RUN must appear after PROMPT', severity: 'error' }],
      },
    });
    expect(await paying.balance()).toEqual(before);
  });

  it('of a source that is not there is refused in a sentence', async () => {
    const refused = await runs.execute(gradingScript({ file: 'nowhere.csv' }).replace(/\{\w+\}/g, '{COL1}'));
    expect(refused).toMatchObject({ status: 400, body: { code: 'cannot_run' } });
    expect(refused.body.message).toContain('nowhere.csv');
  });

  it('started twice with one key is one run', async () => {
    const headers = { 'X-Idempotency-Key': 'one-click-or-two' };
    const [first, second] = await Promise.all([
      runs.execute(gradingScript({ out: 'twice.csv' }), {}, headers),
      runs.execute(gradingScript({ out: 'twice.csv' }), {}, headers),
    ]);
    expect(first.body.executionId).toBe(second.body.executionId);
    await runs.ended(first.body.executionId);
    const other = await runs.execute(gradingScript({ out: 'other.csv' }), {}, headers);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  it('tells progress, lines and the end as events, and goes on after the last line seen', async () => {
    const { body } = await runs.execute(gradingScript({ out: 'events.csv' }));
    const seen = await runs.events(body.executionId);
    expect(seen.at(-1)).toMatchObject({ name: 'done', data: { status: 'completed', current: 12 } });
    expect(seen.filter(({ name }) => name === 'progress').length).toBeGreaterThan(0);
    const lines = seen.filter(({ name }) => name === 'log');
    const numbers = lines.map(({ id }) => Number(id));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    const again = await runs.events(body.executionId, undefined, { 'Last-Event-ID': String(numbers.at(-2)) });
    expect(again.filter(({ name }) => name === 'log').map(({ id }) => id)).toEqual([lines.at(-1)?.id]);
    expect(again.at(-1)?.name).toBe('done');
  });

  it('whose likely cost is beyond the balance is refused, with the offer of a trial', async () => {
    const person = await makeUserWithRole(paying.server, 'paiduser');
    const own = runApi(paying.server.origin, person.token);
    await fileApi(paying.server.origin, person.token).upload('/data/input/', { 'roster.csv': table(12) });
    const refused = await own.execute(gradingScript());
    expect(refused).toMatchObject({ status: 402, body: { code: 'insufficient_funds', balanceCents: 0 } });
    expect(refused.body).toMatchObject({ trial: { first: 5 } });
    await grant(paying.server.origin, paying.token, person.userId, 1);
    const bounded = await own.run(gradingScript({ limit: 'LIMIT PARALLEL 2 COST 0.005' }));
    expect(bounded.costMicroUsd).toBeLessThanOrEqual(5_000);
  });

  it('that might cost more than the balance begins with the balance as its limit, and can go on', async () => {
    const person = await makeUserWithRole(paying.server, 'paiduser');
    const own = runApi(paying.server.origin, person.token);
    await fileApi(paying.server.origin, person.token).upload('/data/input/', { 'roster.csv': table(12) });
    await grant(paying.server.origin, paying.token, person.userId, 1);
    expect(await own.validate(gradingScript())).toMatchObject({ balanceLimitCents: 1, trialRows: null });
    const begun = await own.execute(gradingScript());
    expect(begun).toMatchObject({ status: 202, body: { costLimitCents: 1 } });
    const ended = await own.ended(begun.body.executionId);
    expect(ended.costMicroUsd).toBeLessThanOrEqual(10_000);
    expect(['completed', 'failed']).toContain(ended.status);
    expect([null, 'cost-limit']).toContain(ended.reason);
    await grant(paying.server.origin, paying.token, person.userId, 100);
    if (ended.status === 'failed') {
      await own.post(ended.executionId, 'resume', { costLimitUsd: 1 });
      expect(await own.ended(ended.executionId)).toMatchObject({ status: 'completed', succeeded: 12 });
    }
    expect(await faultsInBooks(paying.server.dataDir)).toEqual([]);
  });

  it('after a trial is estimated from what its rows have cost', async () => {
    const script = gradingScript({ out: 'likely.csv' });
    const trial = await runs.run(script, { first: 3 });
    const { trialRows, estLikelyCents } = await runs.validate(script);
    expect(trialRows).toBe(3);
    expect(Math.round((estLikelyCents ?? 0) * 10_000)).toBe(Math.ceil(((trial.costMicroUsd ?? 0) / 3) * 12));
  });
});

describe('a run', () => {
  it('of another person does not exist', async () => {
    const mine = await runs.run(gradingScript({ out: 'mine.csv' }));
    const other = await makeUserWithRole(paying.server, 'paiduser');
    const api = apiOf(paying.server.origin, other.token);
    const address = `/api/baiql/execute/${mine.executionId}`;
    for (const what of ['', '/logs', '/items', '/events']) {
      expect((await api('GET', address + what)).status).toBe(404);
    }
    for (const what of ['/cancel', '/resume', '/retry-failed']) {
      expect((await api('POST', address + what)).status).toBe(404);
    }
    expect((await api<{ items: unknown[] }>('GET', '/api/baiql/execute')).body.items).toEqual([]);
    const list = await paying.api<{ items: { executionId: string }[] }>(
      'GET',
      '/api/baiql/execute?pageSize=1',
    );
    expect(list.body.items.map(({ executionId }) => executionId)).toEqual([mine.executionId]);
  });

  it('is failed as cancelled at once, though a call is still out, and goes on with a resume', async () => {
    await files.upload('/data/input/', { 'long.csv': table(30, 'Traveller') });
    paying.vendor.script({ kind: 'reply', hold: 'before' });
    const script = gradingScript({ file: 'long.csv', out: 'long.csv', limit: 'LIMIT PARALLEL 1' });
    const { body } = await runs.execute(script);
    await paying.vendor.until((log) => log.stats.held === 1);
    const cancelled = await runs.post(body.executionId, 'cancel');
    expect(cancelled.body).toMatchObject({ status: 'failed', reason: 'cancelled' });
    expect(await runs.post(body.executionId, 'resume')).toMatchObject({
      status: 409,
      body: { code: 'still_ending' },
    });
    const sent = paying.vendor.log.stats.requests;
    paying.vendor.release();
    expect(await runs.ended(body.executionId)).toMatchObject({
      status: 'failed',
      reason: 'cancelled',
      total: 30,
    });
    expect(paying.vendor.log.stats.requests).toBe(sent);

    expect((await runs.post(body.executionId, 'resume')).status).toBe(202);
    expect(await runs.ended(body.executionId)).toMatchObject({ status: 'completed', succeeded: 30 });
    expect(answeredTwice('Traveller')).toEqual([]);
    expect((await runs.post(body.executionId, 'resume')).status).toBe(409);
    expect((await runs.post(body.executionId, 'cancel')).status).toBe(409);
  });

  it('stops before its limit of cost is passed, and goes on with a higher one', async () => {
    await files.upload('/data/input/', { 'dear.csv': table(10, 'Saver') });
    const script = gradingScript({
      file: 'dear.csv',
      out: 'dear.csv',
      limit: 'LIMIT PARALLEL 1 COST 0.0026',
    });
    const stopped = await runs.run(script);
    expect(stopped).toMatchObject({ status: 'failed', reason: 'cost-limit', canResume: true });
    expect(stopped.succeeded).toBeGreaterThan(0);
    expect(stopped.succeeded).toBeLessThan(10);
    expect(stopped.costMicroUsd).toBeLessThanOrEqual(2_600);
    expect((await runs.post(stopped.executionId, 'resume', { costLimitUsd: 1 })).status).toBe(202);
    expect(await runs.ended(stopped.executionId)).toMatchObject({ status: 'completed', succeeded: 10 });
    expect(answeredTwice('Saver')).toEqual([]);
  });

  it('is what it was after a retry that its changed file refuses, and is retried with the file put back', async () => {
    await files.upload('/data/input/', { 'mended.csv': table(4, 'Mended') });
    paying.vendor.script({ kind: 'status', status: 400 });
    const script = gradingScript({ file: 'mended.csv', out: 'mended.csv', limit: 'LIMIT PARALLEL 1' });
    const { executionId, outputs } = await runs.run(script);
    const retry = async () => {
      expect((await runs.post(executionId, 'retry-failed')).status).toBe(202);
      return runs.ended(executionId);
    };
    await files.upload('/data/input/', { 'mended.csv': table(5, 'Mended') });
    const refused = await retry();
    expect(refused).toMatchObject({
      status: 'completed',
      succeeded: 3,
      failed: 1,
      canRetryFailed: true,
      outputs,
    });
    expect(refused.message).toContain('/data/input/mended.csv has changed since this run began');
    await files.upload('/data/input/', { 'mended.csv': table(4, 'Mended') });
    expect(await retry()).toMatchObject({ status: 'completed', succeeded: 4, failed: 0 });
  });

  it('fails the rows that a provider refuses alone, and runs them again when asked', async () => {
    await files.upload('/data/input/', { 'some.csv': table(6, 'Guest') });
    paying.vendor.script({ kind: 'status', status: 400 }, { kind: 'status', status: 400 });
    const script = gradingScript({ file: 'some.csv', out: 'some.csv', limit: 'LIMIT PARALLEL 1' });
    const ended = await runs.run(script);
    expect(ended).toMatchObject({ status: 'completed', succeeded: 4, failed: 2, canRetryFailed: true });
    const failed = await runs.items(ended.executionId, '&status=failed');
    expect(failed.items.map(({ number }) => number)).toEqual([1, 2]);
    expect(failed.items[0]?.reason).toBeTruthy();
    expect((await runs.post(ended.executionId, 'retry-failed')).status).toBe(202);
    expect(await runs.ended(ended.executionId)).toMatchObject({
      status: 'completed',
      succeeded: 6,
      failed: 0,
    });
    expect(await runs.post(ended.executionId, 'retry-failed')).toMatchObject({
      status: 409,
      body: { code: 'nothing_failed' },
    });
  });
});

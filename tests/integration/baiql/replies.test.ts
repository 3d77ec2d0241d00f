import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsInBooks } from '../../support/server-database';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table } from '../../support/baiql-runs';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';
import { grant, makeUserWithRole } from '../../support/users-with-roles';

let paying: PayingServer;
let files: ReturnType<typeof fileApi>;
let runs: ReturnType<typeof runApi>;

beforeAll(async () => {
  paying = await sharePayingServer();
  files = fileApi(paying.server.origin, paying.token);
  runs = runApi(paying.server.origin, paying.token);
});
afterAll(() => paying.close());

const sent = (): number => paying.vendor.log.stats.requests;

describe('a reply that is there already', () => {
  it('answers the same request of a later run that says CACHE, and costs nothing', async () => {
    await files.upload('/data/input/', { 'kept.csv': table(5, 'Reader') });
    const script = gradingScript({ file: 'kept.csv', out: 'kept.csv' }).replace('RUN', 'RUN CACHE');
    const first = await runs.run(script);
    const output = (await files.download('/data/output/kept.csv')).text;
    expect(first.costMicroUsd).toBeGreaterThan(0);
    const before = sent();
    const second = await runs.run(script);
    expect(first.cachedReplies).toBe(0);
    expect(second).toMatchObject({
      status: 'completed',
      succeeded: 5,
      costMicroUsd: 0,
      cachedReplies: 5,
      cachedInputTokens: second.inputTokens,
      cachedOutputTokens: second.outputTokens,
    });
    expect(sent()).toBe(before);
    expect((await files.download('/data/output/kept.csv')).text).toBe(output);
  });

  it('answers repeats inside one run, but not with NOCACHE', async () => {
    const rows = `name,topic\n${'Twin,seas\n'.repeat(6)}`;
    await files.upload('/data/input/', { 'twins.csv': rows });
    const script = gradingScript({ file: 'twins.csv', out: 'twins.csv' });
    let before = sent();
    expect(await runs.run(script)).toMatchObject({ status: 'completed', succeeded: 6, cachedReplies: 5 });
    expect(sent() - before).toBe(1);
    before = sent();
    expect(await runs.run(script.replace('RUN', 'RUN NOCACHE'))).toMatchObject({ succeeded: 6 });
    expect(sent() - before).toBe(6);
  });

  it('is nobody else’s', async () => {
    await files.upload('/data/input/', { 'own.csv': table(2, 'Owner') });
    const script = gradingScript({ file: 'own.csv', out: 'own.csv' }).replace('RUN', 'RUN CACHE');
    await runs.run(script);
    const other = await makeUserWithRole(paying.server, 'paiduser');
    await grant(paying.server.origin, paying.token, other.userId, 100);
    await fileApi(paying.server.origin, other.token).upload('/data/input/', { 'own.csv': table(2, 'Owner') });
    const before = sent();
    await runApi(paying.server.origin, other.token).run(script);
    expect(sent() - before).toBe(2);
  });
});

describe('a reply that is not what was asked for', () => {
  it('is asked again, never taken from the store, and each is paid once', async () => {
    await files.upload('/data/input/', { 'scores.csv': table(1, 'Judge') });
    const script = gradingScript({ file: 'scores.csv', out: 'scores.csv', limit: 'ERROR RETRY 3' })
      .replace('AGGREGATE', 'AGGREGATE FORMAT json')
      .replace('RUN', 'RUN CACHE');
    const bad = { kind: 'reply' as const, text: 'Seventeen.' };
    const [sentBefore, before] = [sent(), await paying.balance()];

    paying.vendor.script(bad, bad, bad, bad);
    const first = await runs.run(script);
    expect(first).toMatchObject({ status: 'completed', succeeded: 0, failed: 1 });
    expect(sent() - sentBefore).toBe(4);

    paying.vendor.script(bad, { kind: 'reply', text: '{"score": 17}' });
    await runs.post(first.executionId, 'retry-failed');
    const ended = await runs.ended(first.executionId);
    expect(ended).toMatchObject({ status: 'completed', succeeded: 1, failed: 0 });
    expect(sent() - sentBefore).toBe(6);
    const after = await paying.balance();
    expect(before.balanceMicroUsd - after.balanceMicroUsd).toBe(ended.costMicroUsd);

    // The one that was right is in the store, like any other.
    expect(await runs.run(script)).toMatchObject({ succeeded: 1, cachedReplies: 1, costMicroUsd: 0 });
    expect(sent() - sentBefore).toBe(6);
    expect(await faultsInBooks(paying.server.dataDir)).toEqual([]);
  });
});

describe('a reply that a statement could not use', () => {
  it('answers no later run that says CACHE, and the one that could does', async () => {
    await files.upload('/data/input/', { 'numbers.csv': table(1, 'Number') });
    const script = [
      'BATCH_START',
      'LOAD "numbers.csv" AS FILE',
      'PROMPT "Give {name} a number."',
      'RUN CACHE',
      'GET SCORE',
      'IF SCORE < 10',
      'OUTPUT "numbers.csv"',
      'END_IF',
      'END_BATCH',
      '',
    ].join('\n');
    const sentBefore = sent();
    paying.vendor.script({ kind: 'reply', text: 'about nine' }, { kind: 'reply', text: '9' });
    expect(await runs.run(script)).toMatchObject({ status: 'completed', failed: 1 });
    expect(await runs.run(script)).toMatchObject({ succeeded: 1, cachedReplies: 0 });
    expect(await runs.run(script)).toMatchObject({ succeeded: 1, cachedReplies: 1, costMicroUsd: 0 });
    expect(sent() - sentBefore).toBe(2);
  });
});

describe('a provider that fails', () => {
  it('for a moment, in every way it can, fails no row and charges each once', async () => {
    await files.upload('/data/input/', { 'storm.csv': table(40, 'Sailor') });
    paying.vendor.script(
      { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
      { kind: 'status', status: 429 },
      { kind: 'status', status: 500 },
      { kind: 'reset', when: 'after-read' },
      { kind: 'reset', when: 'before-read' },
      { kind: 'reset', when: 'after-headers' },
      { kind: 'empty' },
      { kind: 'invalid-json' },
      { kind: 'status', status: 503 },
    );
    const before = await paying.balance();
    const ended = await runs.run(gradingScript({ file: 'storm.csv', out: 'storm.csv' }));
    expect(ended).toMatchObject({ status: 'completed', succeeded: 40, failed: 0 });
    const after = await paying.balance();
    expect(before.balanceMicroUsd - after.balanceMicroUsd).toBe(ended.costMicroUsd);
    // The empty reply alone was an answer for the vendor; it cost nothing, and was asked for again.
    const twice = paying.vendor.log.promptsAnsweredTwice().filter((prompt) => prompt.includes('Sailor'));
    expect(twice).toHaveLength(1);
    expect(await faultsInBooks(paying.server.dataDir)).toEqual([]);
  });

  it('for want of a key ends the run, which can be resumed', async () => {
    await files.upload('/data/input/', { 'keyless.csv': table(3, 'Visitor') });
    paying.vendor.script({ kind: 'status', status: 401 });
    const script = gradingScript({
      file: 'keyless.csv',
      out: 'keyless.csv',
      limit: 'LIMIT PARALLEL 1',
    });
    const stopped = await runs.run(script);
    expect(stopped).toMatchObject({
      status: 'failed',
      reason: 'unavailable',
      canResume: true,
      costMicroUsd: 0,
    });
    await runs.post(stopped.executionId, 'resume');
    expect(await runs.ended(stopped.executionId)).toMatchObject({ status: 'completed', succeeded: 3 });
  });
});

describe('what leaves with SCREEN', () => {
  it('has personal data redacted', async () => {
    await files.upload('/data/input/', { 'mail.csv': 'name,topic\nMona,mona@example.org\n' });
    const script = gradingScript({ file: 'mail.csv', out: 'mail.csv' }).replace('RUN', 'RUN SCREEN');
    await runs.run(script);
    const prompts = paying.vendor.log.requests.map(({ prompt }) => prompt);
    expect(prompts).toContain('Say one thing about [redacted] to Mona.');
    expect(prompts.join('\n')).not.toContain('mona@example.org');
  });
});

describe('two people', () => {
  it('do not wait for one another: three rows are done while a long run is under way', async () => {
    const other = await makeUserWithRole(paying.server, 'paiduser');
    await grant(paying.server.origin, paying.token, other.userId, 100);
    const theirs = runApi(paying.server.origin, other.token);
    await fileApi(paying.server.origin, other.token).upload('/data/input/', {
      'three.csv': table(3, 'Quick'),
    });
    await files.upload('/data/input/', { 'many.csv': table(60, 'Patient') });

    const held = 8;
    paying.vendor.script(
      ...Array.from({ length: held }, () => ({ kind: 'reply' as const, hold: 'before' as const })),
    );
    const long = gradingScript({ file: 'many.csv', out: 'many.csv' });
    const first = await runs.execute(long);
    const second = await runs.execute(long.replace('many.csv" AGG', 'more.csv" AGG'));
    await paying.vendor.until((log) => log.stats.held === held);
    expect(await theirs.run(gradingScript({ file: 'three.csv', out: 'three.csv' }))).toMatchObject({
      status: 'completed',
      succeeded: 3,
    });
    expect(await runs.get(first.body.executionId)).toMatchObject({ status: 'running' });
    // Nor does the same person's second run wait for the first.
    await runs.events(second.body.executionId, ({ data }) => data.status === 'running');
    paying.vendor.release();
    expect(await runs.ended(first.body.executionId)).toMatchObject({ status: 'completed', succeeded: 60 });
    expect(await runs.ended(second.body.executionId)).toMatchObject({ status: 'completed', succeeded: 60 });
  });
});

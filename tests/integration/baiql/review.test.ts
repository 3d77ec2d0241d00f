import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemDetail, RunReviews, RunView } from '../../../app/features/baiql/index.server';
import { faultsInBooks } from '../../support/server-database';
import { fileApi } from '../../support/baiql-files';
import { gradingScript, runApi, table, type Refusal } from '../../support/baiql-runs';
import type { PayingServer } from '../../support/paying-server';
import { sharePayingServer } from '../../support/shared-server';
import { makeUserWithRole } from '../../support/users-with-roles';
import { apiOf } from '../../support/server';
import { expectedAnswer } from '../../vendors/vendor-request';

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
const output = async (name: string): Promise<string[]> =>
  (await files.download(`/data/output/${name}`)).text.trim().split(/\r?\n/);

/** The calls of a review, for whoever has the token. */
function reviewer(id: string, token = paying.token) {
  const api = apiOf(paying.server.origin, token);
  const address = (number: number, what = ''): string => `/api/baiql/execute/${id}/items/1/${number}${what}`;
  return {
    edit: (number: number, reply: string) =>
      api<ItemDetail & Refusal & { errors?: string[] }>('POST', address(number, '/review'), {
        verdict: 'edited',
        reply,
      }),
    say: (number: number, verdict: 'accepted' | 'asked') =>
      api<ItemDetail & Refusal>('POST', address(number, '/review'), { verdict }),
    undo: (number: number) => api<ItemDetail & Refusal>('DELETE', address(number, '/review')),
    item: async (number: number) => (await api<ItemDetail>('GET', address(number))).body,
    counts: async () => (await api<RunReviews>('GET', `/api/baiql/execute/${id}/reviews`)).body,
    write: async (): Promise<RunView> => {
      const answer = await api<RunView & Refusal>('POST', `/api/baiql/execute/${id}/write-outputs`);
      if (answer.status !== 202) throw new Error(answer.body.message);
      return runs.ended(id);
    },
  };
}

async function runOf(name: string, rows: number, change = (script: string) => script): Promise<RunView> {
  await files.upload('/data/input/', { [`${name}.csv`]: table(rows, name) });
  return runs.run(change(gradingScript({ file: `${name}.csv`, out: `${name}-out.csv` })));
}

const promptOf = (name: string, row: number): string => `Say one thing about topic ${row} to ${name} ${row}.`;

describe('a review', () => {
  it('puts a reply by hand and one that was asked for again into the files, and pays for the latter alone @soak', async () => {
    const run = await runOf('Reviewed', 4);
    const review = reviewer(run.executionId);
    const header = (await output('Reviewed-out.csv'))[0];
    const before = sent();
    expect((await review.edit(2, 'By hand.')).body).toMatchObject({
      reply: expectedAnswer(promptOf('Reviewed', 2)),
      review: { verdict: 'edited', isPending: true, text: 'By hand.' },
    });
    await review.say(1, 'accepted');
    await review.say(3, 'asked');
    expect(await review.counts()).toMatchObject({ accepted: 1, edited: 1, pendingEdits: 1, pendingAsks: 1 });
    expect(await runs.get(run.executionId)).toMatchObject({ edited: 1, toWrite: 2, canWriteOutputs: true });
    expect(sent()).toBe(before);

    paying.vendor.script({ kind: 'reply', text: 'Asked anew.' });
    const after = await review.write();
    expect(sent() - before).toBe(1);
    expect(after).toMatchObject({
      status: 'completed',
      succeeded: 4,
      edited: 1,
      toWrite: 0,
      canWriteOutputs: true,
    });
    expect(after.costMicroUsd).toBeGreaterThan(run.costMicroUsd ?? 0);
    const lines = await output('Reviewed-out.csv');
    expect(lines).toEqual([
      header,
      `Reviewed 1,topic 1,"${expectedAnswer(promptOf('Reviewed', 1))}"`,
      'Reviewed 2,topic 2,By hand.',
      'Reviewed 3,topic 3,Asked anew.',
      `Reviewed 4,topic 4,"${expectedAnswer(promptOf('Reviewed', 4))}"`,
    ]);
    expect((await runs.items(run.executionId, '&status=edited')).items).toMatchObject([
      {
        number: 2,
        reply: 'By hand.',
        review: { isPending: false, original: expectedAnswer(promptOf('Reviewed', 2)) },
      },
    ]);
  });

  it('can be made again, of what was made before, and each time only that is done', async () => {
    const { executionId } = await runOf('Again', 2);
    const review = reviewer(executionId);
    await review.edit(1, 'First.');
    await review.write();
    const before = sent();
    await review.edit(1, 'Second.');
    await review.write();
    expect((await output('Again-out.csv'))[1]).toContain('Second.');
    expect(sent()).toBe(before);

    paying.vendor.script({ kind: 'reply', text: 'Third, by the model.' });
    await review.say(1, 'asked');
    await review.write();
    expect((await output('Again-out.csv'))[1]).toContain('Third, by the model.');
    expect(sent() - before).toBe(1);
    expect(await review.item(1)).toMatchObject({ review: { verdict: 'asked', isPending: false } });
  });

  it('of the last step keeps what the steps before it have cost and said', async () => {
    const steps = (script: string): string =>
      script
        .replace('PROMPT', 'STEP "First"\nPROMPT')
        .replace('RUN', 'RUN\nSTEP "Second"\nPROMPT "Shorten: {INPUT}"\nRUN');
    const run = await runOf('Stepped', 3, steps);
    const review = reviewer(run.executionId);
    const before = sent();
    await review.edit(1, 'Short.');
    expect(await review.write()).toMatchObject({ status: 'completed', costMicroUsd: run.costMicroUsd });
    expect(sent()).toBe(before);
    await review.say(2, 'asked');
    paying.vendor.script({ kind: 'reply', text: 'Shorter.' });
    await review.write();
    expect(sent() - before).toBe(1);
    const lines = await output('Stepped-out.csv');
    expect(lines.slice(1, 3)).toEqual(['Stepped 1,topic 1,Short.', 'Stepped 2,topic 2,Shorter.']);
  });

  it('refuses a reply that is no JSON or lacks a field, and mends one that was refused itself', async () => {
    const asJson = (script: string): string =>
      script.replace('AGGREGATE', 'AGGREGATE FORMAT json FIELDS score, reason');
    const run = await runOf('Marked', 2, asJson);
    expect(run).toMatchObject({ status: 'completed', failed: 2 });
    const review = reviewer(run.executionId);
    expect(await review.edit(1, 'Seventeen.')).toMatchObject({
      status: 400,
      body: { code: 'bad_reply', message: 'The reply is not JSON: "Seventeen.".' },
    });
    expect((await review.edit(1, '{"score": 17}')).body.message).toBe(
      'The reply is missing reason; it has score.',
    );
    expect((await review.edit(1, '')).status).toBe(400);
    expect((await review.edit(1, '{"score": 17, "reason": "Clear."}')).status).toBe(200);
    const before = sent();
    expect(await review.write()).toMatchObject({ succeeded: 1, failed: 1, edited: 1 });
    expect(sent()).toBe(before);
    expect(await output('Marked-out.csv')).toEqual(['name,topic,score,reason', 'Marked 1,topic 1,17,Clear.']);
  });

  it('leaves a reply as it was when asking again fails', async () => {
    const { executionId } = await runOf('Failing', 1);
    const review = reviewer(executionId);
    const lines = await output('Failing-out.csv');
    await review.say(1, 'asked');
    paying.vendor.script({ kind: 'status', status: 400, message: 'no' });
    expect(await review.write()).toMatchObject({ status: 'completed', succeeded: 1, failed: 0 });
    expect(await output('Failing-out.csv')).toEqual(lines);
    const { logs } = await runs.logs(executionId);
    expect(logs.some((line) => line.includes('stays as it was'))).toBe(true);
  });

  it('can be taken back before the files have it, and a trial that goes on keeps it', async () => {
    await files.upload('/data/input/', { 'Tried.csv': table(5, 'Tried') });
    const script = gradingScript({ file: 'Tried.csv', out: 'Tried-out.csv' });
    const run = await runs.run(script, { first: 2 });
    expect(run).toMatchObject({ reason: 'trial', remaining: 3 });
    const review = reviewer(run.executionId);
    await review.edit(1, 'Taken back.');
    expect((await review.undo(1)).body.review).toBeNull();
    // There is nothing to work in: the files are written as they were.
    const costs = sent();
    expect(await review.write()).toMatchObject({ reason: 'trial', succeeded: 2 });
    expect(sent()).toBe(costs);
    await review.edit(2, 'Kept.');
    expect(await review.write()).toMatchObject({ reason: 'trial', succeeded: 2, remaining: 3 });
    expect((await review.undo(2)).body).toMatchObject({ code: 'review_written' });
    await runs.post(run.executionId, 'resume');
    expect(await runs.ended(run.executionId)).toMatchObject({ reason: null, succeeded: 5, remaining: null });
    expect((await output('Tried-out.csv'))[2]).toBe('Tried 2,topic 2,Kept.');
  });

  it('is refused while the run goes on, and others’ runs do not exist', async () => {
    const { executionId } = await runOf('Owned', 1);
    const other = await makeUserWithRole(paying.server, 'paiduser');
    const theirs = reviewer(executionId, other.token);
    for (const answer of [
      await theirs.edit(1, 'Mine.'),
      await theirs.say(1, 'asked'),
      await theirs.undo(1),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'no_such_run' } });
    }
    expect((await reviewer(executionId).say(9, 'asked')).body.code).toBe('no_such_item');

    const review = reviewer(executionId);
    await review.say(1, 'asked');
    paying.vendor.script({ kind: 'reply', hold: 'before' });
    const begun = review.write();
    await paying.vendor.until((log) => log.stats.held === 1);
    expect(await review.edit(1, 'Too soon.')).toMatchObject({ status: 409, body: { code: 'run_goes_on' } });
    paying.vendor.release();
    expect((await begun).status).toBe('completed');
  });
});

describe('a search among transactions', () => {
  it('finds a text in labels, prompts and replies, from one place to the next', async () => {
    const { executionId } = await runOf('Sought', 12);
    const found = async (query: string) =>
      (await runs.items(executionId, query)).items.map(({ number }) => number);
    expect(await found('&q=sought%207')).toEqual([7]);
    expect(await found('&q=TOPIC%201')).toEqual([1, 10, 11, 12]);
    expect(await found('&q=topic%201&after=1/10')).toEqual([11, 12]);
    expect(await found('&q=nowhere')).toEqual([]);
    const [item] = (await runs.items(executionId, '&q=sought%207&texts=beginnings')).items;
    expect(item).toMatchObject({ prompt: '', reply: expectedAnswer(promptOf('Sought', 7)).slice(0, 200) });
  });
});

it('lists replies and corrections without the marks of Markdown, and has them whole beside the list', async () => {
  paying.vendor.script({ kind: 'reply', text: '**Grade:** 5\n\n- clear' });
  const { executionId } = await runOf('Marked', 1);
  const listed = async () => (await runs.items(executionId, '&texts=beginnings')).items[0];
  expect(await listed()).toMatchObject({ prompt: '', reply: 'Grade: 5 • clear' });
  await reviewer(executionId).edit(1, '**Grade:** 4');
  expect(await listed()).toMatchObject({ reply: 'Grade: 5 • clear', review: { text: 'Grade: 4' } });
  expect(await reviewer(executionId).item(1)).toMatchObject({
    reply: '**Grade:** 5\n\n- clear',
    review: { text: '**Grade:** 4' },
  });
});

it('leaves the books in order', async () => {
  expect(await faultsInBooks(paying.server.dataDir)).toEqual([]);
});

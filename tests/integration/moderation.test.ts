import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileApi } from '../support/baiql-files';
import { runApi } from '../support/baiql-runs';
import { startPayingServer, type PayingServer } from '../support/paying-server';
import { apiOf } from '../support/server';
import { expectedAnswer } from '../vendors/vendor-request';

// What moderation is over HTTP and in a run; its rules are tested beside app/features/moderation.

const THREAT_SENTENCE = 'Blocked by moderation: violence (a threat against somebody).';

let paying: PayingServer;
beforeAll(async () => {
  paying = await startPayingServer();
});
afterAll(() => paying.close());

it('takes sixty questions a minute from one person, and says when to come back', async () => {
  const api = apiOf(paying.server.origin, await paying.freeToken());
  const answers = await Promise.all(
    Array.from({ length: 61 }, () => api('POST', '/api/ai/moderate', { text: 'Hello' })),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status)).toEqual([429]);
  expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
});

it('the App Info page tells whether OpenAI is asked, which is when the server’s owner has chosen so', async () => {
  const sentences = /OpenAI’s moderation checks each prompt/;
  expect(await (await fetch(`${paying.server.origin}/app-info`)).text()).not.toMatch(sentences);
  const judged = await startPayingServer({ MODERATION: 'openai' });
  try {
    expect(await (await fetch(`${judged.server.origin}/app-info`)).text()).toMatch(sentences);
  } finally {
    await judged.close();
  }
});

it('RUN SCREEN fails what is blocked, takes personal data out, and notes what is doubtful', async () => {
  const files = fileApi(paying.server.origin, paying.token);
  const runs = runApi(paying.server.origin, paying.token);
  await files.upload('/data/input/', {
    'mails.csv':
      'n,text\n1,Summarise the lease.\n2,I will kill you.\n3,Write to ann@example.org.\n4,You are a pathetic loser\n',
  });
  const before = await paying.balance();
  const run = await runs.run(
    'BATCH_START\nLOAD mails.csv AS FILE\nMODEL gpt-4o-mini\nERROR RETRY 3\nPROMPT "Mail: {TEXT}"\nRUN SCREEN RETRY 2\nOUTPUT o.csv\nEND_BATCH\n',
  );
  expect(run).toMatchObject({ status: 'completed', succeeded: 3, failed: 1 });
  const { items } = await runs.items(run.executionId);
  expect(items.map(({ status, reason }) => [status, reason])).toEqual([
    ['succeeded', null],
    ['failed', THREAT_SENTENCE],
    ['succeeded', null],
    ['succeeded', null],
  ]);
  expect(items[2]?.reply).toBe(expectedAnswer('Mail: Write to [redacted].'));
  expect(items[1]?.costMicroUsd).toBe(0);
  const sent = paying.vendor.log.requests.filter(({ prompt }) => prompt.startsWith('Mail: '));
  expect(sent).toHaveLength(3);
  expect((await runs.logs(run.executionId)).logs.join('\n')).toContain(
    'Transaction 4: Please check this text: hate or harassment (harassment of somebody).',
  );
  const cost = before.balanceMicroUsd - (await paying.balance()).balanceMicroUsd;
  expect(cost).toBe(items.reduce((sum, { costMicroUsd }) => sum + (costMicroUsd ?? 0), 0));
});

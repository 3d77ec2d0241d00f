import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModerationResult } from '@promptwell/ai-providers/moderation';
import { fileApi } from '../support/baiql-files';
import { runApi } from '../support/baiql-runs';
import { complete, startPayingServer, type PayingServer } from '../support/paying-server';
import { apiOf } from '../support/server';
import { sharePayingServer } from '../support/shared-server';
import { guardModel } from '../vendors/moderation-endpoint';
import { startOpenAiServer } from '../vendors/openai-server';
import { expectedAnswer } from '../vendors/vendor-request';

// What moderation is over HTTP and in a run; its rules are tested beside app/features/moderation.

const THREAT = 'I will kill you.';
const CARD = 'My Visa is 4111 1111 1111 1111.';
const scores = (text: string) => ({
  'harassment/threatening': text.includes(THREAT) ? 0.97 : 0,
  harassment: text.includes('loser') ? 0.6 : 0,
});

/** What `POST /api/ai/moderate` and a send make of a text, and what the App Info page says. */
async function judged({ server, token, api }: PayingServer, text: string) {
  const { body } = await api<ModerationResult>('POST', '/api/ai/moderate', { text, provider: 'openai' });
  const sent = await complete(server.origin, token, { prompt: text });
  const info = await (await fetch(`${server.origin}/app-info`)).text();
  return { decision: body.decision, source: body.source, status: sent.status, code: sent.body.code, info };
}

describe.each([
  ['auto', () => sharePayingServer({ moderation: scores })],
  ['off @soak', () => startPayingServer({ MODERATION: 'off' }, { moderation: scores })],
] as const)('with MODERATION=%s and a server of one’s own', (_mode, start) => {
  let paying: PayingServer;
  beforeAll(async () => {
    paying = await start();
  });
  afterAll(() => paying.close());

  it('nobody is asked: cards and personal data are found on this server', async () => {
    expect(await judged(paying, THREAT)).toMatchObject({
      decision: 'allow',
      source: 'patterns',
      status: 200,
    });
    expect(await judged(paying, CARD)).toMatchObject({
      decision: 'block',
      source: 'patterns',
      status: 400,
      code: 'moderation_blocked',
    });
    const { info } = await judged(paying, 'Write to ann@example.org');
    expect(info).toContain('No one checks your prompts for harmful content');
    expect(paying.vendor.moderation.log.stats.requests).toBe(0);
  });
});

describe('with MODERATION=openai', () => {
  let paying: PayingServer;
  beforeAll(async () => {
    paying = await startPayingServer(
      { MODERATION: 'openai', MODERATION_ON_FAILURE: 'refuse' },
      { moderation: scores },
    );
  });
  afterAll(() => paying.close());

  it('OpenAI judges every prompt, and without it nothing is sent where the owner has chosen that', async () => {
    expect(await judged(paying, THREAT)).toMatchObject({
      decision: 'block',
      source: 'openai',
      status: 400,
      code: 'moderation_blocked',
      info: expect.stringContaining('OpenAI’s moderation checks each prompt') as string,
    });
    paying.vendor.moderation.script({ kind: 'status', status: 401 }, { kind: 'status', status: 401 });
    expect(await judged(paying, 'Buy flowers.')).toMatchObject({
      decision: 'block',
      source: 'unavailable',
      status: 503,
      code: 'moderation_unavailable',
    });
    expect(await judged(paying, 'Buy flowers.')).toMatchObject({ decision: 'allow', status: 200 });
  });

  it('takes sixty questions a minute from one person, and says when to come back @soak', async () => {
    const api = apiOf(paying.server.origin, await paying.freeToken());
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => api('POST', '/api/ai/moderate', { text: 'Hello' })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual([429]);
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('RUN SCREEN fails what is blocked, takes personal data out, and notes what is doubtful @soak', async () => {
    const files = fileApi(paying.server.origin, paying.token);
    const runs = runApi(paying.server.origin, paying.token);
    await files.upload('/data/input/', {
      'mails.csv': `n,text\n1,Summarize the lease.\n2,${THREAT}\n3,Write to ann@example.org.\n4,You are a loser\n`,
    });
    const before = await paying.balance();
    const run = await runs.run(
      'BATCH_START\nLOAD mails.csv AS FILE\nMODEL gpt-4o-mini\nERROR RETRY 3\nPROMPT "Mail: {TEXT}"\nRUN SCREEN RETRY 2\nOUTPUT o.csv\nEND_BATCH\n',
    );
    expect(run).toMatchObject({ status: 'completed', succeeded: 3, failed: 1 });
    const { items } = await runs.items(run.executionId);
    expect(items.map(({ status, reason }) => [status, reason])).toEqual([
      ['succeeded', null],
      ['failed', 'Blocked by moderation: violence (a threat against somebody).'],
      ['succeeded', null],
      ['succeeded', null],
    ]);
    expect(items[2]?.reply).toBe(expectedAnswer('Mail: Write to [redacted].'));
    expect(items[1]?.costMicroUsd).toBe(0);
    const sent = paying.vendor.log.requests.filter(({ prompt }) => prompt.startsWith('Mail: '));
    expect(sent).toHaveLength(3);
    expect(paying.vendor.moderation.log.requests.map(({ prompt }) => prompt).join()).not.toContain('ann@');
    expect((await runs.logs(run.executionId)).logs.join('\n')).toContain(
      'Transaction 4: Please check this text: hate or harassment (harassment of somebody).',
    );
    const cost = before.balanceMicroUsd - (await paying.balance()).balanceMicroUsd;
    expect(cost).toBe(items.reduce((sum, { costMicroUsd }) => sum + (costMicroUsd ?? 0), 0));
  });
});

it('with MODERATION=model a guard model judges every prompt @soak', async () => {
  const guard = await startOpenAiServer(guardModel((text) => (text.includes(THREAT) ? ['S1'] : [])));
  const paying = await startPayingServer({
    MODERATION: 'model',
    MODERATION_MODEL: 'llama-guard3',
    MODERATION_BASE_URL: guard.baseUrl,
  });
  try {
    expect(await judged(paying, THREAT)).toMatchObject({
      decision: 'block',
      source: 'model',
      status: 400,
      info: expect.stringContaining('A guard model') as string,
    });
    expect(await judged(paying, 'Buy flowers.')).toMatchObject({ decision: 'allow', status: 200 });
    expect(guard.log.requests[0]).toMatchObject({ model: 'llama-guard3', prompt: THREAT });
  } finally {
    await paying.close();
    await guard.close();
  }
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileApi } from '../support/baiql-files';
import { runApi } from '../support/baiql-runs';
import { complete, startPayingServer, type PayingServer } from '../support/paying-server';
import { apiOf } from '../support/server';
import { expectedAnswer } from '../vendors/vendor-request';

interface Verdict {
  decision: string;
  source: string;
  categories: { name: string; action: string; score: number; note: string }[];
  message: string;
}

const THREAT = 'Write to my landlord: I will kill you.';
const THREAT_SENTENCE = 'Blocked by moderation: violence (a threat against somebody).';

let paying: PayingServer;
beforeAll(async () => {
  paying = await startPayingServer();
});
afterAll(() => paying.close());

const moderate = (body: unknown, token = paying.token) =>
  apiOf(paying.server.origin, token)<Verdict & { message?: string }>('POST', '/api/ai/moderate', body);
const send = (body: Record<string, unknown>, key?: string) =>
  complete(paying.server.origin, paying.token, body, key);

describe('POST /api/ai/moderate', () => {
  it('says what may be sent, what should be looked at, and what is blocked, and why', async () => {
    expect((await moderate({ text: 'Explain the causes of the First World War.' })).body).toEqual({
      decision: 'allow',
      source: 'rules',
      categories: [],
      message: '',
    });
    expect((await moderate({ text: 'Write to jane@example.org' })).body).toMatchObject({
      decision: 'warn',
      categories: [{ name: 'personal-data', action: 'warn', score: 1, note: 'an e-mail address' }],
    });
    expect((await moderate({ text: THREAT })).body).toEqual({
      decision: 'block',
      source: 'rules',
      categories: [{ name: 'violence', action: 'block', score: 0.9, note: 'a threat against somebody' }],
      message: THREAT_SENTENCE,
    });
  });

  it('is for people who are signed in, paying or not', async () => {
    expect((await apiOf(paying.server.origin)('POST', '/api/ai/moderate', { text: 'Hello' })).status).toBe(
      401,
    );
    const { status, body } = await moderate({ text: 'Hello' }, await paying.freeToken());
    expect({ status, decision: body.decision }).toEqual({ status: 200, decision: 'allow' });
  });

  it.each([
    [{}, 400],
    [{ text: 7 }, 400],
    [{ text: 'a'.repeat(400_001) }, 400],
    [{ text: 'a'.repeat(3_000_000) }, 413],
    ['{', 400],
  ])('refuses what is no text of a prompt', async (body, status) => {
    expect((await moderate(body)).status).toBe(status);
  });

  it('answers the longest text, and the empty one', async () => {
    expect((await moderate({ text: `${'word '.repeat(79_990)} ${THREAT}` })).body.decision).toBe('block');
    expect((await moderate({ text: '' })).body.decision).toBe('allow');
  });

  it('takes sixty questions a minute from one person, and says when to come back', async () => {
    const token = await paying.freeToken();
    const answers = await Promise.all(Array.from({ length: 61 }, () => moderate({ text: 'Hello' }, token)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual([429]);
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});

describe('a send that moderation blocks', () => {
  it.each([
    ['the prompt', { prompt: THREAT }],
    ['an attached text', { prompt: 'Improve this.', attachments: [{ name: 'letter.txt', text: THREAT }] }],
    ['an earlier turn', { prompt: 'Again.', chatMode: true, history: [{ role: 'user', content: THREAT }] }],
    ['a card number', { prompt: 'Is 4111 1111 1111 1111 a good number?' }],
  ])('costs nothing and reaches no vendor: %s', async (_what, body) => {
    const before = await paying.balance();
    const sentBefore = paying.vendor.log.stats.requests;
    const answer = await send(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'moderation_blocked',
      decision: 'block',
      message: expect.stringMatching(/^Blocked by moderation: .*you were not charged\.$/) as string,
    });
    expect(paying.vendor.log.stats.requests).toBe(sentBefore);
    expect(await paying.balance()).toEqual(before);
  });

  it('is refused before a stream begins', async () => {
    const response = await fetch(`${paying.server.origin}/api/ai/complete`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${paying.token}`,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        'X-Idempotency-Key': 'blocked-stream-1',
      },
      body: JSON.stringify({ provider: 'openai', model: 'gpt-4o-mini', prompt: THREAT }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'moderation_blocked' });
  });

  it('may be sent again under the same key once it has been changed', async () => {
    expect((await send({ prompt: THREAT }, 'changed-after-a-block')).status).toBe(400);
    expect((await send({ prompt: 'Write a polite letter.' }, 'changed-after-a-block')).status).toBe(200);
  });

  it('is no matter of a warning, nor of what the model itself has said before', async () => {
    expect((await send({ prompt: 'You are a pathetic loser' })).status).toBe(200);
    const history = [
      { role: 'user', content: 'Begin a thriller.' },
      { role: 'assistant', content: 'I will kill you.' },
    ];
    expect((await send({ prompt: 'Go on.', chatMode: true, history })).status).toBe(200);
  });
});

it('asks nobody else unless the server’s owner has chosen so, and the App Info page tells which', async () => {
  const sentences = /OpenAI’s moderation reads each prompt/;
  expect((await send({ prompt: 'Buy flowers.' })).status).toBe(200);
  expect(paying.vendor.moderation.log.requests).toHaveLength(0);
  expect(await (await fetch(`${paying.server.origin}/app-info`)).text()).not.toMatch(sentences);
  const judged = await startPayingServer({ MODERATION: 'openai' });
  try {
    expect(await (await fetch(`${judged.server.origin}/app-info`)).text()).toMatch(sentences);
  } finally {
    await judged.close();
  }
});

describe('RUN SCREEN', () => {
  it('fails what is blocked, takes personal data out, and notes what is doubtful', async () => {
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
});

describe('with MODERATION=openai', () => {
  it('the moderation endpoint judges sends and screened runs, and our own rules when it fails', async () => {
    const judged = await startPayingServer(
      { MODERATION: 'openai' },
      { moderation: (text) => ({ 'hate/threatening': text.includes('flowers') ? 0.97 : 0.01 }) },
    );
    try {
      const ask = (text: string) => judged.api<Verdict>('POST', '/api/ai/moderate', { text });
      expect((await ask('Buy flowers.')).body).toMatchObject({ decision: 'block', source: 'openai' });
      const blocked = await complete(judged.server.origin, judged.token, { prompt: 'Buy flowers.' });
      expect(blocked).toMatchObject({ status: 400, body: { code: 'moderation_blocked', source: 'openai' } });
      const redacted = await complete(judged.server.origin, judged.token, {
        prompt: 'Write to ann@example.org',
        redactPii: true,
      });
      expect(redacted.status).toBe(200);
      expect(judged.vendor.moderation.log.requests.at(-1)?.prompt).toBe('Write to [redacted]');

      judged.vendor.moderation.script({ kind: 'status', status: 503 });
      expect((await ask(THREAT)).body).toMatchObject({ decision: 'block', source: 'rules-fallback' });
      expect((await complete(judged.server.origin, judged.token)).status).toBe(200);
      expect(judged.server.output()).toContain('our own rules judge');
    } finally {
      await judged.close();
    }
  });
});

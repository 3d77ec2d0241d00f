import { DEFAULT_MODERATION_SETTINGS } from '@promptwell/ai-providers/moderation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '~/core/edge/read-request.server';
import { readEnv } from '~/core/server/env.server';
import type { Actor } from '~/core/server/session.server';
import { getBalance } from '~/features/billing/index.server';
import { classifierFor } from '~/integration-settings.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { moderateSchema } from './schema';
import { settingRow } from './settings-store.server';

const CARD = 'Is 4111 1111 1111 1111 a good number?';
const CARD_SENTENCE = 'Blocked by moderation: payment card data (a card number).';

describe('who judges', () => {
  const GUARD = {
    MODERATION: 'model',
    MODERATION_MODEL: 'guard',
    MODERATION_BASE_URL: 'http://localhost:1/v1',
  };
  const KEY = { OPENAI_API_KEY: 'sk-x' };
  const LOCAL = 'http://localhost:2/v1';
  it.each([
    ['prompts for OpenAI’s models', KEY, 'openai', 'https://api.openai.com/v1'],
    ['prompts for others', KEY, 'anthropic', undefined],
    ['a text for nobody in particular', KEY, undefined, undefined],
    ['prompts for a server in OpenAI’s place', { ...KEY, OPENAI_BASE_URL: LOCAL }, 'openai', undefined],
    ['every prompt', { ...KEY, MODERATION: 'openai' }, 'gemini', undefined],
    ['every prompt, there', { ...KEY, MODERATION: 'openai', OPENAI_BASE_URL: LOCAL }, 'gemini', LOCAL],
    ['every prompt by a guard', GUARD, 'openai', 'http://localhost:1/v1'],
    ['no prompt', { ...KEY, MODERATION: 'off' }, 'openai', undefined],
  ] as const)('%s', (_what, settings, provider, baseUrl) => {
    const judge = classifierFor(readEnv(settings), provider);
    expect(judge?.baseUrl).toBe(baseUrl);
    const isJudged = baseUrl !== undefined || ('MODERATION' in settings && settings.MODERATION === 'openai');
    expect(judge !== undefined).toBe(isJudged);
  });
});

describe('without a judge', () => {
  let services: PayingServices;
  let actor: Actor;
  beforeAll(async () => {
    services = await payingServices();
    actor = await services.customer({ cents: 500 });
  });
  afterAll(async () => {
    expect((await services.ledger.reconcile()).faults).toEqual([]);
    await services.close();
  });

  it('a text may be sent, should be looked at, or is blocked, with the reason', async () => {
    expect(await services.moderation.check('Explain the causes of the First World War.')).toEqual({
      decision: 'allow',
      source: 'patterns',
      categories: [],
      message: '',
    });
    expect(await services.moderation.check('Write to jane@example.org')).toMatchObject({
      decision: 'warn',
      categories: [{ name: 'personal-data', action: 'warn', score: 1 }],
    });
    expect(await services.moderation.check(CARD)).toMatchObject({
      decision: 'block',
      categories: [{ name: 'payment-cards', action: 'block', score: 1, note: 'a card number' }],
    });
  });

  it('the longest text is looked through, and the empty one', async () => {
    const longest = check(moderateSchema, { text: `${'word '.repeat(79_990)} ${CARD}` });
    expect((await services.moderation.check(longest.text)).decision).toBe('block');
    expect((await services.moderation.check(check(moderateSchema, { text: '' }).text)).decision).toBe(
      'allow',
    );
  });

  it.each([{}, { text: 7 }, { text: 'a'.repeat(400_001) }])('%# is no text of a prompt', (body) => {
    expect(() => check(moderateSchema, body)).toThrow(/text/);
  });

  it.each([
    ['the prompt', { prompt: CARD }],
    ['an attached text', { prompt: 'Improve this.', attachments: [{ name: 'letter.txt', text: CARD }] }],
    ['an earlier turn', { prompt: 'Again.', chatMode: true, history: [{ role: 'user', content: CARD }] }],
    [
      'what no model has said',
      { prompt: 'Go on.', chatMode: true, history: [{ role: 'assistant', content: CARD }] },
    ],
  ])('a send is blocked for %s: it costs nothing and reaches no vendor', async (_what, body) => {
    const before = await getBalance(services, actor);
    const sentBefore = services.vendor.log.stats.requests;
    await expect(services.send(actor, body)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'moderation_blocked',
      data: { decision: 'block' },
      message: expect.stringMatching(/^Blocked by moderation: .*you were not charged\.$/) as string,
    });
    expect(services.vendor.log.stats.requests).toBe(sentBefore);
    expect(await getBalance(services, actor)).toEqual(before);
  });

  it('a blocked send may be sent again under the same key once it has been changed', async () => {
    const key = 'changed-after-a-block';
    await expect(services.send(actor, { prompt: CARD }, { key })).rejects.toThrow(CARD_SENTENCE);
    expect((await services.send(actor, { prompt: 'Is this a good number?' }, { key })).replayed).toBe(false);
  });

  it('neither a warning blocks a send, nor what the model itself has said before', async () => {
    await services.send(actor, { prompt: 'Write to jane@example.org' });
    const prompt = 'Invent a card number.';
    services.vendor.script({ kind: 'reply', text: CARD });
    const { text } = await services.send(actor, { prompt });
    const history = [
      { role: 'user', content: prompt },
      { role: 'assistant', content: text },
    ];
    await services.send(actor, { prompt: 'Go on.', chatMode: true, history });
    expect(services.vendor.log.requests.at(-1)?.prompt).toBe('Go on.');
  });

  it('personal data in what no model has said is not stored either, where the owner has chosen that', async () => {
    const settings = { ...DEFAULT_MODERATION_SETTINGS, forceDoNotStoreOnPiiWarn: true };
    await services.prisma.houseSetting.upsert(settingRow(settings, new Date()));
    services.moderation.forgetSettings();
    const history = [{ role: 'assistant', content: 'I wrote to jane@example.org.' }];
    const idempotencyKey = 'with-personal-data';
    await services.send(actor, { prompt: 'Go on.', chatMode: true, history }, { key: idempotencyKey });
    const { isAnswerSealed } = await services.prisma.ledgerOperation.findFirstOrThrow({
      where: { idempotencyKey },
    });
    expect(isAnswerSealed).toBe(true);
    await services.prisma.houseSetting.deleteMany();
    services.moderation.forgetSettings();
  });

  it('a card number that is redacted is not sent, and blocks nothing', async () => {
    await services.send(actor, { prompt: CARD, redactPii: true });
    expect(services.vendor.log.requests.at(-1)?.prompt).toBe('Is [redacted] a good number?');
  });
});

describe('by OpenAI’s moderation, where the owner has chosen it', () => {
  let services: PayingServices;
  let actor: Actor;
  beforeAll(async () => {
    services = await payingServices(
      { MODERATION: 'openai' },
      { moderation: (text) => ({ 'hate/threatening': text.includes('flowers') ? 0.97 : 0.01 }) },
    );
    actor = await services.customer({ cents: 500 });
  });
  afterAll(async () => {
    expect((await services.ledger.reconcile()).faults).toEqual([]);
    await services.close();
  });

  it('texts and sends are judged, after personal data was taken out', async () => {
    expect(await services.moderation.check('Buy flowers.')).toMatchObject({
      decision: 'block',
      source: 'openai',
    });
    await expect(services.send(actor, { prompt: 'Buy flowers.' })).rejects.toMatchObject({
      code: 'moderation_blocked',
      data: { source: 'openai' },
    });
    await services.send(actor, { prompt: 'Write to ann@example.org', redactPii: true });
    expect(services.vendor.moderation.log.requests.at(-1)?.prompt).toBe('Write to [redacted]');
  });

  it('a chat is judged once: its earlier turns are known, and what a model has said is its own', async () => {
    const { requests } = services.vendor.moderation.log;
    const before = requests.length;
    const history: { role: string; content: string }[] = [];
    const prompts = ['Name a tree.', 'Name a bird.', 'Name a fish.'];
    for (const prompt of prompts) {
      const { text } = await services.send(actor, { prompt, chatMode: true, history: [...history] });
      history.push({ role: 'user', content: prompt }, { role: 'assistant', content: text });
    }
    expect(requests.slice(before).map(({ prompt }) => prompt)).toEqual(prompts);
    // Changed, it is no reply of a model any more.
    history.push({ role: 'assistant', content: 'Buy flowers.' });
    await expect(services.send(actor, { prompt: 'Go on.', chatMode: true, history })).rejects.toMatchObject({
      code: 'moderation_blocked',
    });
  });

  it('a turn that could not be judged is judged with the next send', async () => {
    services.vendor.moderation.script({ kind: 'status', status: 404 });
    const { text } = await services.send(actor, { prompt: 'Sell flowers.' });
    const history = [
      { role: 'user', content: 'Sell flowers.' },
      { role: 'assistant', content: text },
    ];
    await expect(services.send(actor, { prompt: 'Go on.', chatMode: true, history })).rejects.toMatchObject({
      code: 'moderation_blocked',
    });
  });

  it('nobody who has left is waited for, and that is no fault of ours', async () => {
    services.vendor.moderation.script({ kind: 'hang' });
    const leaving = new AbortController();
    const judging = services.moderation.check('Buy bread.', { signal: leaving.signal });
    await services.vendor.until(({ stats }) => stats.held === 1);
    leaving.abort();
    await expect(judging).rejects.toMatchObject({ kind: 'conflict', code: 'called_off' });
  });

  it('what cannot be judged is sent unjudged, and the next one is judged again', async () => {
    services.vendor.moderation.script({ kind: 'status', status: 404 });
    expect(await services.moderation.check('Buy flowers.')).toMatchObject({
      decision: 'allow',
      source: 'unavailable',
    });
    expect((await services.moderation.check('Buy flowers.')).decision).toBe('block');
  });
});

it('what cannot be judged is not sent, where the owner has chosen that', async () => {
  const services = await payingServices(
    { MODERATION: 'openai', MODERATION_ON_FAILURE: 'refuse' },
    { moderation: () => ({}) },
  );
  try {
    const actor = await services.customer({ cents: 500 });
    services.vendor.moderation.script({ kind: 'status', status: 401 });
    await expect(services.send(actor)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'moderation_unavailable',
    });
    expect(services.vendor.log.stats.requests).toBe(0);
    expect((await services.send(actor)).replayed).toBe(false);
  } finally {
    await services.close();
  }
});

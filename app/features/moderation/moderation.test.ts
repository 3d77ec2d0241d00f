import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '~/core/edge/read-request.server';
import type { Actor } from '~/core/server/session.server';
import { getBalance } from '~/features/billing/index.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { moderateSchema } from './schema';

const THREAT = 'Write to my landlord: I will kill you.';
const THREAT_SENTENCE = 'Blocked by moderation: violence (a threat against somebody).';

describe('by our own rules', () => {
  let services: PayingServices;
  let actor: Actor;
  beforeAll(async () => {
    services = await payingServices();
    actor = await services.customer({ cents: 500 });
  });
  afterAll(() => services.close());

  it('a text may be sent, should be looked at, or is blocked, with the reason', async () => {
    expect(await services.moderation.check('Explain the causes of the First World War.')).toEqual({
      decision: 'allow',
      source: 'rules',
      categories: [],
      message: '',
    });
    expect(await services.moderation.check('Write to jane@example.org')).toMatchObject({
      decision: 'warn',
      categories: [{ name: 'personal-data', action: 'warn', score: 1 }],
    });
    expect(await services.moderation.check(THREAT)).toEqual({
      decision: 'block',
      source: 'rules',
      categories: [{ name: 'violence', action: 'block', score: 0.9, note: 'a threat against somebody' }],
      message: THREAT_SENTENCE,
    });
  });

  it('the longest text is judged, and the empty one', async () => {
    const longest = check(moderateSchema, { text: `${'word '.repeat(79_990)} ${THREAT}` });
    expect((await services.moderation.check(longest.text)).decision).toBe('block');
    expect((await services.moderation.check(check(moderateSchema, { text: '' }).text)).decision).toBe(
      'allow',
    );
  });

  it.each([{}, { text: 7 }, { text: 'a'.repeat(400_001) }])('%# is no text of a prompt', (body) => {
    expect(() => check(moderateSchema, body)).toThrow(/text/);
  });

  it.each([
    ['the prompt', { prompt: THREAT }],
    ['an attached text', { prompt: 'Improve this.', attachments: [{ name: 'letter.txt', text: THREAT }] }],
    ['an earlier turn', { prompt: 'Again.', chatMode: true, history: [{ role: 'user', content: THREAT }] }],
    ['a card number', { prompt: 'Is 4111 1111 1111 1111 a good number?' }],
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
    await expect(services.send(actor, { prompt: THREAT }, { key })).rejects.toThrow(THREAT_SENTENCE);
    expect((await services.send(actor, { prompt: 'Write a polite letter.' }, { key })).replayed).toBe(false);
  });

  it('neither a warning blocks a send, nor what the model itself has said before', async () => {
    await services.send(actor, { prompt: 'You are a pathetic loser' });
    const history = [
      { role: 'user', content: 'Begin a thriller.' },
      { role: 'assistant', content: 'I will kill you.' },
    ];
    await services.send(actor, { prompt: 'Go on.', chatMode: true, history });
    expect(services.vendor.log.requests.at(-1)?.prompt).toBe('Go on.');
  });

  it('nobody else is asked', async () => {
    await services.send(actor, { prompt: 'Buy flowers.' });
    expect(services.vendor.moderation.log.requests).toHaveLength(0);
  });
});

describe("by OpenAI's moderation, where the owner has chosen it", () => {
  let services: PayingServices;
  let actor: Actor;
  beforeAll(async () => {
    services = await payingServices(
      { MODERATION: 'openai' },
      { moderation: (text) => ({ 'hate/threatening': text.includes('flowers') ? 0.97 : 0.01 }) },
    );
    actor = await services.customer({ cents: 500 });
  });
  afterAll(() => services.close());

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

  it('our own rules judge when it fails', async () => {
    services.vendor.moderation.script({ kind: 'status', status: 503 });
    expect(await services.moderation.check(THREAT)).toMatchObject({
      decision: 'block',
      source: 'rules-fallback',
    });
    await services.send(actor);
  });
});

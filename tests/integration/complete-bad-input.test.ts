import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete, startPayingServer, type PayingServer } from '../support/paying-server';
import { apiOf } from '../support/server';

let paying: PayingServer;
beforeAll(async () => {
  paying = await startPayingServer();
});
afterAll(() => paying.close());

describe('bad input costs nothing and is told in a sentence', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    apiOf(paying.server.origin, paying.token)('POST', '/api/ai/complete', body, {
      'X-Idempotency-Key': randomUUID(),
      ...headers,
    });
  const good = { provider: 'openai', model: 'gpt-4o-mini', prompt: 'Hello', maxOutputTokens: 10 };
  const cases: [string, unknown, Record<string, string>, number, RegExp][] = [
    ['no JSON', '{"provider":', {}, 400, /not valid JSON/],
    ['another content type', 'a=b', { 'Content-Type': 'text/plain' }, 400, /Content-Type: application\/json/],
    ['no key', good, { 'X-Idempotency-Key': '' }, 400, /X-Idempotency-Key/],
    ['an absurd key', good, { 'X-Idempotency-Key': 'x'.repeat(500) }, 400, /X-Idempotency-Key/],
    ['an empty prompt', { ...good, prompt: '   ' }, {}, 400, /prompt is empty/],
    ['an unknown provider', { ...good, provider: 'nobody' }, {}, 400, /no model gpt-4o-mini of nobody/],
    ['an unknown model', { ...good, model: 'gpt-99' }, {}, 400, /no model gpt-99/],
    ['tokens below 1', { ...good, maxOutputTokens: -5 }, {}, 400, /maxOutputTokens/],
    ['tokens beyond reason', { ...good, maxOutputTokens: 1e300 }, {}, 400, /maxOutputTokens/],
    ['half a token', { ...good, maxOutputTokens: 1.5 }, {}, 400, /maxOutputTokens/],
    ['a number for a text', { ...good, prompt: 5 }, {}, 400, /prompt/],
    ['a temperature beyond 2', { ...good, temperature: 9 }, {}, 400, /temperature/],
    ['a list instead of an object', [good], {}, 400, /./],
    [
      'an attachment that is nothing',
      { ...good, attachments: [{ name: 'a.exe' }] },
      {},
      400,
      /Attachment rejected/,
    ],
    ['a prompt beyond all bounds', { ...good, prompt: 'x'.repeat(500_000) }, {}, 400, /longer than 400,000/],
    ['a body beyond all bounds', { ...good, junk: 'x'.repeat(65 * 1024 * 1024) }, {}, 413, /larger than/],
  ];

  it.each(cases)('%s', async (_name, body, headers, status, message) => {
    const before = await paying.balance();
    const answer = await post(body, headers);
    expect(answer.status).toBe(status);
    expect(`${String(answer.body.message)} ${String(answer.body.errors)}`).toMatch(message);
    expect(await paying.balance()).toEqual(before);
  });

  it('answers a wrong method with the right one', async () => {
    const answer = await paying.api('GET', '/api/ai/complete');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('POST');
  });

  it('asks for a token, and refuses a wrong one', async () => {
    expect(await complete(paying.server.origin, 'not-a-token')).toMatchObject({ status: 401 });
    expect(await apiOf(paying.server.origin)('GET', '/api/billing/balance')).toMatchObject({
      status: 401,
      body: { message: 'No authentication token found' },
    });
  });

  it('refuses a model whose price was taken away', async () => {
    const price = { provider: 'OpenAI', model: 'gpt-4.1', inputPricePer1K: 0.002, outputPricePer1K: 0.008 };
    await paying.api('POST', '/api/aipricing/upsert', { ...price, isActive: false });
    const send = () => complete(paying.server.origin, paying.token, { model: 'gpt-4.1' });
    expect(await send()).toMatchObject({ status: 400, body: { code: 'price_missing' } });
    await paying.api('POST', '/api/aipricing/upsert', { ...price, isActive: true });
    expect(await send()).toMatchObject({ status: 200 });
  });
});

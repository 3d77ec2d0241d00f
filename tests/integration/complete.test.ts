import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvents } from '../../app/features/playground/read-events';
import { checkBooks, complete, type PayingServer } from '../support/paying-server';
import { sharePayingServer } from '../support/shared-server';
import { apiOf } from '../support/server';

// What a paid send is over HTTP; its rules are tested beside app/features/completions.

let paying: PayingServer;
beforeAll(async () => {
  paying = await sharePayingServer();
});
afterAll(async () => {
  const books = await checkBooks(paying.server.dataDir);
  await paying.close();
  expect(books).toEqual({ status: 0, output: expect.stringContaining('The books balance') as string });
});

const send = (body?: Record<string, unknown>, key?: string) =>
  complete(paying.server.origin, paying.token, body, key);

describe('a send', () => {
  it('is paid once, and a replay says so in a header', async () => {
    const key = randomUUID();
    const first = await send({}, key);
    const second = await send({}, key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers.get('X-Idempotent-Replayed')).toBeNull();
    expect(second.headers.get('X-Idempotent-Replayed')).toBe('true');
    expect(second.body).toEqual({ ...first.body, replayed: true });
    expect((await paying.balance()).balanceMicroUsd).toBe(first.body.balanceMicroUsd);
  });

  it.each([
    [{ kind: 'status', status: 429, headers: { 'retry-after': '7' } }, 429, '7'],
    [{ kind: 'status', status: 503 }, 503, '5'],
    [{ kind: 'status', status: 400 }, 400, null],
    [{ kind: 'empty' }, 502, null],
  ] as const)('that meets %j at the vendor is answered with %d', async (behaviour, status, retryAfter) => {
    paying.vendor.script(behaviour);
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('Retry-After')).toBe(retryAfter);
  });

  it('is refused while the same key is in flight, and when the key stands for something else', async () => {
    const key = randomUUID();
    paying.vendor.script({ kind: 'reply', hold: 'before' });
    const pending = send({}, key);
    await paying.vendor.until((log) => log.stats.held === 1);
    expect(await send({}, key)).toMatchObject({ status: 409, body: { code: 'in_flight' } });
    paying.vendor.release();
    expect((await pending).status).toBe(200);
    expect(await send({ prompt: 'Another thing' }, key)).toMatchObject({ status: 422 });
  });
});

describe('a streamed send', () => {
  const stream = (body: Record<string, unknown>, key: string, signal?: AbortSignal) =>
    fetch(`${paying.server.origin}/api/ai/complete`, {
      method: 'POST',
      ...(signal && { signal }),
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        Authorization: `Bearer ${paying.token}`,
        'X-Idempotency-Key': key,
      },
      body: JSON.stringify({ provider: 'openai', model: 'gpt-4o-mini', prompt: 'Stream', ...body }),
    });

  it('arrives piece by piece: the first before the vendor has said the last', async () => {
    paying.vendor.script({ kind: 'reply', text: 'One two three four', chunks: 4, hold: 'middle' });
    const response = await stream({}, randomUUID());
    expect(response.headers.get('Content-Type')).toContain('text/event-stream');
    const names: (string | undefined)[] = [];
    if (response.body) {
      for await (const { event } of readEvents(response.body)) {
        if (event === 'delta' && !names.includes('delta')) paying.vendor.release();
        names.push(event);
      }
    }
    expect([names[0], names[1], names.at(-1)]).toEqual(['started', 'delta', 'done']);
  });

  it('is refused with a status before anything was sent', async () => {
    const response = await stream({ model: 'no-such-model' }, randomUUID());
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'unknown_model' });
  });

  it('is finished and charged when the reader goes away, and a reload finds the reply', async () => {
    const key = randomUUID();
    paying.vendor.script({ kind: 'reply', text: 'Kept for you', hold: 'middle' });
    const reader = new AbortController();
    const pending = stream({}, key, reader.signal);
    await paying.vendor.until((log) => log.stats.held === 1);
    reader.abort();
    await pending.then((response) => response.text()).catch(() => 'gone');
    expect((await paying.api('GET', `/api/ai/operations/${key}`)).body).toEqual({ state: 'running' });
    paying.vendor.release();
    await expect
      .poll(async () => (await paying.api('GET', `/api/ai/operations/${key}`)).body)
      .toMatchObject({ state: 'answered', answer: { text: 'Kept for you' } });
  });
});

describe('bad input costs nothing and is told in a sentence', () => {
  const good = { provider: 'openai', model: 'gpt-4o-mini', prompt: 'Hello', maxOutputTokens: 10 };
  const cases: [string, unknown, Record<string, string>, number, RegExp][] = [
    ['no JSON', '{"provider":', {}, 400, /not valid JSON/],
    ['another content type', 'a=b', { 'Content-Type': 'text/plain' }, 415, /Content-Type: application\/json/],
    ['no key', good, { 'X-Idempotency-Key': '' }, 400, /X-Idempotency-Key/],
    ['an absurd key', good, { 'X-Idempotency-Key': 'x'.repeat(500) }, 400, /X-Idempotency-Key/],
    ['a number for a text', { ...good, prompt: 5 }, {}, 400, /prompt/],
    ['a list instead of an object', [good], {}, 400, /./],
    ['a body beyond all bounds', { ...good, junk: 'x'.repeat(65 * 1024 * 1024) }, {}, 413, /larger than/],
  ];

  it.each(cases)('%s', async (_name, body, headers, status, message) => {
    const before = await paying.balance();
    const answer = await paying.api('POST', '/api/ai/complete', body, {
      'X-Idempotency-Key': randomUUID(),
      ...headers,
    });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(message);
    expect(await paying.balance()).toEqual(before);
  });

  it('a wrong token, or none', async () => {
    expect(await complete(paying.server.origin, 'not-a-token')).toMatchObject({ status: 401 });
    expect(await apiOf(paying.server.origin)('GET', '/api/billing/balance')).toMatchObject({
      status: 401,
      body: { message: 'No authentication token found' },
    });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listKeys } from '~/features/api-keys/index.server';
import { makeKey } from '../../../tests/support/api-keys';
import { serveV1, type V1Server } from '../../../tests/support/v1-client';

// What only real connections show.

let v1: V1Server;
beforeAll(async () => {
  v1 = await serveV1();
});
afterEach(async () => {
  v1.services.vendor.reset();
  expect((await v1.services.ledger.reconcile()).faults).toEqual([]);
});
afterAll(() => v1.close());

const chat = (secret: string, body: Record<string, unknown> = {}, signal: AbortSignal | null = null) =>
  fetch(`${v1.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      model: 'openai/gpt-4o-mini',
      messages: [{ role: 'user', content: 'Why are leaves green?' }],
      ...body,
    }),
    signal,
  });

describe('a key with a monthly cap', () => {
  it.each([
    ['whole', false],
    ['streamed @soak', true],
  ])('never passes it, a hundred at once, %s', async (_, stream) => {
    const { secret, id } = await makeKey(v1.services, v1.actor, {
      name: stream ? 'Streams' : 'Whole',
      monthlyCapCents: 1,
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const response = await chat(secret, { stream, max_tokens: 4000 });
        return { status: response.status, text: await response.text() };
      }),
    );
    const refused = answers.filter(({ status }) => status === 402);
    const paid = answers.filter(({ status }) => status === 200);
    expect(paid.length).toBeGreaterThan(0);
    // The second hundred within a second may also meet the user's rate limit.
    const limited = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBe(100 - paid.length - limited.length);
    expect(refused.length).toBeGreaterThan(0);
    expect(JSON.parse(refused[0]?.text ?? '')).toMatchObject({
      error: {
        type: 'insufficient_quota',
        code: 'insufficient_quota',
        message: expect.stringContaining('monthly limit of $0.01') as string,
      },
    });
    const { items } = await listKeys(v1.services, v1.actor);
    const spent = items.find((key) => key.id === id)?.spentThisMonthMicroUsd ?? -1;
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(10_000);
    const costs = paid.map(({ text }) => Number(/"cost":([\d.e-]+)/.exec(text)?.[1]) * 1_000_000);
    expect(spent).toBeCloseTo(
      costs.reduce((sum, cost) => sum + cost, 0),
      3,
    );
    expect(await v1.services.ledger.balance(v1.actor.userId)).toMatchObject({ heldMicroUsd: 0n });
  });
});

describe('a client that goes away in the middle of a stream', () => {
  it('is charged what was received', async () => {
    const { secret, id } = await makeKey(v1.services, v1.actor, { name: 'Leaves early' });
    const spent = async () =>
      (await listKeys(v1.services, v1.actor)).items.find((key) => key.id === id)?.spentThisMonthMicroUsd;
    v1.services.vendor.script({ kind: 'reply', text: 'word '.repeat(200), chunks: 20, hold: 'middle' });
    const gone = new AbortController();
    const response = await chat(secret, { stream: true }, gone.signal);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await v1.services.vendor.until((log) => log.stats.held === 1);
    gone.abort();
    v1.services.vendor.release();
    await expect.poll(spent).toBeGreaterThan(0);
    expect(await v1.services.ledger.balance(v1.actor.userId)).toMatchObject({ heldMicroUsd: 0n });
  });
});

describe('too many requests', () => {
  it('are 429 with Retry-After, in OpenAI’s shape', async () => {
    const { secret } = await makeKey(v1.services, v1.actor, { name: 'Slow', requestsPerMinute: 1 });
    expect((await chat(secret)).status).toBe(200);
    const refused = await chat(secret);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await refused.json()).toMatchObject({
      error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
    });
  });
});

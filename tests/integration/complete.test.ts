import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks, complete, startPayingServer, type PayingServer } from '../support/paying-server';

let paying: PayingServer;
beforeAll(async () => {
  paying = await startPayingServer();
});
afterAll(async () => {
  const books = await checkBooks(paying.server.dataDir);
  await paying.close();
  expect(books).toEqual({ status: 0, output: expect.stringContaining('The books are sound') as string });
});

const send = (body?: Record<string, unknown>, key?: string) =>
  complete(paying.server.origin, paying.token, body, key);

describe('a paid send', () => {
  it('answers with the text, the tokens and what it cost, and takes exactly that from the balance', async () => {
    const before = await paying.balance();
    paying.vendor.script({
      kind: 'reply',
      text: 'Because.',
      usage: { inputTokens: 1000, outputTokens: 2000 },
    });
    // Worst case held: the counted input and 2000 tokens of output, so a reply of 2000 fits.
    const { status, body } = await send({ prompt: 'why '.repeat(1200), maxOutputTokens: 2000 });
    expect(status).toBe(200);
    // $0.00015 and $0.0006 for 1,000 tokens: 150 + 1200 micro-dollars.
    expect(body).toMatchObject({ text: 'Because.', provider: 'openai', model: 'gpt-4o-mini', isFree: false });
    expect(body.usage).toEqual({ inputTokens: 1000, outputTokens: 2000, costUsd: 0.00135 });
    expect(body.costCents).toBe(0.135);
    expect(body.balanceMicroUsd).toBe(before.balanceMicroUsd - 1350);
    expect(await paying.balance()).toMatchObject({
      balanceMicroUsd: before.balanceMicroUsd - 1350,
      heldMicroUsd: 0,
    });
  });

  it('shows in the ledger with provider, model, tokens and the balance after it', async () => {
    const { body: reply } = await send({ prompt: 'A line for the ledger' });
    const { body: page } = await paying.api<{ total: number; items: Record<string, unknown>[] }>(
      'GET',
      '/api/billing/ledger?page=1&pageSize=5',
    );
    expect(page.items[0]).toMatchObject({
      provider: 'openai',
      model: 'gpt-4o-mini',
      inputTokens: reply.usage.inputTokens,
      outputTokens: reply.usage.outputTokens,
      costCents: reply.costCents,
      isOpen: false,
    });
  });

  it('is paid once, however often the same key is sent: the answer is replayed', async () => {
    const key = randomUUID();
    const first = await send({ prompt: 'Once only' }, key);
    const requests = paying.vendor.log.stats.requests;
    const second = await send({ prompt: 'Once only' }, key);
    expect(second.headers.get('X-Idempotent-Replayed')).toBe('true');
    expect(first.headers.get('X-Idempotent-Replayed')).toBeNull();
    expect(second.body).toMatchObject({
      text: first.body.text,
      costCents: first.body.costCents,
      replayed: true,
    });
    expect(second.body.balanceMicroUsd).toBe(first.body.balanceMicroUsd);
    expect(paying.vendor.log.stats.requests).toBe(requests);
  });

  it('refuses a used key for another request, and a key that is still in flight', async () => {
    const key = randomUUID();
    await send({ prompt: 'One thing' }, key);
    expect(await send({ prompt: 'Another thing' }, key)).toMatchObject({ status: 422 });

    const slow = randomUUID();
    paying.vendor.script({ kind: 'reply', hold: 'before' });
    const pending = send({ prompt: 'Slow thing' }, slow);
    await paying.vendor.until((log) => log.stats.held === 1);
    expect(await send({ prompt: 'Slow thing' }, slow)).toMatchObject({ status: 409 });
    paying.vendor.release();
    expect(await pending).toMatchObject({ status: 200 });
  });

  it('sends fifty at once and charges each of them', async () => {
    const before = await paying.balance();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send({ prompt: `Number ${index}` })),
    );
    expect(replies.every((reply) => reply.status === 200)).toBe(true);
    const total = replies.reduce((sum, reply) => sum + Math.round(reply.body.costCents * 10_000), 0);
    expect((await paying.balance()).balanceMicroUsd).toBe(before.balanceMicroUsd - total);
  });

  it('redacts personal data before it leaves when asked to', async () => {
    await send({
      prompt: 'Write to jane.doe@example.com or 555-123-4567, SSN 123-45-6789.',
      redactPii: true,
    });
    expect(paying.vendor.log.requests.at(-1)?.prompt).toBe(
      'Write to [redacted] or [redacted], SSN [redacted].',
    );
  });

  it('keeps no trace of the content when asked not to store it, but still replays', async () => {
    const key = randomUUID();
    paying.vendor.script({ kind: 'reply', text: 'A secret reply nobody may find' });
    await send({ prompt: 'secret', doNotStoreContent: true }, key);
    const { readFileSync, readdirSync } = await import('node:fs');
    const files = readdirSync(paying.server.dataDir).filter((name) => name.startsWith('app.db'));
    for (const name of files) {
      expect(
        readFileSync(`${paying.server.dataDir}/${name}`).includes('A secret reply nobody may find'),
      ).toBe(false);
    }
    expect((await send({ prompt: 'secret', doNotStoreContent: true }, key)).body.text).toBe(
      'A secret reply nobody may find',
    );
  });
});

describe('what a failed call costs', () => {
  const cases = [
    {
      name: '429 with a wait',
      fault: { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
      status: 429,
    },
    { name: '429 without a wait', fault: { kind: 'status', status: 429 }, status: 429 },
    { name: '500', fault: { kind: 'status', status: 500 }, status: 503 },
    { name: '503', fault: { kind: 'status', status: 503 }, status: 503 },
    { name: 'a refusal', fault: { kind: 'status', status: 400 }, status: 400 },
    { name: 'a wrong key', fault: { kind: 'status', status: 401 }, status: 503 },
    { name: 'an empty reply', fault: { kind: 'empty' }, status: 502 },
    { name: 'no JSON', fault: { kind: 'invalid-json' }, status: 502 },
    { name: 'a connection lost before the send', fault: { kind: 'reset', when: 'before-read' }, status: 502 },
    { name: 'a connection lost after the send', fault: { kind: 'reset', when: 'after-read' }, status: 502 },
    { name: 'a connection lost in the answer', fault: { kind: 'reset', when: 'after-headers' }, status: 502 },
  ] as const;

  it.each(cases)('$name: nothing, and the answer says so', async ({ fault, status }) => {
    const before = await paying.balance();
    paying.vendor.script(fault);
    const answer = await send({ prompt: `fault ${randomUUID()}` });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(
      status === 429 ? /^Rate limit reached\. Try again in \ds\.$/ : /not charged/,
    );
    expect(await paying.balance()).toMatchObject({
      balanceMicroUsd: before.balanceMicroUsd,
      heldMicroUsd: 0,
    });
  });

  it('tells how long to wait when the vendor does, and five seconds when it does not', async () => {
    paying.vendor.script(
      { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
      { kind: 'status', status: 429 },
    );
    const told = await send();
    expect(told.headers.get('Retry-After')).toBe('7');
    expect(told.body.message).toBe('Rate limit reached. Try again in 7s.');
    const untold = await send();
    expect(untold.headers.get('Retry-After')).toBe('5');
  });

  it('lets the same key try again after a failure', async () => {
    const key = randomUUID();
    paying.vendor.script({ kind: 'status', status: 503 });
    expect((await send({ prompt: 'again' }, key)).status).toBe(503);
    expect((await send({ prompt: 'again' }, key)).status).toBe(200);
  });
});

describe('a streamed send', () => {
  async function stream(body: Record<string, unknown>, key: string = randomUUID()) {
    const response = await fetch(`${paying.server.origin}/api/ai/complete`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        Authorization: `Bearer ${paying.token}`,
        'X-Idempotency-Key': key,
      },
      body: JSON.stringify({
        provider: 'openai',
        model: 'gpt-4o-mini',
        prompt: 'Stream',
        maxOutputTokens: 500,
        ...body,
      }),
    });
    return { response, key };
  }
  const events = (text: string) =>
    [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name, data]) => ({
      name,
      data: JSON.parse(data ?? '{}') as Record<string, unknown>,
    }));

  it('starts, sends the pieces as they come, and ends with the whole reply and its cost', async () => {
    paying.vendor.script({ kind: 'reply', text: 'One two three four five', chunks: 5 });
    const { response } = await stream({});
    expect(response.headers.get('Content-Type')).toContain('text/event-stream');
    const seen = events(await response.text());
    expect(seen[0]?.name).toBe('started');
    expect(seen.at(-1)?.name).toBe('done');
    const pieces = seen.filter((event) => event.name === 'delta').map((event) => String(event.data.text));
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe('One two three four five');
    expect(seen.at(-1)?.data).toMatchObject({
      text: 'One two three four five',
      finishReason: 'stop',
      replayed: false,
    });
  });

  it('refuses with a status before anything was sent', async () => {
    const { response } = await stream({ model: 'no-such-model' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'unknown_model' });
  });

  it('is finished and charged when the reader goes away, and a reload finds the reply', async () => {
    const key = randomUUID();
    paying.vendor.script({ kind: 'reply', text: 'Kept for you', hold: 'middle' });
    const reader = new AbortController();
    const pending = fetch(`${paying.server.origin}/api/ai/complete`, {
      method: 'POST',
      signal: reader.signal,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        Authorization: `Bearer ${paying.token}`,
        'X-Idempotency-Key': key,
      },
      body: JSON.stringify({
        provider: 'openai',
        model: 'gpt-4o-mini',
        prompt: 'Going away',
        maxOutputTokens: 100,
      }),
    });
    await paying.vendor.until((log) => log.stats.held === 1);
    reader.abort();
    await pending.then((response) => response.text()).catch(() => 'gone');
    expect((await paying.api('GET', `/api/ai/operations/${key}`)).body).toEqual({ state: 'running' });
    paying.vendor.release();
    await expect
      .poll(async () => (await paying.api('GET', `/api/ai/operations/${key}`)).body)
      .toMatchObject({ state: 'answered', answer: { text: 'Kept for you' } });
  });

  it('can be stopped: what had arrived is kept and is all that is charged', async () => {
    paying.vendor.script({ kind: 'reply', text: 'word '.repeat(400), chunks: 4, hold: 'middle' });
    const { response, key } = await stream({ maxOutputTokens: 1000 });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('event: delta')) text += (await reader?.read())?.value ?? '';
    expect((await paying.api('POST', `/api/ai/operations/${key}/stop`)).status).toBe(202);
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
    const done = events(text).at(-1);
    paying.vendor.release();
    expect(done?.name).toBe('done');
    expect(done?.data).toMatchObject({ finishReason: 'stopped' });
    expect(String(done?.data.text).length).toBeLessThan('word '.repeat(400).length);
    expect((await paying.balance()).heldMicroUsd).toBe(0);
  });

  it('keeps and charges the part that arrived when the connection breaks in the middle', async () => {
    const before = await paying.balance();
    paying.vendor.script({ kind: 'reset', when: 'mid-stream' });
    const { response } = await stream({ prompt: 'Break in the middle' });
    const done = events(await response.text()).at(-1);
    expect(done?.data).toMatchObject({ finishReason: 'interrupted' });
    const charged = before.balanceMicroUsd - (await paying.balance()).balanceMicroUsd;
    expect(charged).toBeGreaterThan(0);
    expect(charged).toBe(Math.round(Number(done?.data.costCents) * 10_000));
  });
});

describe("a person's own limits", () => {
  const large = { model: 'gpt-4.1', maxOutputTokens: 32_768 }; // at most 26.2 cents
  const prefer = (preferences: Record<string, unknown>) =>
    paying.api('POST', '/api/userpreferences', preferences);

  it('keep a single send below the cap, and say what it would have cost', async () => {
    expect((await prefer({ PerRequestCapCents: 25 })).status).toBe(200);
    const { status, body } = await send(large);
    expect(status).toBe(402);
    expect(body).toMatchObject({ code: 'insufficient_funds', maxRequestCostCents: 25 });
    expect(body.estCostCents).toBeGreaterThan(25);
    expect(body.balanceCents).toBe((await paying.balance()).balanceCents);
    await prefer({ PerRequestCapCents: null });
    expect((await send(large)).status).toBe(200);
  });

  it("keep the day's spending below the cap, calls under way included", async () => {
    const price = {
      provider: 'openai',
      model: 'gpt-4.1',
      inputPricePer1K: '0.002',
      outputPricePer1K: '0.04',
    };
    await paying.api('POST', '/api/aipricing/upsert', price); // 32,768 tokens: $1.31
    await prefer({ DailySpendCapCents: 200 });
    paying.vendor.script({ kind: 'reply', hold: 'before' });
    const first = send({ ...large, prompt: 'The first of two' });
    await paying.vendor.until((log) => log.stats.held === 1);
    expect(await send({ ...large, prompt: 'The second of two' })).toMatchObject({ status: 402 });
    paying.vendor.release();
    expect((await first).status).toBe(200);
    await prefer({ DailySpendCapCents: null });
    await paying.api('POST', '/api/aipricing/upsert', { ...price, outputPricePer1K: '0.008' });
  });

  it('keep the floor under a chat', async () => {
    const { balanceCents } = await paying.balance();
    const { status, body } = await send({ ...large, chatMode: true, chatCcoCents: balanceCents });
    expect(status).toBe(402);
    expect(body).toMatchObject({
      code: 'exceeds_cco',
      message: 'Chat budget floor (CCO) would be breached',
      chatCcoCents: balanceCents,
      balanceCents,
      estCostCents: expect.any(Number) as unknown,
    });
    expect((await send({ chatMode: true, chatCcoCents: 1, prompt: 'And then?' })).status).toBe(200);
  });

  it('send earlier turns along in Chat mode only', async () => {
    const history = [
      { role: 'user', content: 'Name a tree.' },
      { role: 'ai', content: 'Oak.' },
    ];
    await send({ chatMode: true, prompt: 'Another one.', history });
    expect(paying.vendor.log.requests.at(-1)?.body).toMatchObject({
      messages: [
        { role: 'user', content: 'Name a tree.' },
        { role: 'assistant', content: 'Oak.' },
        { role: 'user', content: 'Another one.' },
      ],
    });
    await send({ prompt: 'Alone.', history });
    expect(paying.vendor.log.requests.at(-1)?.body).toMatchObject({
      messages: [{ role: 'user', content: 'Alone.' }],
    });
  });
});

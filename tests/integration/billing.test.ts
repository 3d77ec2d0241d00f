import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkBooks,
  complete,
  startPayingServer,
  type PayingServer,
  type Balance,
} from '../support/paying-server';
import { apiOf } from '../support/server';

let paying: PayingServer;
beforeAll(async () => {
  paying = await startPayingServer();
});
afterAll(async () => {
  const books = await checkBooks(paying.server.dataDir);
  await paying.close();
  expect(books).toMatchObject({ status: 0 });
});

async function freePerson() {
  const token = await paying.freeToken();
  const api = apiOf(paying.server.origin, token);
  const { body } = await api<{ userId: string }>('GET', '/api/user-info');
  return {
    token,
    api,
    userId: body.userId,
    send: (request: Record<string, unknown> = {}, key?: string) =>
      complete(paying.server.origin, token, request, key),
    balance: async () => (await api<Balance>('GET', '/api/billing/balance')).body,
  };
}

const asAdmin = (pathname: string, body: unknown, key: string = randomUUID()) =>
  paying.api<{ isNew?: boolean; balanceCents?: number; message?: string }>('POST', pathname, body, {
    'X-Idempotency-Key': key,
  });

describe('a person who has not paid', () => {
  it('sends fifteen times a day for nothing, and is told how to go on', async () => {
    const person = await freePerson();
    for (let sent = 1; sent <= 15; sent += 1) {
      const { status, body } = await person.send({ prompt: `Free ${sent}` });
      expect(status).toBe(200);
      expect(body).toMatchObject({ isFree: true, costCents: 0, freeSendsToday: sent });
    }
    const { status, body } = await person.send({ prompt: 'Free 16' });
    expect(status).toBe(402);
    expect(body).toMatchObject({
      code: 'free_daily_limit',
      message:
        'You have used your daily allowance of Free AI requests. Become a Pro User for as little as $5.',
    });
    expect(await person.balance()).toMatchObject({ balanceCents: 0, freeSendsToday: 15 });
  });

  it('cannot pass the fifteen by sending twenty at once', async () => {
    const person = await freePerson();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => person.send({ prompt: `At once ${index}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(answers.filter(({ body }) => body.code === 'free_daily_limit')).toHaveLength(5);
  });

  it('gets a send back that failed', async () => {
    const person = await freePerson();
    paying.vendor.script({ kind: 'status', status: 503 });
    expect((await person.send()).status).toBe(503);
    expect((await person.balance()).freeSendsToday).toBe(0);
  });

  it('may use the two free models only, with bounded replies, without Chat mode or images', async () => {
    const person = await freePerson();
    expect(await person.send({ model: 'gpt-4o' })).toMatchObject({
      status: 402,
      body: {
        code: 'free_model_restricted',
        message: 'This model is available on paid plans. Please select GPT-4o-mini or Gemini 2.5 Flash.',
      },
    });
    await person.send({ prompt: 'Bounded', maxOutputTokens: 30_000 });
    expect(paying.vendor.log.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 1024 });
    expect(await person.send({ chatMode: true })).toMatchObject({
      status: 403,
      body: { message: 'Access denied. PaidUser role required.' },
    });
    const pixel = { name: 'a.png', mimeType: 'image/png', base64: 'aGk=' };
    expect(await person.send({ attachments: [pixel] })).toMatchObject({ status: 403 });
    const text = { name: 'a.txt', text: 'hello' };
    expect(await person.send({ attachments: [text, text, text, text] })).toMatchObject({
      status: 400,
      body: { code: 'attachment_invalid' },
    });
  });

  it('becomes a paying one by the first credit, and spends it', async () => {
    const person = await freePerson();
    const key = randomUUID();
    const grant = { userId: person.userId, amountCents: 1000, note: 'Welcome' };
    expect(await asAdmin('/api/admin/billing/grant', grant, key)).toMatchObject({
      status: 200,
      body: { isNew: true, balanceCents: 1000 },
    });
    expect(await asAdmin('/api/admin/billing/grant', grant, key)).toMatchObject({
      body: { isNew: false, balanceCents: 1000 },
    });
    expect(await asAdmin('/api/admin/billing/grant', { ...grant, amountCents: 5 }, key)).toMatchObject({
      status: 422,
    });
    const { status, body } = await person.send({ model: 'gpt-4o' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ isFree: false });
    expect(body.balanceMicroUsd).toBe(10_000_000 - Math.round(body.costCents * 10_000));
  });
});

describe('a balance', () => {
  it('never goes below zero, however many send at once', async () => {
    const person = await freePerson();
    await asAdmin('/api/admin/billing/grant', { userId: person.userId, amountCents: 1 });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        person.send({ prompt: `Race ${index}`, maxOutputTokens: 8000 }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body } of refused) {
      expect(status).toBe(402);
      expect(body).toMatchObject({ code: 'insufficient_funds', estCostCents: expect.any(Number) as number });
    }
    const balance = await person.balance();
    expect(balance.balanceMicroUsd).toBeGreaterThanOrEqual(0);
    expect(balance.heldMicroUsd).toBe(0);
  });

  it('is corrected downwards at most to zero, with a reason', async () => {
    const person = await freePerson();
    await asAdmin('/api/admin/billing/grant', { userId: person.userId, amountCents: 500 });
    const adjust = (amountCents: number, note = 'Mistake') =>
      asAdmin('/api/admin/billing/adjust', { userId: person.userId, amountCents, note });
    expect(await adjust(-200)).toMatchObject({ status: 200, body: { balanceCents: 300 } });
    expect((await adjust(-400)).status).toBeGreaterThanOrEqual(400);
    expect((await adjust(-100, '')).status).toBe(400);
    expect((await person.balance()).balanceCents).toBe(300);
  });

  it('is changed by administrators only, with a key, and for people who exist', async () => {
    const person = await freePerson();
    const grant = { userId: person.userId, amountCents: 1000 };
    expect(
      await person.api('POST', '/api/admin/billing/grant', grant, { 'X-Idempotency-Key': randomUUID() }),
    ).toMatchObject({
      status: 403,
    });
    expect(await paying.api('POST', '/api/admin/billing/grant', grant)).toMatchObject({ status: 400 });
    expect(await asAdmin('/api/admin/billing/grant', { ...grant, userId: randomUUID() })).toMatchObject({
      status: 404,
    });
    for (const amountCents of [0, -5, 1.5, 1e300, Number.NaN, '5']) {
      expect((await asAdmin('/api/admin/billing/grant', { ...grant, amountCents })).status).toBe(400);
    }
    expect((await person.balance()).balanceCents).toBe(0);
  });

  it("shows one's own lines only, page by page, within at most thirty days", async () => {
    const person = await freePerson();
    await person.send({ prompt: 'Mine' });
    const { body } = await person.api<{ total: number; items: unknown[] }>(
      'GET',
      '/api/billing/ledger?page=1&pageSize=10',
    );
    expect(body.total).toBe(1);
    const range = (start: string, end: string) =>
      person.api<{ message: string }>('GET', `/api/billing/ledger?start=${start}&end=${end}`);
    expect((await range('2026-10-02', '2026-10-01')).body.message).toContain(
      'End date must be on/after start date.',
    );
    expect((await range('2026-01-01', '2026-10-01')).body.message).toContain(
      'Select a range of up to 30 days.',
    );
    expect(await person.api('GET', '/api/billing/ledger?pageSize=501')).toMatchObject({ status: 400 });
    expect(await person.api('GET', '/api/billing/ledger?page=0')).toMatchObject({ status: 400 });
    expect((await person.api('GET', '/api/billing/usage-summary')).body).toMatchObject({
      totalRequests: 1,
      totalCostCents: 0,
    });
  });
});

describe('prices', () => {
  const price = { provider: 'OpenAI', model: 'gpt-4o', inputPricePer1K: 0.0025, outputPricePer1K: 0.01 };

  it.each([
    ['negative', { ...price, inputPricePer1K: -1 }],
    ['infinite', { ...price, inputPricePer1K: 'Infinity' }],
    ['finer than six decimals', { ...price, inputPricePer1K: 0.00000015 }],
    ['missing', { provider: 'OpenAI', model: 'gpt-4o' }],
    ['in another currency', { ...price, currency: 'EUR' }],
  ])('that are %s are refused', async (_name, body) => {
    expect((await paying.api('POST', '/api/aipricing/upsert', body)).status).toBe(400);
  });

  it('are changed by administrators, and hold for the next call', async () => {
    const person = await freePerson();
    expect((await person.api('POST', '/api/aipricing/upsert', price)).status).toBe(403);
    expect((await person.api('GET', '/api/aipricing')).status).toBe(403);
    await paying.api('POST', '/api/aipricing/upsert', { ...price, inputPricePer1K: '0.005' });
    paying.vendor.script({ kind: 'reply', text: 'x', usage: { inputTokens: 100, outputTokens: 0 } });
    const { body } = await complete(paying.server.origin, paying.token, {
      model: 'gpt-4o',
      prompt: 'x '.repeat(200),
    });
    expect(body.costCents).toBe(0.05);
    await paying.api('POST', '/api/aipricing/upsert', price);
    const { body: active } = await person.api<Record<string, unknown>[]>('GET', '/api/aipricing/active');
    expect(active).toContainEqual(
      expect.objectContaining({ provider: 'openai', model: 'gpt-4o', inputPricePer1K: '0.0025' }),
    );
  });
});

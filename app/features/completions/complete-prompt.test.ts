import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { getBalance } from '~/features/billing/index.server';
import { holdCents } from '../../../tests/support/held-money';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { hashRequest } from './complete-prompt.server';

let services: PayingServices;
beforeAll(async () => {
  services = await payingServices();
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const balanceOf = (actor: Actor) => getBalance(services, actor);

describe('a paid send', () => {
  it('answers with the text, the tokens and what it cost, and takes exactly that from the balance', async () => {
    const actor = await services.customer({ cents: 500 });
    const usage = { inputTokens: 1000, outputTokens: 2000 };
    services.vendor.script({ kind: 'reply', text: 'Because.', usage });
    // The worst case held: the counted input and 2,000 tokens of output, so a reply of 2,000 fits.
    const reply = await services.send(actor, { prompt: 'why '.repeat(1200), maxOutputTokens: 2000 });
    // $0.00015 and $0.0006 for 1,000 tokens: 150 + 1,200 micro-dollars.
    expect(reply).toMatchObject({
      text: 'Because.',
      provider: 'openai',
      model: 'gpt-4o-mini',
      isFree: false,
      usage: { ...usage, costUsd: 0.00135 },
      costCents: 0.135,
      balanceMicroUsd: 5_000_000 - 1350,
      replayed: false,
    });
    expect(await balanceOf(actor)).toMatchObject({ balanceMicroUsd: 5_000_000 - 1350, heldMicroUsd: 0 });
  });

  it('tells a balance that counts what other calls hold, so that no chat ends by them', async () => {
    const actor = await services.customer({ cents: 500 });
    const other = await holdCents(services, actor.userId, 450);
    const { costCents, balanceMicroUsd } = await services.send(actor);
    expect(balanceMicroUsd).toBe(5_000_000 - Math.round(costCents * 10_000));
    await other.release();
  });

  it('is paid once, however often the same key is sent: the answer is replayed', async () => {
    const actor = await services.customer({ cents: 500 });
    const first = await services.send(actor, {}, { key: 'once-only' });
    const requests = services.vendor.log.stats.requests;
    expect(await services.send(actor, {}, { key: 'once-only' })).toEqual({ ...first, replayed: true });
    expect(services.vendor.log.stats.requests).toBe(requests);
  });

  it('refuses a used key for another request, and a key that is still in flight', async () => {
    const actor = await services.customer({ cents: 500 });
    await services.send(actor, { prompt: 'One thing' }, { key: 'one-key' });
    await expect(services.send(actor, { prompt: 'Another' }, { key: 'one-key' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    services.vendor.script({ kind: 'reply', hold: 'before' });
    const pending = services.send(actor, {}, { key: 'slow-key' });
    await services.vendor.until(({ stats }) => stats.held === 1);
    await expect(services.send(actor, {}, { key: 'slow-key' })).rejects.toMatchObject({ code: 'in_flight' });
    services.vendor.release();
    expect((await pending).replayed).toBe(false);
  });

  it('is charged each time when fifty leave at once', async () => {
    const actor = await services.customer({ cents: 500 });
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => services.send(actor, { prompt: `Number ${index}` })),
    );
    const total = replies.reduce((sum, { costCents }) => sum + Math.round(costCents * 10_000), 0);
    expect((await balanceOf(actor)).balanceMicroUsd).toBe(5_000_000 - total);
  });

  it('leaves without personal data when asked to', async () => {
    const prompt = 'Write to jane.doe@example.com or 555-123-4567, SSN 123-45-6789.';
    await services.send(await services.customer({ cents: 500 }), { prompt, redactPii: true });
    expect(services.vendor.log.requests.at(-1)?.prompt).toBe(
      'Write to [redacted] or [redacted], SSN [redacted].',
    );
  });

  it('leaves no trace of the content when asked not to store it, but is still replayed', async () => {
    const actor = await services.customer({ cents: 500 });
    const secret = 'A secret reply nobody may find';
    services.vendor.script({ kind: 'reply', text: secret });
    const send = () => services.send(actor, { doNotStoreContent: true }, { key: 'a-secret' });
    await send();
    for (const name of fs.readdirSync(services.directory).filter((each) => each.startsWith('app.db'))) {
      expect(fs.readFileSync(`${services.directory}/${name}`).includes(secret)).toBe(false);
    }
    expect(await send()).toMatchObject({ text: secret, replayed: true });
  });
});

describe('somebody who has not paid', () => {
  it('sends fifteen times a day for nothing, and is told how to go on', async () => {
    const actor = await services.customer();
    for (let sent = 1; sent <= 15; sent += 1) {
      expect(await services.send(actor)).toMatchObject({ isFree: true, costCents: 0, freeSendsToday: sent });
    }
    await expect(services.send(actor)).rejects.toMatchObject({
      kind: 'payment-required',
      code: 'free_daily_limit',
      message:
        'You have used your daily allowance of Free AI requests. Become a Pro User for as little as $5.',
    });
    expect(await balanceOf(actor)).toMatchObject({ balanceCents: 0, freeSendsToday: 15 });
  });

  it('cannot pass the fifteen by sending twenty at once', async () => {
    const actor = await services.customer();
    const sends = await Promise.allSettled(Array.from({ length: 20 }, () => services.send(actor)));
    const refusals = sends.flatMap((send) => (send.status === 'rejected' ? [send.reason as unknown] : []));
    expect(refusals).toHaveLength(5);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'free_daily_limit' });
  });

  it('gets a send back that failed', async () => {
    const actor = await services.customer();
    services.vendor.script({ kind: 'status', status: 503 });
    await expect(services.send(actor)).rejects.toMatchObject({ code: 'provider_overloaded' });
    expect((await balanceOf(actor)).freeSendsToday).toBe(0);
  });

  it.each([
    [{ model: 'gpt-4o' }, 'free_model_restricted', /Please select GPT-4o-mini\.$/],
    [{ chatMode: true }, 'paid_user_required', /^Access denied\. PaidUser role required\.$/],
    [
      { attachments: [{ name: 'a.png', mimeType: 'image/png', base64: 'aGk=' }] },
      'paid_user_required',
      /PaidUser role/,
    ],
    [
      { attachments: Array.from({ length: 4 }, () => ({ name: 'a.txt', text: 'hello' })) },
      'attachment_invalid',
      /^Attachment rejected\./,
    ],
  ])('is refused %j', async (body, code, message) => {
    await expect(services.send(await services.customer(), body)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  it('gets replies of 1,024 tokens at most', async () => {
    await services.send(await services.customer(), { maxOutputTokens: 30_000 });
    expect(services.vendor.log.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 1024 });
  });
});

describe('a balance', () => {
  it('never goes below zero, however many sends leave at once', async () => {
    const actor = await services.customer({ cents: 1 });
    const sends = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        services.send(actor, { prompt: `Race ${index}`, maxOutputTokens: 8000 }),
      ),
    );
    const refusals = sends.flatMap((send) => (send.status === 'rejected' ? [send.reason as unknown] : []));
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        code: 'insufficient_funds',
        data: { estCostCents: expect.any(Number) as number },
      });
    }
    const { balanceMicroUsd, heldMicroUsd } = await balanceOf(actor);
    expect(balanceMicroUsd).toBeGreaterThanOrEqual(0);
    expect(heldMicroUsd).toBe(0);
  });
});

describe('the hash that tells requests apart', () => {
  const LONG = 'why not '.repeat(1_000_000);

  it('is the hash of the request as JSON, as long as nothing in it is long', async () => {
    const request = { prompt: 'Why?', history: [{ role: 'user', content: 'Hello' }] };
    expect(await hashRequest(request)).toBe(
      createHash('sha256').update(JSON.stringify(request)).digest('hex'),
    );
  });

  it('tells long texts apart by every character, wherever they stand', async () => {
    const hashes = await Promise.all(
      [
        { prompt: LONG },
        { prompt: `${LONG.slice(0, -1)}!` },
        { prompt: `!${LONG.slice(1)}` },
        { other: LONG },
        { prompt: LONG, other: LONG },
      ].map(hashRequest),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(await hashRequest({ prompt: LONG })).toBe(hashes[0]);
  });

  it('leaves turns to everybody else while it goes over megabytes', async () => {
    const state = { isDone: false };
    const hashing = hashRequest({ prompt: LONG }).finally(() => {
      state.isDone = true;
    });
    let turns = 0;
    while (!state.isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    await hashing;
    expect(turns).toBeGreaterThanOrEqual(8);
  });
});

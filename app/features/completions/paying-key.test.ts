import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { changeKey, listKeys, revokeKey } from '~/features/api-keys/index.server';
import type { CompletionResponse } from '~/features/completions/index.server';
import { makeKey, serve } from '../../../tests/support/api-keys';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';

let services: PayingServices;
let actor: Actor;
beforeEach(async () => {
  services = await payingServices(
    {},
    { replyText: (prompt) => (prompt.includes('At length') ? 'word '.repeat(3000) : undefined) },
  );
  actor = await services.customer({ cents: 500 });
});
afterEach(async () => {
  expect(await services.ledger.reconcile()).toMatchObject({ isSound: true, faults: [] });
  await services.close();
});

const request = { provider: 'openai', model: 'gpt-4o-mini', prompt: 'Why are leaves green?' };
const send = (secret: string, changes: Record<string, unknown> = {}) =>
  serve<CompletionResponse & { code?: string; message?: string }>(
    services,
    secret,
    'POST',
    '/api/ai/complete',
    {
      ...request,
      maxOutputTokens: 500,
      ...changes,
    },
  );
const spentOn = async (id: string) =>
  (await listKeys(services, actor)).items.find((key) => key.id === id)?.spentThisMonthMicroUsd;

describe('a request with an API key', () => {
  it('is paid from the balance of its user, and the ledger says by which key', async () => {
    const { secret, id } = await makeKey(services, actor, { name: 'lesson-planner' });
    const { status, body } = await send(secret);
    expect(status).toBe(200);
    const charged = Math.round(body.usage.costUsd * 1_000_000);
    expect(charged).toBeGreaterThan(0);
    await services.send(actor); // from a screen
    const { items } = await services.ledger.entries(actor.userId, { page: 1, pageSize: 10 });
    expect(items.map(({ kind, apiKey }) => [kind, apiKey])).toEqual([
      ['usage', null],
      ['usage', { id, name: 'lesson-planner' }],
      ['grant', null],
    ]);
    expect(await spentOn(id)).toBe(charged);
    const own = await services.ledger.entries(actor.userId, { page: 1, pageSize: 10, apiKeyId: id });
    expect(own).toMatchObject({ total: 1, items: [{ amountMicroUsd: BigInt(-charged) }] });
    const found = await services.ledger.search(actor.userId, { apiKeyId: id, limit: 10 });
    expect(found).toMatchObject({ next: null, items: [{ apiKey: { id } }] });
    const usage = await services.ledger.usageSummary(actor.userId, { apiKeyId: id });
    expect(usage).toMatchObject({ totalRequests: 1, totalCostMicroUsd: BigInt(charged) });
    const quarters = await services.ledger.usage(
      actor.userId,
      { startMs: 0, endMs: services.clock() + 1 },
      { apiKeyId: id },
    );
    expect(quarters).toMatchObject([{ requests: 1, apiKeyId: id, costMicroUsd: charged }]);
  });

  it('never passes its monthly cap, a hundred at once', async () => {
    const { secret, id } = await makeKey(services, actor, { monthlyCapCents: 1 });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        send(secret, { prompt: `Question ${String(i)}`, maxOutputTokens: 4000 }),
      ),
    );
    const statuses = new Map<number, number>();
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 402]));
    const refused = answers.find(({ status }) => status === 402);
    expect(refused?.body.message).toContain('monthly limit of $0.01');
    expect(await spentOn(id)).toBeLessThanOrEqual(10_000);
    const { totalCostMicroUsd } = await services.ledger.usageSummary(actor.userId, { apiKeyId: id });
    expect(totalCostMicroUsd).toBe(BigInt((await spentOn(id)) ?? -1));
    // The user's own sends are not bound by it, and neither is another key.
    expect(await services.send(actor)).toMatchObject({ replayed: false });
    const other = await makeKey(services, actor);
    expect((await send(other.secret)).status).toBe(200);
  });

  it('has its cap anew in the next month (UTC)', async () => {
    const { secret, id } = await makeKey(services, actor, { monthlyCapCents: 5 });
    services.leap(Date.UTC(2026, 10, 30, 23, 59, 59) - services.clock());
    const sendAtLength = () => send(secret, { model: 'gpt-4o', prompt: 'At length', maxOutputTokens: 4000 });
    expect((await sendAtLength()).status).toBe(200);
    expect(await spentOn(id)).toBeGreaterThan(20_000);
    expect((await sendAtLength()).status).toBe(402);
    services.leap(1000);
    expect(await spentOn(id)).toBe(0);
    expect((await sendAtLength()).status).toBe(200);
  });

  it('may not cost more than its key allows for one request', async () => {
    const { secret, id } = await makeKey(services, actor, { perRequestCapCents: 1 });
    const refused = await send(secret, { model: 'gpt-4o', maxOutputTokens: 4000 });
    expect(refused).toMatchObject({ status: 402, body: { code: 'insufficient_funds' } });
    expect(refused.body.message).toContain('one request with this API key');
    await changeKey(services, actor, { id, perRequestCapCents: 100 });
    expect((await send(secret, { model: 'gpt-4o', maxOutputTokens: 4000 })).status).toBe(200);
  });

  it('uses no other model than its key allows, nor as a fallback', async () => {
    const { secret } = await makeKey(services, actor, { models: ['openai/gpt-4o-mini'] });
    expect(await send(secret, { model: 'gpt-4o' })).toMatchObject({
      status: 403,
      body: { code: 'key_model_not_allowed' },
    });
    services.vendor.script({ kind: 'status', status: 503 });
    const failed = await send(secret, { fallbacks: [{ provider: 'openai', model: 'gpt-4o' }] });
    expect(failed.status).toBe(503);
    expect((await send(secret)).status).toBe(200);
  });
});

describe('a key that ends during a request', () => {
  it('pays for what was sent, and for nothing after', async () => {
    const { secret, id } = await makeKey(services, actor);
    services.vendor.script({ kind: 'reply', hold: 'before' });
    const pending = send(secret);
    await services.vendor.until((log) => log.stats.held === 1);
    await revokeKey(services, actor, id);
    services.vendor.release();
    expect((await pending).status).toBe(200);
    expect(await send(secret)).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
    expect(await spentOn(id)).toBeGreaterThan(0);
  });

  it('holds no money that it may no longer spend', async () => {
    const { id, secret } = await makeKey(services, actor);
    const byKey = await services.apiKeys.find(secret);
    if (!byKey) throw new Error('The key works.');
    await revokeKey(services, actor, id);
    await expect(services.send(byKey)).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(await services.ledger.balance(actor.userId)).toMatchObject({ heldMicroUsd: 0n });
  });
});

it('an answer is replayed to the key that asked again', async () => {
  const { secret } = await makeKey(services, actor);
  const byKey = await services.apiKeys.find(secret);
  if (!byKey) throw new Error('The key works.');
  const key = randomUUID();
  const first = await services.send(byKey, {}, { key });
  expect(await services.send(byKey, {}, { key })).toEqual({ ...first, replayed: true });
});

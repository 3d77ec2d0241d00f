import { textMessage } from '@promptwell/ai-providers/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getBalance } from '~/features/billing/index.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { startAnthropicServer } from '../../../tests/vendors/anthropic-server';
import type { Behaviour } from '../../../tests/vendors/behaviour';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import { completeForRun, createRunningCompletions } from './index.server';

// A model that can't be reached gives way to another one: one operation, one hold, one charge, at the price of what answered.

const CHEAP = 'gpt-4o-mini';
let dear: string;
let services: PayingServices;
let other: VendorServer;
beforeEach(async () => {
  other = await startAnthropicServer();
  services = await payingServices({
    PROVIDER_RETRY_SECONDS: '0',
    ANTHROPIC_API_KEY: 'sk-ant-not-a-key',
    ANTHROPIC_BASE_URL: other.baseUrl,
  });
  const { models = [] } = (await services.catalogue.providers()).find(({ key }) => key === 'anthropic') ?? {};
  dear = models.find(({ price }) => price)?.model ?? expect.unreachable();
});
afterEach(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
  await other.close();
});

const down: Behaviour = { kind: 'status', status: 503 };
const fallbackTo = async (fallback: string | null): Promise<void> => {
  await services.prisma.aiModel.updateMany({ where: { modelName: CHEAP }, data: { fallback } });
  services.catalogue.invalidate();
};
const viaRequest = () => ({ fallbacks: [{ provider: 'anthropic', model: dear }] });

describe('a model that can’t be reached', () => {
  it('gives way to its fallback, which is charged and named', async () => {
    const actor = await services.customer({ cents: 500 });
    await fallbackTo(`anthropic/${dear}`);
    services.vendor.script(down);
    let heldCents = 0;
    const onStarted = (started: { estCostCents: number }) => void (heldCents = started.estCostCents);
    const reply = await services.send(actor, {}, { onStarted });
    expect(reply).toMatchObject({ provider: 'anthropic', model: dear, finishReason: 'stop' });
    expect(reply.warnings[0]).toMatch(/couldn’t be reached, so .+ answered/);
    const { balanceMicroUsd, heldMicroUsd } = await getBalance(services, actor);
    expect({ charged: 5_000_000 - balanceMicroUsd, heldMicroUsd }).toEqual({
      charged: Math.round(reply.costCents * 10_000),
      heldMicroUsd: 0,
    });
    const { items } = await services.ledger.entries(actor.userId, { page: 1, pageSize: 5 });
    expect(items[0]).toMatchObject({ provider: 'anthropic', model: dear });
    expect(heldCents).toBeGreaterThanOrEqual(reply.costCents);
    expect([services.vendor.log.requests.length, other.log.requests.length]).toEqual([1, 1]);
  });

  it('gives way to the one that the request names; the same key is answered again for nothing', async () => {
    const actor = await services.customer({ cents: 500 });
    services.vendor.script(down);
    const first = await services.send(actor, viaRequest(), { key: 'one' });
    const again = await services.send(actor, viaRequest(), { key: 'one' });
    expect(again).toMatchObject({ replayed: true, model: dear, balanceMicroUsd: first.balanceMicroUsd });
    expect([services.vendor.log.requests.length, other.log.requests.length]).toEqual([1, 1]);
  });

  it.each<[string, Behaviour]>([
    ['it may have worked on the request', { kind: 'status', status: 500 }],
    ['the connection broke after the send', { kind: 'reset', when: 'after-read' }],
    ['it refuses the request itself', { kind: 'status', status: 400 }],
  ])('does not where %s', async (_, behaviour) => {
    const actor = await services.customer({ cents: 500 });
    services.vendor.script(behaviour);
    await expect(services.send(actor, viaRequest())).rejects.toThrow(/not charged/);
    expect(other.log.requests).toHaveLength(0);
    expect(await getBalance(services, actor)).toMatchObject({ balanceMicroUsd: 5_000_000, heldMicroUsd: 0 });
  });

  it('does not once a token has arrived: what came is kept and charged', async () => {
    const actor = await services.customer({ cents: 500 });
    services.vendor.script({ kind: 'reset', when: 'mid-stream' });
    const reply = await services.send(actor, viaRequest());
    expect(reply).toMatchObject({ provider: 'openai', model: CHEAP, finishReason: 'interrupted' });
    expect(other.log.requests).toHaveLength(0);
  });

  it('fails as the last one did when the fallback can’t be reached either, and costs nothing', async () => {
    const actor = await services.customer({ cents: 500 });
    services.vendor.script(down);
    other.script({ kind: 'status', status: 429 });
    await expect(services.send(actor, viaRequest())).rejects.toMatchObject({ code: 'provider_rate_limited' });
    expect(await getBalance(services, actor)).toMatchObject({ balanceMicroUsd: 5_000_000, heldMicroUsd: 0 });
  });

  it('is repeated before its fallback is asked', async () => {
    await services.close();
    services = await payingServices({
      PROVIDER_RETRY_SECONDS: '5',
      ANTHROPIC_API_KEY: 'sk-ant-not-a-key',
      ANTHROPIC_BASE_URL: other.baseUrl,
    });
    const actor = await services.customer({ cents: 500 });
    services.vendor.script(down);
    expect(await services.send(actor, viaRequest())).toMatchObject({ model: CHEAP, warnings: [] });
    expect([services.vendor.log.requests.length, other.log.requests.length]).toEqual([2, 0]);
  });
});

describe('a fallback', () => {
  it('that the balance can’t cover is not asked; the chosen model is, as without one', async () => {
    const actor = await services.customer({ cents: 1 });
    const body = { maxOutputTokens: 8_000, ...viaRequest() };
    expect(await services.send(actor, body)).toMatchObject({ model: CHEAP, isFree: false });
    services.vendor.script(down);
    await expect(services.send(actor, body)).rejects.toMatchObject({ code: 'provider_overloaded' });
    expect(other.log.requests).toHaveLength(0);
  });

  it('that costs something never answers a free request', async () => {
    const actor = await services.customer();
    await fallbackTo(`anthropic/${dear}`);
    services.vendor.script(down);
    await expect(services.send(actor)).rejects.toMatchObject({ code: 'provider_overloaded' });
    expect(other.log.requests).toHaveLength(0);
  });

  it('that isn’t there is refused where the request names it, and left out where the model does', async () => {
    const actor = await services.customer({ cents: 500 });
    await expect(
      services.send(actor, { fallbacks: [{ provider: 'openai', model: 'gpt-0' }] }),
    ).rejects.toMatchObject({ code: 'unknown_model' });
    await fallbackTo('openai/gpt-0');
    expect(await services.send(actor)).toMatchObject({ model: CHEAP });
  });

  it('is no matter of batch runs, whose engine counts its own tries', async () => {
    const actor = await services.customer({ cents: 500 });
    await fallbackTo(`anthropic/${dear}`);
    services.vendor.script(down);
    const call = completeForRun(services, actor, {
      runningCompletions: createRunningCompletions(),
      maxCallsAtOnce: 1,
      key: 'run-1',
      provider: 'openai',
      model: CHEAP,
      messages: [textMessage('user', 'Why are leaves green?')],
      sampling: undefined,
      format: undefined,
      inputTokens: 10,
      maxOutputTokens: 100,
      signal: new AbortController().signal,
    });
    await expect(call).rejects.toMatchObject({ code: 'provider_overloaded' });
    expect([services.vendor.log.requests.length, other.log.requests.length]).toEqual([1, 0]);
  });
});

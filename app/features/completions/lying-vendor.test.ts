import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getBalance } from '~/features/billing/index.server';
import { completeRequest, payingServices, type PayingServices } from '../../../tests/support/paying-services';
import type { Behaviour } from '../../../tests/vendors/behaviour';
import { completePrompt } from './complete-prompt.server';
import { readVendorDetails, sweepVendorDetails } from './vendor-details.server';

// A vendor's impossible usage report costs no user more than the hold, returns a sentence, and is logged.

let services: PayingServices;
beforeEach(async () => {
  services = await payingServices();
});
afterEach(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const START = 5_000_000;
const stream = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const said = (content: string, rest: object = {}) => ({ choices: [{ delta: { content }, ...rest }] });
const used = (prompt_tokens: number, completion_tokens: number, rest: object = {}) => ({
  choices: [],
  usage: { prompt_tokens, completion_tokens, ...rest },
});
const STOP = { finish_reason: 'stop' };

/** One send, with the warnings that were logged for it. */
async function send(behaviour: Behaviour, body = {}) {
  const actor = await services.customer({ cents: 500 });
  const warnings: unknown[] = [];
  const log = Object.assign(Object.create(services.log) as PayingServices['log'], {
    warn: (...logged: unknown[]) => void warnings.push(logged),
  });
  services.vendor.script(behaviour);
  const request = completeRequest(body);
  const reply = await completePrompt({ ...services, log }, actor, { key: 'a-lying-vendor', request }).catch(
    (error: unknown) => error,
  );
  const { balanceMicroUsd, heldMicroUsd } = await getBalance(services, actor);
  return { reply, warnings, charged: START - balanceMicroUsd, heldMicroUsd };
}

/** 500 tokens of output, and fewer than 100 of input. */
const MAX_HELD = 500 * 0.6 + 100 * 0.15;

describe('usage', () => {
  it('below zero and beyond all bounds: ours is charged, and both are logged', async () => {
    const usage = used(-5, 1e12);
    const { reply, warnings, charged } = await send({
      kind: 'raw',
      body: stream(said('Green.', STOP), usage),
    });
    expect(reply).toMatchObject({ text: 'Green.', usage: { outputTokens: 2 } });
    expect(charged).toBeLessThan(10);
    expect(warnings).toContainEqual([
      expect.objectContaining({
        reported: { input: -5, output: 1e12 },
        charged: { inputTokens: 12, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 2, searches: 0 },
      }),
      'a vendor reported an impossible usage',
    ]);
  });

  it('of more than was asked for is charged up to the hold', async () => {
    const { charged, heldMicroUsd } = await send({
      kind: 'raw',
      body: stream(said('Green.', STOP), used(9, 400_000)),
    });
    expect(charged).toBeGreaterThan(0);
    expect(charged).toBeLessThanOrEqual(MAX_HELD);
    expect(heldMicroUsd).toBe(0);
  });

  it('is charged as reported although the answer has no reason for its end', async () => {
    const { reply } = await send({ kind: 'raw', body: stream(said('Green.'), used(10, 400)) });
    expect(reply).toMatchObject({
      finishReason: 'stop',
      usage: { inputTokens: 10, outputTokens: 400 },
      costCents: 0.0242,
    });
  });

  it('with a price of the vendor’s own that differs is logged with both', async () => {
    const { warnings } = await send({
      kind: 'raw',
      body: stream(said('Green.', STOP), used(1_000, 100, { cost: 0.0021 })),
    });
    expect(warnings).toContainEqual([
      expect.objectContaining({ oursMicroUsd: 210, vendorsMicroUsd: 2_100 }),
      'a vendor charges another price than ours',
    ]);
  });
});

describe('an answer', () => {
  it('that goes on after its end ends there, and the rest is logged', async () => {
    const body = stream(said('Green.', STOP), used(9, 2), said('And more', { finish_reason: 'length' }));
    const { reply, warnings } = await send({ kind: 'raw', body });
    expect(reply).toMatchObject({ text: 'Green.', finishReason: 'stop' });
    expect(warnings).toContainEqual([
      expect.objectContaining({ characters: 8 }),
      'a vendor sent text after the end of its answer',
    ]);
  });

  it('that ends twice ends as it did first, and is charged once', async () => {
    const body = stream(
      said('Green.', STOP),
      used(9, 2),
      said('', { finish_reason: 'length' }),
      used(900, 400),
    );
    const { reply, charged } = await send({ kind: 'raw', body });
    expect(reply).toMatchObject({ text: 'Green.', finishReason: 'stop' });
    expect(charged).toBeLessThanOrEqual(MAX_HELD);
  });

  it.each<[string, Behaviour, string]>([
    [
      'a web page under 200',
      {
        kind: 'raw',
        body: '<!doctype html><title>Sign in</title>',
        headers: { 'content-type': 'text/html' },
      },
      'The provider’s answer could not be read. You were not charged.',
    ],
    [
      'a redirect',
      { kind: 'raw', status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } },
      'The provider’s address leads somewhere else. You were not charged.',
    ],
    [
      'endless, without line ends',
      { kind: 'endless', text: 'x'.repeat(256 * 1024) },
      'The provider’s answer was too large. You were not charged.',
    ],
  ])('that is %s costs nothing and says so', async (_name, behaviour, sentence) => {
    const { reply, charged, heldMicroUsd } = await send(behaviour);
    expect(reply).toMatchObject({ message: sentence });
    expect({ charged, heldMicroUsd }).toEqual({ charged: 0, heldMicroUsd: 0 });
  });

  it('all of thinking is no reply; between tags it is no part of one', async () => {
    const { reply, charged } = await send({
      kind: 'raw',
      body: stream(said('<think>Hm, leaves.</think>\n{"a": 1}', STOP), used(9, 12)),
    });
    expect(reply).toMatchObject({ text: '{"a": 1}' });
    expect(charged).toBeGreaterThan(0);
    const thought = await send({
      kind: 'raw',
      body: stream(said('<think>Hm, leaves.', { finish_reason: 'length' }), used(9, 12)),
    });
    expect(thought.reply).toMatchObject({ code: 'provider_empty_reply' });
    expect(thought.charged).toBe(0);
  });
});

describe('why a vendor refused', () => {
  const refusal = {
    error: { message: 'Bad value for sk-test-not-a-key.', param: 'top_p', code: 'odd', type: 'invalid' },
  };
  const refused: Behaviour = { kind: 'raw', status: 400, body: JSON.stringify(refusal), headers: {} };
  const readAll = async () => {
    const rows = await services.prisma.ledgerUncharged.findMany();
    const details = await readVendorDetails(
      services,
      rows.map(({ operationId }) => operationId),
    );
    return [...details.values()];
  };

  it('is kept for administrators, without the key, for 30 days; the user is told ours', async () => {
    const { reply } = await send(refused);
    expect(reply).toMatchObject({ message: 'The provider refused the request. You were not charged.' });
    expect(await readAll()).toEqual(['The provider said: “Bad value for ….” (field: top_p)']);
    services.pass(31 * 24 * 60 * 60 * 1000);
    await sweepVendorDetails(services);
    expect(await readAll()).toEqual([]);
  });

  it('is not kept of a request whose content is not to be stored', async () => {
    await send(refused, { doNotStoreContent: true });
    expect(await readAll()).toEqual([]);
  });
});

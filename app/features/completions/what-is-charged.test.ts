import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textMessage } from '@promptwell/ai-providers/contract';
import { countMessages } from '@promptwell/ai-providers';
import { HOUR_MS } from '~/core/shared/clock';
import { drainWork } from '~/drain-work.server';
import { getBalance } from '~/features/billing/index.server';
import { completeRequest, payingServices, type PayingServices } from '../../../tests/support/paying-services';
import type { Behaviour } from '../../../tests/vendors/behaviour';
import { pngOf } from '../../../tests/support/pictures';
import { completePrompt } from './complete-prompt.server';
import { findOperation, stopOperation } from './find-operation.server';

// The table "What is charged when", row by row; the books are sound after each.

let services: PayingServices;
beforeEach(async () => {
  services = await payingServices();
});
afterEach(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const START = 5_000_000;
const inputOf = (prompt: string) => countMessages([textMessage('user', prompt)], 'gpt-4o-mini');

/** The platform's loss in micro-dollars, from its account in the database file. */
function platformLoss(): number {
  const row = services.connection
    .prepare<[], { posted: bigint | number }>("SELECT posted FROM ledger_account WHERE id = 'system:loss'")
    .get();
  return 0 - Number(row?.posted ?? 0);
}

/** Stops a send at the moment at which the vendor has it. */
async function stopWhileHeld(
  actor: Parameters<PayingServices['send']>[0],
  hold: 'before' | 'middle',
  body = {},
) {
  services.vendor.script({ kind: 'reply', text: 'word '.repeat(200), hold, chunks: 4 });
  const key = `stopped-${hold}`;
  let markArrived: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (markArrived = resolve));
  const pending = services.send(actor, body, { key, onText: () => markArrived() });
  await services.vendor.until(({ stats }) => stats.held === 1);
  if (hold === 'middle') await arrived;
  stopOperation(services, { ...actor }, key);
  const reply = await pending;
  services.vendor.release();
  return reply;
}

describe('refused before work began', () => {
  it.each([
    ['a bad key', 401],
    ['a bad request', 400],
    ['a rate limit', 429],
    ['overload', 529],
  ])('%s costs nobody anything', async (_name, status) => {
    const actor = await services.customer({ cents: 500 });
    services.vendor.script({ kind: 'status', status });
    await expect(services.send(actor)).rejects.toThrow();
    expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START);
    expect(platformLoss()).toBe(0);
  });

  it('what we refuse ourselves is not sent', async () => {
    const actor = await services.customer({ cents: 500 });
    await expect(services.send(actor, { prompt: 'My Visa is 4111 1111 1111 1111.' })).rejects.toMatchObject({
      code: 'moderation_blocked',
    });
    expect(services.vendor.log.stats.requests).toBe(0);
    expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START);
  });
});

describe('books that cannot be written when the call ends', () => {
  const disk = {
    fail: () => services.connection.pragma('query_only = ON'),
    recover: () => services.connection.pragma('query_only = OFF'),
  };
  const send = { key: 'while-the-disk-is-full', request: completeRequest() };

  /** A send whose call is at the vendor when the disk begins to fail. */
  async function sendWhileDiskFails(actor: Parameters<PayingServices['send']>[0], behaviour: Behaviour) {
    services.vendor.script(behaviour);
    const pending = completePrompt(services, actor, send);
    await services.vendor.until(({ stats }) => stats.held === 1);
    disk.fail();
    services.vendor.release();
    return pending;
  }

  it('a reply is given, and again under its key; it is charged once there is room', async () => {
    const actor = await services.customer({ cents: 500 });
    const reply = await sendWhileDiskFails(actor, { kind: 'reply', hold: 'before' });
    expect(await completePrompt(services, actor, send)).toMatchObject({ text: reply.text, replayed: true });
    expect(await findOperation(services, actor, send.key)).toMatchObject({ state: 'answered' });
    await expect(services.send(actor)).rejects.toMatchObject({ code: 'ledger_unavailable' });
    expect(services.vendor.log.stats.requests).toBe(1);

    disk.recover();
    expect(await services.bookings.close(10_000)).toBe(0);
    expect(await getBalance(services, actor)).toMatchObject({
      balanceMicroUsd: START - Math.round(reply.costCents * 10_000),
      heldMicroUsd: 0,
    });
    expect((await completePrompt(services, actor, send)).replayed).toBe(true);
    expect(platformLoss()).toBe(0);
  });

  it('a refusal is told as it was, its hold ends, and its key may be used again', async () => {
    const actor = await services.customer({ cents: 500 });
    const refused = sendWhileDiskFails(actor, { kind: 'status', status: 429, hold: 'before' });
    await expect(refused).rejects.toMatchObject({ code: 'provider_rate_limited' });
    expect(await findOperation(services, actor, send.key)).toEqual({ state: 'failed' });
    disk.recover();
    expect((await completePrompt(services, actor, send)).replayed).toBe(false);
    expect((await getBalance(services, actor)).heldMicroUsd).toBe(0);
    expect(platformLoss()).toBe(0);
  });

  it('an answer without text costs nothing', async () => {
    const actor = await services.customer({ cents: 500 });
    const usage = { inputTokens: 100, outputTokens: 400 };
    const empty = sendWhileDiskFails(actor, { kind: 'reply', text: '', usage, hold: 'before' });
    await expect(empty).rejects.toMatchObject({ code: 'provider_empty_reply' });
    disk.recover();
    expect(await services.bookings.close(10_000)).toBe(0);
    expect(await getBalance(services, actor)).toMatchObject({ balanceMicroUsd: START, heldMicroUsd: 0 });
    expect(platformLoss()).toBe(255);
  });
});

describe('a time of day that leaps while the call is out', () => {
  it.each([
    ['ahead', 2 * HOUR_MS],
    ['back', -2 * HOUR_MS],
  ])('two hours %s: the reply is charged, and its key sends nothing again', async (_name, leapMs) => {
    const actor = await services.customer({ cents: 500 });
    services.vendor.script({ kind: 'reply', hold: 'before' });
    const send = { key: 'over-a-leap', request: completeRequest() };
    const pending = completePrompt(services, actor, send);
    await services.vendor.until(({ stats }) => stats.held === 1);
    services.leap(leapMs);
    await services.ledger.sweep();
    expect((await services.ledger.reconcile()).faults).toEqual([]);
    await expect(completePrompt(services, actor, send)).rejects.toMatchObject({ code: 'in_flight' });
    services.vendor.release();
    const charged = Math.round((await pending).costCents * 10_000);
    expect(charged).toBeGreaterThan(0);
    expect((await completePrompt(services, actor, send)).replayed).toBe(true);
    expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START - charged);
    expect(services.vendor.log.stats.requests).toBe(1);
    expect(platformLoss()).toBe(0);
  });
});

describe('the server stops', () => {
  /** Stops the server, which waits no longer, at the moment at which the vendor has the send. */
  async function stopServerWhileHeld(
    actor: Parameters<PayingServices['send']>[0],
    hold: 'before' | 'middle',
  ) {
    services.vendor.script({ kind: 'reply', text: 'word '.repeat(200), hold, chunks: 4 });
    let text = '';
    let markArrived: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (markArrived = resolve));
    const onText = (piece: string): void => {
      text += piece;
      markArrived();
    };
    const pending = services.send(actor, {}, { key: `stopping-${hold}`, onText });
    await services.vendor.until(({ stats }) => stats.held === 1);
    if (hold === 'middle') await arrived;
    await drainWork(services, 1);
    services.vendor.release();
    return { reply: await pending, text };
  }

  it.each(['before', 'middle'] as const)('%s the first word: input and what was received', async (hold) => {
    const actor = await services.customer({ cents: 500 });
    const { reply, text } = await stopServerWhileHeld(actor, hold);
    expect(reply).toMatchObject({ finishReason: 'server_stopping', text });
    const { inputTokens, outputTokens } = reply.usage;
    expect(inputTokens).toBe(await inputOf('Why are leaves green?'));
    expect(outputTokens > 0).toBe(hold === 'middle');
    const cost = Math.ceil((inputTokens * 150 + outputTokens * 600) / 1000);
    expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START - cost);
    expect(platformLoss()).toBe(0);
    expect(await findOperation(services, actor, `stopping-${hold}`)).toMatchObject({ state: 'answered' });
  });

  it('a free send isn’t counted', async () => {
    const actor = await services.customer();
    const { reply } = await stopServerWhileHeld(actor, 'middle');
    expect(reply).toMatchObject({ isFree: true, finishReason: 'server_stopping', freeSendsToday: 0 });
    expect((await getBalance(services, actor)).freeSendsToday).toBe(0);
    expect(platformLoss()).toBe(0);
  });

  it('before anything was sent, and from then on: nothing is charged, and it is said to send again', async () => {
    const actor = await services.customer({ cents: 500 });
    const pending = services.send(actor);
    services.runningCompletions.endAll();
    await expect(pending).rejects.toMatchObject({ code: 'server_stopping', retryAfterSeconds: 10 });
    await expect(services.send(actor)).rejects.toMatchObject({ code: 'server_stopping' });
    expect(services.vendor.log.stats.requests).toBe(0);
    expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START);
  });
});

describe('stopped by the user after the send', () => {
  it.each(['before', 'middle'] as const)('%s the first word: input and what was received', async (hold) => {
    const actor = await services.customer({ cents: 500 });
    const reply = await stopWhileHeld(actor, hold);
    const { inputTokens, outputTokens } = reply.usage;
    expect(reply.finishReason).toBe('stopped');
    expect(inputTokens).toBe(await inputOf('Why are leaves green?'));
    if (hold === 'before') expect(outputTokens).toBe(0);
    else expect(outputTokens).toBeGreaterThan(0);
    const cost = Math.ceil((inputTokens * 150 + outputTokens * 600) / 1000);
    expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START - cost);
    expect(platformLoss()).toBe(0);
    expect(await findOperation(services, actor, `stopped-${hold}`)).toMatchObject({ state: 'answered' });
  });

  it('with a picture: the one tile that it fills, not the most that any could', async () => {
    const actor = await services.customer({ cents: 500 });
    const attachments = [{ name: 'dot.png', mimeType: 'image/png', base64: pngOf(64, 64) }];
    const { usage } = await stopWhileHeld(actor, 'before', { attachments });
    expect(usage.inputTokens).toBe((await inputOf('Why are leaves green?')) + 2_833 + 5_667);
    const cost = Math.ceil((usage.inputTokens * 150) / 1000);
    expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START - cost);
    expect(platformLoss()).toBe(0);
  });

  it('a free send counts as used', async () => {
    const actor = await services.customer();
    expect(await stopWhileHeld(actor, 'before')).toMatchObject({ isFree: true, freeSendsToday: 1 });
    expect((await getBalance(services, actor)).freeSendsToday).toBe(1);
  });
});

describe('the connection lost after the send', () => {
  it('charges what was received; the rest of the estimate is the platform’s', async () => {
    const actor = await services.customer({ cents: 500 });
    services.vendor.script({ kind: 'reset', when: 'mid-stream' });
    const reply = await services.send(actor, {}, { onText: () => undefined });
    expect(reply.finishReason).toBe('interrupted');
    const charged = Math.round(reply.costCents * 10_000);
    expect(charged).toBeGreaterThan(0);
    const estimate = Math.ceil((reply.usage.inputTokens * 150 + 500 * 600) / 1000);
    expect(platformLoss()).toBe(estimate - charged);
    expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START - charged);
  });

  it.each([
    ['anything arrived', { kind: 'reset', when: 'after-read' }, 'provider_connection_lost'],
    ['anything to be read arrived', { kind: 'truncated', text: '\n'.repeat(8) }, 'provider_bad_answer'],
  ] as const)('before %s: the whole estimate is the platform’s', async (_name, behaviour, code) => {
    const actor = await services.customer({ cents: 500 });
    services.vendor.script(behaviour);
    await expect(services.send(actor)).rejects.toMatchObject({ code });
    expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START);
    expect(platformLoss()).toBe(
      Math.ceil(((await inputOf('Why are leaves green?')) * 150 + 500 * 600) / 1000),
    );
  });
});

describe('an answer without visible text', () => {
  const thought = { kind: 'reply', text: ' ', finish: 'length' } as const;
  const usage = { inputTokens: 100, outputTokens: 400 };
  const COST = 15 + 240;

  it('costs nothing ten times a day, booked as the platform’s loss, then what is reported', async () => {
    const actor = await services.customer({ cents: 500 });
    for (let time = 1; time <= 10; time += 1) {
      services.vendor.script({ ...thought, usage });
      await expect(services.send(actor)).rejects.toMatchObject({ code: 'provider_empty_reply' });
    }
    expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START);
    expect(platformLoss()).toBe(10 * COST);
    services.vendor.script({ ...thought, usage });
    expect(await services.send(actor)).toMatchObject({
      finishReason: 'length',
      usage,
      costCents: COST / 10_000,
    });
    expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START - COST);
    expect(platformLoss()).toBe(10 * COST);
  });

  it('held back by the vendor’s filter is one of them', async () => {
    const actor = await services.customer({ cents: 500 });
    services.vendor.script({ kind: 'reply', text: '', finish: 'filtered', usage });
    await expect(services.send(actor)).rejects.toMatchObject({ code: 'provider_refused' });
    expect(platformLoss()).toBe(COST);
  });
});

it.each([1e12 - 1, 1e9, -5, 2.5])(
  'a vendor that reports %d tokens has reported none: they are counted',
  async (tokens) => {
    const actor = await services.customer({ cents: 500 });
    const usage = { inputTokens: tokens, outputTokens: tokens };
    services.vendor.script({ kind: 'reply', text: 'Green.', usage });
    const reply = await services.send(actor);
    expect(reply.usage.inputTokens).toBe(await inputOf('Why are leaves green?'));
    expect(reply.costCents).toBeLessThan(0.01);
    expect(platformLoss()).toBe(0);
  },
);

it('cut off at the limit is charged as reported, and marked', async () => {
  const actor = await services.customer({ cents: 500 });
  const usage = { inputTokens: 100, outputTokens: 400 };
  services.vendor.script({ kind: 'reply', text: 'Half a sen', finish: 'length', usage });
  expect(await services.send(actor)).toMatchObject({ finishReason: 'length', usage });
  expect((await getBalance(services, actor)).balanceMicroUsd).toBe(START - 255);
  expect(platformLoss()).toBe(0);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textMessage } from '@promptwell/ai-providers/contract';
import { countMessages } from '@promptwell/ai-providers';
import { DomainError } from '~/core/shared/errors';
import { getBalance } from '~/features/billing/index.server';
import { completeRequest, payingServices, type PayingServices } from '../../../tests/support/paying-services';
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

/** What the platform has lost, in micro-dollars: its account, as the file has it. */
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

describe('books that cannot be written for a moment', () => {
  /** The ledger, whose first attempt at this finds the disk full. */
  function ledgerBusyOnce(method: 'release' | 'forgive'): PayingServices['ledger'] {
    let isBusy = true;
    const write = services.ledger[method].bind(services.ledger) as (...args: unknown[]) => Promise<never>;
    return {
      ...services.ledger,
      [method]: async (...args: unknown[]) => {
        if (!isBusy) return write(...args);
        isBusy = false;
        throw new DomainError('unavailable', 'The disk is full.', { code: 'ledger_unavailable' });
      },
    };
  }
  const usage = { inputTokens: 100, outputTokens: 400 };

  it.each([
    ['a refusal', 'release', { kind: 'status', status: 429 }, 'provider_rate_limited', 0],
    ['no text', 'forgive', { kind: 'reply', text: '', usage }, 'provider_empty_reply', 255],
  ] as const)('%s is told as it was, its hold ends, and its key may be used again', async (...row) => {
    const [, method, behaviour, code, loss] = row;
    const actor = await services.customer({ cents: 500 });
    services.vendor.script(behaviour);
    const send = { key: 'after-a-full-disk', request: completeRequest() };
    const busyOnce = { ...services, ledger: ledgerBusyOnce(method) };
    await expect(completePrompt(busyOnce, actor, send)).rejects.toMatchObject({ code });
    expect(await getBalance(services, actor)).toMatchObject({ balanceMicroUsd: START, heldMicroUsd: 0 });
    expect(platformLoss()).toBe(loss);
    expect((await completePrompt(services, actor, send)).replayed).toBe(false);
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

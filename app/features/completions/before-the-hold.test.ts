import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { getBalance } from '~/features/billing/index.server';
import { completeRequest, payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { findOperation, stopOperation } from './find-operation.server';
import { optimizePrompt } from './optimize-prompt.server';
import { streamCompletion } from './stream-completion.server';

// A send whose files are read or whose text is judged: nothing is set aside yet, and it is under way all the same.

let services: PayingServices;
let actor: Actor;
beforeAll(async () => {
  services = await payingServices({ MODERATION: 'openai' }, { moderation: () => ({}) });
});
beforeEach(async () => {
  services.vendor.reset();
  actor = await services.customer({ cents: 500 });
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const balanceOf = async () => (await getBalance(services, actor)).balanceMicroUsd;

/** Begins a call that waits for its judge. */
async function judged<T>(begin: () => Promise<T>): Promise<{ outcome: Promise<T> }> {
  services.vendor.moderation.script({ kind: 'reply', hold: 'before' });
  const outcome = begin();
  outcome.catch(() => undefined);
  await services.vendor.until(({ stats }) => stats.held === 1);
  return { outcome };
}

it('it is found as running by a page that was loaded anew, and is charged once', async () => {
  const key = 'lost-before-the-hold';
  const send = { key, request: completeRequest() };
  const { outcome } = await judged(() => streamCompletion(services, actor, send, 'request'));
  expect(await findOperation(services, actor, key)).toEqual({ state: 'running' });
  services.vendor.release();
  await (await outcome).body?.cancel();
  await services.runningCompletions.drain(60_000);
  const found = await findOperation(services, actor, key);
  if (found.state !== 'answered') throw new Error(`It is ${found.state}.`);
  expect(services.vendor.log.stats.requests).toBe(1);
  expect(await balanceOf()).toBe(5_000_000 - Math.round(found.answer.costCents * 10_000));
});

it('it is stopped at once: nothing is sent or charged', async () => {
  const key = 'stopped-before-the-hold';
  const { outcome } = await judged(() => services.send(actor, {}, { key }));
  stopOperation(services, actor, key);
  await expect(outcome).rejects.toMatchObject({ code: 'stopped' });
  await expect(findOperation(services, actor, key)).rejects.toMatchObject({ code: 'no_such_operation' });
  expect(services.vendor.log.stats.requests).toBe(0);
  expect(await balanceOf()).toBe(5_000_000);
  expect((await services.send(actor, {}, { key })).replayed).toBe(false);
});

it('an optimization is stopped so, too', async () => {
  const request = {
    provider: 'openai',
    model: 'gpt-4o-mini',
    prompt: 'Write about the leaves of trees, please, and why they are green.',
    doNotStoreContent: false,
  };
  const { outcome } = await judged(() => optimizePrompt(services, actor, { key: 'optimize-me', request }));
  stopOperation(services, actor, 'optimize-me');
  await expect(outcome).rejects.toMatchObject({ code: 'stopped' });
  expect(services.vendor.log.stats.requests).toBe(0);
  expect(await balanceOf()).toBe(5_000_000);
});

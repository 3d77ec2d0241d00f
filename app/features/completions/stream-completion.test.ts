import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { getBalance } from '~/features/billing/index.server';
import { readEvents } from '~/features/playground/read-events';
import { completeRequest, payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { findOperation, stopOperation } from './find-operation.server';
import { streamCompletion } from './stream-completion.server';

let services: PayingServices;
let actor: Actor;
beforeAll(async () => {
  services = await payingServices();
});
beforeEach(async () => {
  actor = await services.customer({ cents: 500 });
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const stream = (body: Record<string, unknown> = {}) =>
  streamCompletion(services, actor, { key: 'a-streamed-send', request: completeRequest(body) }, 'request');

/** The events to the end; `onDelta` is called at the first piece of the reply. */
async function eventsOf({ body }: Response, onDelta?: () => void) {
  const events: { name: string | undefined; data: unknown }[] = [];
  if (!body) return events;
  for await (const { event, data } of readEvents(body)) {
    if (event === 'delta' && !events.some(({ name }) => name === 'delta')) onDelta?.();
    events.push({ name: event, data: JSON.parse(data) });
  }
  return events;
}

it('starts, gives the pieces as they come, and ends with the whole reply and its cost', async () => {
  services.vendor.script({ kind: 'reply', text: 'One two three four five', chunks: 5 });
  const events = await eventsOf(await stream());
  expect(events[0]).toMatchObject({ name: 'started', data: { operationKey: 'a-streamed-send' } });
  const pieces = events.flatMap(({ name, data }) =>
    name === 'delta' ? [(data as { text: string }).text] : [],
  );
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join('')).toBe('One two three four five');
  expect(events.at(-1)).toMatchObject({
    name: 'done',
    data: { text: 'One two three four five', finishReason: 'stop', replayed: false },
  });
});

it('tells what the model thinks in events of their own, which are no part of the reply', async () => {
  services.vendor.script({ kind: 'reply', text: '<think>Hm, five.</think>\n\nFive.', chunks: 7 });
  const events = await eventsOf(await stream());
  const joined = (wanted: string) =>
    events.flatMap(({ name, data }) => (name === wanted ? [(data as { text: string }).text] : [])).join('');
  expect(joined('reasoning')).toBe('Hm, five.');
  expect(joined('delta')).toBe('Five.');
  expect(events.at(-1)).toMatchObject({ name: 'done', data: { text: 'Five.' } });
  expect(JSON.stringify(await findOperation(services, actor, 'a-streamed-send'))).not.toContain('Hm');
});

it('is refused before anything was sent', async () => {
  await expect(stream({ model: 'no-such-model' })).rejects.toMatchObject({ code: 'unknown_model' });
});

it('goes on when its reader goes away, is charged, and is found again', async () => {
  services.vendor.script({ kind: 'reply', text: 'Kept for you', hold: 'middle' });
  const response = await stream();
  await services.vendor.until(({ stats }) => stats.held === 1);
  await response.body?.cancel();
  expect(await findOperation(services, actor, 'a-streamed-send')).toEqual({ state: 'running' });
  services.vendor.release();
  await services.runningCompletions.drain(60_000);
  expect(await findOperation(services, actor, 'a-streamed-send')).toMatchObject({
    state: 'answered',
    answer: { text: 'Kept for you' },
  });
});

it('can be stopped: what had arrived is kept and is all that is charged', async () => {
  const whole = 'word '.repeat(400);
  services.vendor.script({ kind: 'reply', text: whole, chunks: 4, hold: 'middle' });
  const response = await stream({ maxOutputTokens: 1000 });
  const events = await eventsOf(response, () => stopOperation(services, actor, 'a-streamed-send'));
  const done = events.at(-1);
  services.vendor.release();
  expect(done).toMatchObject({ name: 'done', data: { finishReason: 'stopped' } });
  const partial = done?.data as { text: string };
  expect(whole.startsWith(partial.text) && partial.text.length < whole.length).toBe(true);
  expect((await getBalance(services, actor)).heldMicroUsd).toBe(0);
});

it('keeps and charges the part that arrived when the connection breaks in the middle', async () => {
  services.vendor.script({ kind: 'reset', when: 'mid-stream' });
  const done = (await eventsOf(await stream())).at(-1);
  expect(done).toMatchObject({ name: 'done', data: { finishReason: 'interrupted' } });
  const charged = done?.data as { costCents: number };
  expect(charged.costCents).toBeGreaterThan(0);
  expect((await getBalance(services, actor)).balanceMicroUsd).toBe(
    5_000_000 - Math.round(charged.costCents * 10_000),
  );
});

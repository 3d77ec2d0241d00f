import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { getBalance } from '~/features/billing/index.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { listModels } from './list-models.server';
import { describeUncharged } from './failed-completions.server';

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

it.each([
  ['429', { kind: 'status', status: 429 }, 'provider_rate_limited'],
  ['500', { kind: 'status', status: 500 }, 'provider_overloaded'],
  ['503', { kind: 'status', status: 503 }, 'provider_overloaded'],
  ['a refusal', { kind: 'status', status: 400 }, 'provider_refused'],
  ['a wrong key', { kind: 'status', status: 401 }, 'provider_not_set_up'],
  ['an empty reply', { kind: 'empty' }, 'provider_empty_reply'],
  ['no JSON', { kind: 'invalid-json' }, 'provider_bad_answer'],
  ['a connection lost before the send', { kind: 'reset', when: 'before-read' }, 'provider_connection_lost'],
  ['a connection lost after the send', { kind: 'reset', when: 'after-read' }, 'provider_connection_lost'],
  ['a connection lost in the answer', { kind: 'reset', when: 'after-headers' }, 'provider_connection_lost'],
] as const)('%s costs nothing, and the refusal says so', async (_name, behaviour, code) => {
  services.vendor.script(behaviour);
  await expect(services.send(actor)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(
      code === 'provider_rate_limited' ? /^Rate limit reached\. Try again in \ds\.$/ : /not charged/,
    ) as string,
  });
  expect(await getBalance(services, actor)).toMatchObject({ balanceMicroUsd: 5_000_000, heldMicroUsd: 0 });
});

it.each([
  [429, { 'retry-after': '7' }, 7, 'Rate limit reached. Try again in 7s.'],
  [429, {}, 5, 'Rate limit reached. Try again in 5s.'],
  [503, { 'retry-after': '7' }, 7, /overloaded/],
  [503, {}, 5, /overloaded/],
] as const)('a vendor that answers %d with %j is waited for %d s', async (status, headers, seconds, said) => {
  services.vendor.script({ kind: 'status', status, headers });
  await expect(services.send(actor)).rejects.toMatchObject({
    message: expect.stringMatching(said) as string,
    retryAfterSeconds: seconds,
  });
});

it('the same key may try again after a failure', async () => {
  services.vendor.script({ kind: 'status', status: 503 });
  await expect(services.send(actor, {}, { key: 'try-again' })).rejects.toThrow();
  expect((await services.send(actor, {}, { key: 'try-again' })).replayed).toBe(false);
});

const GONE = {
  kind: 'status',
  status: 404,
  code: 'model_not_found',
  message: 'The model `gpt-4o` has been deprecated, learn more here.',
} as const;

it('a model that its vendor has shut down is told with its successor, and offered to nobody any more', async () => {
  services.vendor.script(GONE, GONE);
  const message = 'Its successor is GPT-6 Luna. You were not charged.';
  await expect(services.send(actor, { model: 'gpt-4o' })).rejects.toMatchObject({
    code: 'provider_model_gone',
    message: `The provider no longer offers this model. ${message}`,
    data: { successor: 'gpt-6-luna' },
  });
  const [openai] = await listModels(services);
  expect(openai?.allowedModels).toEqual(expect.arrayContaining(['gpt-4o-mini', 'gpt-4.1', 'gpt-6-luna']));
  expect(openai?.allowedModels).not.toContain('gpt-4o');
  await expect(services.send(actor, { model: 'gpt-4o' })).rejects.toMatchObject({
    code: 'provider_model_gone',
    message: `OpenAI no longer offers GPT-4o. ${message}`,
  });
});

it('a model stays where only an error about one request sounds as if it were gone', async () => {
  services.vendor.script(GONE);
  await expect(services.send(actor, { model: 'gpt-4.1' })).rejects.toMatchObject({
    code: 'provider_model_gone',
    message: 'The provider no longer offers this model. You were not charged.',
  });
  expect((await services.send(actor, { model: 'gpt-4.1' })).finishReason).toBe('stop');
});

it.each([
  ['Failed: overloaded', 'The provider was overloaded.'],
  ['Failed', 'Something went wrong on this server.'],
  ['No answer before the deadline', 'No reply came in time.'],
  ['Something that nobody wrote down', 'Something that nobody wrote down'],
])('“%s” in the ledger reads “%s”', (reason, sentence) => {
  expect(describeUncharged(reason)).toBe(sentence);
});

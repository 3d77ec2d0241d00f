import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from '~/core/shared/zod';
import { HOUR_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { changePreferences, preferenceChangesSchema } from '~/features/preferences/index.server';
import { check } from '~/core/edge/read-request.server';
import { completeRequest, payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { preflightCost } from './preflight-cost.server';

let services: PayingServices;
beforeAll(async () => {
  services = await payingServices();
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const LONG = { model: 'gpt-4.1', maxOutputTokens: 16_384 };

const raise = (actor: Actor, changes: Record<string, unknown> = {}) =>
  changePreferences(
    services,
    actor,
    check(preferenceChangesSchema, {
      perRequestMaxOutputTokensOverride: 16_384,
      overrideRemainingUses: 2,
      overrideExpiresUtc: new Date(services.clock() + 48 * HOUR_MS).toISOString(),
      ...changes,
    }),
  );
const usesOf = async ({ userId }: Actor) => (await services.preferences.read(userId)).OverrideRemainingUses;
/** The maximum reply length in the vendor's request. */
const boundOf = ({ body }: { body: unknown }) =>
  z
    .looseObject({ max_tokens: z.number().optional(), max_completion_tokens: z.number().optional() })
    .parse(body);
const asked = () => {
  const bounds = services.vendor.log.requests.slice(-1).map(boundOf)[0];
  return bounds?.max_completion_tokens ?? bounds?.max_tokens;
};

it('a raised limit lets the replies of paying people be longer, for its uses', async () => {
  const actor = await services.customer({ cents: 500 });
  await services.send(actor, LONG);
  expect(asked()).toBe(8192);
  await raise(actor);
  const key = randomUUID();
  await services.send(actor, LONG, { key });
  expect(asked()).toBe(16_384);
  await services.send(actor, LONG, { key });
  expect(await usesOf(actor)).toBe(1);
  await services.send(actor, { ...LONG, maxOutputTokens: 32_768 });
  expect(asked()).toBe(16_384);
  expect(await usesOf(actor)).toBe(0);
  await services.send(actor, LONG);
  expect(asked()).toBe(8192);
});

it('a send that does not need it takes no use, nor one that is not paid', async () => {
  const actor = await services.customer({ cents: 500 });
  await raise(actor);
  await services.send(actor, { ...LONG, maxOutputTokens: 8192 });
  // Its model cannot write more.
  await services.send(actor, { ...LONG, model: 'gpt-4o-mini', maxOutputTokens: 500 });
  await preflightCost(services, actor, completeRequest(LONG));
  services.vendor.script({ kind: 'status', status: 500 });
  await expect(services.send(actor, LONG)).rejects.toMatchObject({ code: expect.any(String) as string });
  expect(await usesOf(actor)).toBe(2);

  const poor = await services.customer({ cents: 5 });
  await raise(poor);
  await expect(services.send(poor, LONG)).rejects.toMatchObject({ code: 'insufficient_funds' });
  expect(await usesOf(poor)).toBe(2);
});

it('two sends at once never share a use', async () => {
  const actor = await services.customer({ cents: 500 });
  await raise(actor, { overrideRemainingUses: 1 });
  const before = services.vendor.log.requests.length;
  await Promise.all([services.send(actor, LONG), services.send(actor, LONG)]);
  const both = services.vendor.log.requests
    .slice(before)
    .map(boundOf)
    .map((bounds) => bounds.max_completion_tokens ?? bounds.max_tokens);
  expect(both.sort()).toEqual([16_384, 8192]);
  expect(await usesOf(actor)).toBe(0);
});

it('ends in time, may last a week at most, and is for people who pay', async () => {
  const actor = await services.customer({ cents: 500 });
  await expect(
    raise(actor, { overrideExpiresUtc: new Date(services.clock() + 169 * HOUR_MS).toISOString() }),
  ).rejects.toMatchObject({ kind: 'invalid' });
  await raise(actor);
  services.pass(49 * HOUR_MS);
  await services.send(actor, LONG);
  expect(asked()).toBe(8192);

  const free = await services.customer();
  await raise(free);
  await services.send(free, { maxOutputTokens: 16_384 });
  expect(asked()).toBe(1024);
  expect(await usesOf(free)).toBe(2);
});

it('a preflight names what is set aside, to the same fraction of a cent', async () => {
  const actor = await services.customer({ cents: 500 });
  const history = [
    { role: 'user', content: 'Why are leaves green?' },
    { role: 'assistant', content: 'Chlorophyll.' },
  ];
  const request = completeRequest({ ...LONG, history, chatMode: true, prompt: 'And in autumn?' });
  for (const raised of [false, true]) {
    if (raised) await raise(actor);
    const { estCostCents } = await preflightCost(services, actor, request);
    let held = 0;
    await services.send(actor, request, {
      onStarted: (started) => {
        held = started.estCostCents;
      },
    });
    expect(estCostCents).toBe(held);
  }
  expect((await preflightCost(services, await services.customer(), completeRequest())).estCostCents).toBe(0);
  const bare = await preflightCost(services, actor, request);
  const withFiles = await preflightCost(services, actor, {
    ...request,
    attachedTokens: 10_000,
    attachedImages: 1,
  });
  // $2 for a million tokens in: ten thousand are two cents, and the image comes on top.
  expect(withFiles.estCostCents).toBeGreaterThan(bare.estCostCents + 2);
});

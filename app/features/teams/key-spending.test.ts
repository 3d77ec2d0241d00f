import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { plainRule } from '~/features/ledger/index.server';
import { makeKey } from '../../../tests/support/api-keys';
import { teamOfAda } from '../../../tests/support/team-of-ada';

const { house, member, teamOf } = teamOfAda();

/** Spends a user's money with a key of theirs. */
async function spend({ userId }: Actor, apiKeyId: string, amountMicroUsd: bigint): Promise<void> {
  const { ledger } = house.services;
  await ledger.credit({ userId, amountMicroUsd: 9_000_000n, source: 'grant', key: randomUUID() });
  const { operationId } = await ledger.hold({
    userId,
    endpoint: 'test',
    idempotencyKey: randomUUID(),
    requestHash: 'hash',
    provider: 'demo',
    model: 'demo',
    price: plainRule({ inputMicroUsdPer1k: amountMicroUsd * 1000n, outputMicroUsdPer1k: 0n }),
    inputTokens: 1,
    maxOutputTokens: 0,
    searches: 0,
    isFree: false,
    limits: { freeSendsPerDay: 15 },
    apiKey: { id: apiKeyId, monthlyCapMicroUsd: null, perRequestCapMicroUsd: null },
    timeoutMs: 60_000,
  });
  const usage = { inputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0, searches: 0 };
  await ledger.settle({ operationId, ...usage, resultOf: () => ({}), doNotStore: false });
}

it('those who manage a team see what its people spent with each key, and other members see none of it', async () => {
  const bob = await member('Bob');
  const admin = await member('Carol', 'admin');
  const stranger = (await house.services.signUp()).actor;
  const make = (actor: Actor, name: string) => makeKey(house.services, actor, { name });
  const [planner, unused, own, others] = [
    await make(bob, 'Planner'),
    await make(bob, 'Never used'),
    await make(house.ada, 'Reports'),
    await make(stranger, 'Elsewhere'),
  ];
  await spend(bob, planner.id, 20_000n);
  await spend(house.ada, own.id, 70_000n);
  await spend(stranger, others.id, 50_000n);

  const expected = [
    { name: 'Reports', userId: house.ada.userId, spentMicroUsd: 70_000 },
    { name: 'Planner', userId: bob.userId, spentMicroUsd: 20_000, last4: planner.last4 },
  ];
  expect((await teamOf(house.ada))?.keys).toMatchObject(expected);
  expect((await teamOf(admin))?.keys).toMatchObject(expected);
  expect((await teamOf(bob))?.keys).toEqual([]);
  expect(JSON.stringify(await teamOf(house.ada))).not.toContain(unused.id);
  expect((await house.services.ledger.reconcile()).faults).toEqual([]);
});

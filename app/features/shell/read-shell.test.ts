import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { readOverview } from '~/features/dashboard/index.server';
import { readPlayground } from '~/features/playground/index.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { readShell } from './read-shell.server';

let services: PayingServices;
beforeAll(async () => {
  services = await payingServices();
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const shellOf = (actor: Actor, headers: Record<string, string> = {}) =>
  readShell(services, actor, new Request('http://test/', { headers }));

const DISMISSED = { Cookie: 'lowBalanceDismissed=true' };

it('while a call holds money, every page shows what can still be spent', async () => {
  const actor = await services.customer({ cents: 500 });
  services.vendor.script({ kind: 'reply', hold: 'before' });
  const sending = services.send(actor);
  await services.vendor.until(({ stats }) => stats.held === 1);
  const { availableMicroUsd, heldMicroUsd } = await services.ledger.balance(actor.userId);
  expect(heldMicroUsd).toBeGreaterThan(0n);
  const balances = await Promise.all([
    shellOf(actor).then(({ balanceMicroUsd }) => balanceMicroUsd),
    readPlayground(services, actor).then((page) => page.availableMicroUsd),
    readOverview(services, actor, {}).then((page) => page.balanceMicroUsd),
  ]);
  expect(new Set(balances)).toEqual(new Set([Number(availableMicroUsd)]));
  services.vendor.release();
  await sending;
  expect((await shellOf(actor)).balanceMicroUsd).toBeGreaterThan(Number(availableMicroUsd));
});

it('whoever has little or nothing is offered to top up, once', async () => {
  const free = await services.customer();
  expect(await shellOf(free)).toMatchObject({
    balanceMicroUsd: 0,
    offersTopUp: true,
    lowBalanceWarnCents: null,
  });
  expect((await readPlayground(services, free)).offersTopUp).toBe(true);
  const low = await services.customer({ cents: 40 });
  expect(await shellOf(low)).toMatchObject({ offersTopUp: false, lowBalanceWarnCents: 50 });
  expect(await shellOf(low, DISMISSED)).toMatchObject({ offersTopUp: true, lowBalanceWarnCents: null });
  const rich = await services.customer({ cents: 500 });
  expect(await shellOf(rich)).toMatchObject({ offersTopUp: false });
  const testDrive = { ...free, email: `testdrive${randomUUID()}@example.org` };
  expect(await shellOf(testDrive)).toMatchObject({ offersTopUp: false });
});

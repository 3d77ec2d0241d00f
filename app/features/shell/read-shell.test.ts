import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { readDashboardFrame, readOverview } from '~/features/dashboard/index.server';
import { readTopUp } from '~/features/payments/index.server';
import { readPlayground } from '~/features/playground/index.server';
import { formatUserBalance } from '~/ui/format-money';
import { holdCents } from '../../../tests/support/held-money';
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
    readTopUp(services, actor, {}).then((page) => page.balanceMicroUsd),
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
    lowBalance: null,
  });
  expect((await readPlayground(services, free)).offersTopUp).toBe(true);
  const low = await services.customer({ cents: 40 });
  expect(await shellOf(low)).toMatchObject({ offersTopUp: false, lowBalance: { warnCents: 50 } });
  expect(await shellOf(low, DISMISSED)).toMatchObject({ offersTopUp: true, lowBalance: null });
  const rich = await services.customer({ cents: 500 });
  expect(await shellOf(rich)).toMatchObject({ offersTopUp: false });
  const testDrive = { ...free, email: `testdrive${randomUUID()}@example.org` };
  expect(await shellOf(testDrive)).toMatchObject({ offersTopUp: false });
});

/** Balance warnings in the header, the dashboard and the playground. */
async function warningsOf(actor: Actor) {
  const [shell, frame, playground] = await Promise.all([
    shellOf(actor),
    readDashboardFrame(services, actor, {}),
    readPlayground(services, actor),
  ]);
  expect(frame.lowBalance).toEqual(shell.lowBalance);
  return {
    balanceMicroUsd: shell.balanceMicroUsd,
    lowBalance: shell.lowBalance && formatUserBalance(shell.lowBalance),
    offersTopUp: [shell.offersTopUp, playground.offersTopUp],
  };
}

it('a call that holds nearly everything flashes neither a warning nor an offer; what it has spent does', async () => {
  const actor = await services.customer({ cents: 500 });
  const call = await holdCents(services, actor.userId, 480);
  expect(await warningsOf(actor)).toEqual({
    balanceMicroUsd: 200_000,
    lowBalance: null,
    offersTopUp: [false, false],
  });
  await call.settle();
  expect(await warningsOf(actor)).toEqual({
    balanceMicroUsd: 200_000,
    lowBalance: '$0.20',
    offersTopUp: [false, true],
  });
});

it('a low balance of which a call holds a part is told as the header shows it, with the rest', async () => {
  const actor = await services.customer({ cents: 40 });
  const call = await holdCents(services, actor.userId, 15);
  expect(await warningsOf(actor)).toMatchObject({
    balanceMicroUsd: 250_000,
    lowBalance: '$0.25, plus $0.15 on hold',
  });
  await call.release();
  expect(await warningsOf(actor)).toMatchObject({ balanceMicroUsd: 400_000, lowBalance: '$0.40' });
});

it('whoever owes something has nothing on every page, however much a call still holds', async () => {
  const actor = await services.customer({ roles: ['teamuser'], cents: 500 });
  const { userId } = actor;
  const call = await holdCents(services, userId, 400);
  await services.ledger.clawBack({ userId, amountMicroUsd: 5_000_000n, key: randomUUID(), note: 'Refund' });
  expect(await warningsOf(actor)).toMatchObject({ balanceMicroUsd: 0, lowBalance: '$0.00' });
  expect(await readTopUp(services, actor, {})).toMatchObject({ balanceMicroUsd: 0, debtCents: 400 });
  await call.release();
  expect(await warningsOf(actor)).toMatchObject({ balanceMicroUsd: 0, lowBalance: '$0.00' });
});

import fs from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { suspendUser } from '~/features/admin/index.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { deleteAccount, sweepUserData } from './index.server';

let services: PayingServices;
beforeAll(async () => {
  services = await payingServices();
});
afterAll(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const ENDINGS = {
  deleted: async (userId: string) => {
    const { token } = await services.sessions.start({ userId, kind: 'bearer' });
    const actor = await services.sessions.find(token, 'bearer');
    if (actor) await deleteAccount(services, actor, undefined);
  },
  suspended: async (userId: string) => {
    const admin = await services.signUp({ roles: ['admin'] });
    await suspendUser(services, admin.actor, userId);
  },
};

it.each(Object.entries(ENDINGS))(
  'when an account is %s its calls are broken off at the vendor, and the next request is refused',
  async (_name, end) => {
    const { actor, token } = await services.signUp({ roles: ['paiduser'] });
    await services.ledger.credit({
      userId: actor.userId,
      amountMicroUsd: 1_000_000n,
      source: 'grant',
      key: randomUUID(),
    });
    const { cancelled } = services.vendor.log.stats;
    services.vendor.script({ kind: 'reply', hold: 'middle', chunks: 4 });
    const call = services.send(actor, {}, { onText: () => undefined });
    const outcome = call.then(
      () => 'answered',
      () => 'refused',
    );
    await services.vendor.until(({ stats }) => stats.held === 1);

    await end(actor.userId);
    await services.vendor.until(({ stats }) => stats.cancelled === cancelled + 1);
    expect(await outcome).toMatch(/answered|refused/);
    expect(services.runningCompletions.countOf(actor.userId)).toBe(0);
    expect((await services.ledger.balance(actor.userId)).heldMicroUsd).toBe(0n);
    expect(await services.sessions.find(token, 'bearer')).toBeUndefined();
  },
);

it('whoever logs in while an account is being deleted is logged out with everybody else', async () => {
  const { actor, token } = await services.signUp();
  const { userId } = actor;
  const download = services.inFlightRequests.begin(userId);
  const deletion = deleteAccount(services, actor, undefined);
  while (await services.sessions.find(token, 'bearer')) await setImmediate();
  const late = await services.sessions.start({ userId, kind: 'bearer' });
  expect(await services.sessions.find(late.token, 'bearer')).toBeDefined();
  download.end();
  await deletion;
  expect(await services.sessions.find(late.token, 'bearer')).toBeUndefined();
});

it('of two administrators who delete themselves at the same moment one stays', async () => {
  const pair = await payingServices();
  const admins = [await pair.signUp({ roles: ['admin'] }), await pair.signUp({ roles: ['admin'] })];
  const ends = await Promise.allSettled(admins.map(({ actor }) => deleteAccount(pair, actor, undefined)));
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await pair.prisma.user.count({ where: { deletedAt: null } })).toBe(1);
  await pair.close();
});

it('what a deletion has left behind goes at the next sweep: rows of any table, folders, kept mails and answers', async () => {
  const stays = await services.customer({ cents: 100 });
  const leaver = await services.customer({ cents: 100 });
  await services.send(leaver, { prompt: 'A private question' }, { key: 'private-key-1' });
  // As a crash right after the account was marked leaves it.
  await services.prisma.user.update({
    where: { id: leaver.userId },
    data: { deletedAt: new Date(services.clock()), email: 'gone@deleted.invalid' },
  });
  for (const { userId } of [stays, leaver]) {
    await services.preferences.change(userId, { DefaultDateRange: '30d' });
    await services.prisma.baiqlScript.create({ data: { userId, name: 'Mine', content: '# mine', size: 6 } });
    await services.baiql.areas.of(userId);
    const to = { name: 'Ada', address: `${userId}@example.org` };
    await services.mailer.send({ to, userId, subject: 'About you', text: 'Hello Ada' });
  }
  const files = path.join(services.directory, 'files');
  const ofNewerDatabase = randomUUID(); // as when a backup is restored that is older than an account
  fs.mkdirSync(path.join(files, ofNewerDatabase, 'input'), { recursive: true });
  fs.mkdirSync(path.join(files, 'not-ours'));

  await sweepUserData(services);
  const countOf = async (userId: string) => [
    await services.prisma.session.count({ where: { userId } }),
    await services.prisma.userRole.count({ where: { userId } }),
    await services.prisma.userPreferences.count({ where: { userId } }),
    await services.prisma.baiqlScript.count({ where: { userId } }),
  ];
  expect(await countOf(leaver.userId)).toEqual([0, 0, 0, 0]);
  expect(await countOf(stays.userId)).toEqual([1, 1, 1, 1]);
  expect((await services.mails()).map(({ to }) => [to].flat()[0]?.text)).toEqual([
    expect.stringContaining(stays.userId),
  ]);
  expect(fs.readdirSync(files).sort()).toEqual([stays.userId, ofNewerDatabase, 'not-ours'].sort());
  expect(await services.prisma.ledgerOperation.findMany({ where: { userId: leaver.userId } })).toMatchObject([
    { answer: null, requestHash: '' },
  ]);
  expect(await services.prisma.ledgerOperation.count({ where: { idempotencyKey: 'private-key-1' } })).toBe(0);
});

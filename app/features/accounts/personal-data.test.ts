import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonListFile } from '~/core/shared/export-file';
import type { Actor } from '~/core/server/session.server';
import { GOOD_PASSWORD, isAlive, newPerson, signedIn } from '../../../tests/support/accounts';
import { holdCents } from '../../../tests/support/held-money';
import { testServices, type TestServices } from '../../../tests/support/services';
import { deleteAccount, exportData, readDeletion } from './index.server';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

describe('an export', () => {
  it('holds everything of one’s own, and no secret', async () => {
    const { actor, token } = await newPerson(accounts);
    await accounts.preferences.change(actor.userId, { DefaultDateRange: '30d' });
    await accounts.ledger.credit({
      userId: actor.userId,
      amountMicroUsd: 250_000n,
      source: 'grant',
      key: 'k',
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of await exportData(accounts, actor)) pieces.push(piece as Uint8Array);
    const files = unzipSync(Buffer.concat(pieces));
    const read = (name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'README.txt',
        'ledger.json',
        'preferences.json',
        'profile.json',
        'sessions.json',
      ]),
    );
    const explained = strFromU8(files['README.txt'] ?? new Uint8Array());
    const ofFamilies = /^(?:README\.txt$|baiql-|files\/)/; // explained together
    for (const name of Object.keys(files).filter((each) => !ofFamilies.test(each)))
      expect(explained).toContain(name);
    expect(read('profile.json')).toMatchObject({ email: 'ada@example.org', firstName: 'Ada' });
    expect(read('preferences.json')).toMatchObject({ DefaultDateRange: '30d' });
    expect(read('ledger.json')).toMatchObject([{ amountMicroUsd: 250_000, balanceAfterMicroUsd: 250_000 }]);
    expect(read('sessions.json')).toHaveLength(1);
    const everything = Object.values(files)
      .map((file) => strFromU8(file))
      .join('\n');
    expect(everything).not.toContain(token);
    expect(everything).not.toContain('argon2');
  });

  it('lets everybody else have a turn, however much it holds', async () => {
    const { actor } = await newPerson(accounts);
    const everything = {
      exportFiles: async function* () {
        yield await Promise.resolve(jsonListFile('much.json', manyItems()));
      },
      remove: () => Promise.resolve(),
    };
    let turns = 0;
    const another = (): void => {
      turns += 1;
      next = setImmediate(another);
    };
    let next = setImmediate(another);
    const zip = await exportData({ ...accounts, personalData: [everything] }, actor);
    let bytes = 0;
    for await (const piece of zip) bytes += (piece as Uint8Array).byteLength;
    clearImmediate(next);
    expect(bytes).toBeGreaterThan(100_000);
    expect(turns).toBeGreaterThan(5);
  });
});

/** As they come from a page of rows that has been read: without a turn of the event loop between them. */
async function* manyItems(): AsyncGenerator {
  for (let number = 0; number < 100_000; number += 1)
    yield await Promise.resolve({ number, text: String(number) });
}

describe('deleting an account', () => {
  const PROOF = { password: GOOD_PASSWORD };

  it('names the balance that would be lost, however small, and none where there is none', async () => {
    const { actor } = await newPerson(accounts);
    const { userId } = actor;
    const balanceText = async () => (await readDeletion(accounts, actor)).balanceText;
    expect(await balanceText()).toBeNull();
    await accounts.ledger.credit({ userId, amountMicroUsd: 9_999n, source: 'grant', key: 'small' });
    expect(await balanceText()).toBe('< $0.01');
    await accounts.ledger.credit({ userId, amountMicroUsd: 2_500_000n, source: 'grant', key: 'more' });
    expect(await balanceText()).toBe('$2.50');
    const call = await holdCents(accounts, userId, 200);
    expect(await balanceText()).toBe('$0.50, plus $2.00 on hold');
    await call.release();
  });

  it('asks a browser for the password, and a script for nothing more than its token', async () => {
    const { actor } = await newPerson(accounts);
    await expect(deleteAccount(accounts, actor, undefined)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'proof_required',
      field: 'password',
    });
    await expect(deleteAccount(accounts, actor, { password: 'Wrong-horse-7' })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'wrong_password',
    });
    const script: Actor = { ...actor, via: 'bearer' };
    await expect(deleteAccount(accounts, script, { password: 'Wrong-horse-7' })).rejects.toMatchObject({
      code: 'wrong_password',
    });
    await deleteAccount(accounts, script, undefined);
  });

  it('removes the person everywhere but in the books, which still add up', async () => {
    const { actor, token, email } = await newPerson(accounts);
    await accounts.ledger.credit({
      userId: actor.userId,
      amountMicroUsd: 250_000n,
      source: 'grant',
      key: 'k',
    });
    await accounts.preferences.change(actor.userId, { DefaultDateRange: '30d' });
    const { deletionId } = await deleteAccount(accounts, actor, PROOF);
    expect(deletionId).toMatch(/^[\da-f-]{36}$/);
    expect(await isAlive(accounts, token)).toBe(false);
    await expect(signedIn(accounts, email)).rejects.toMatchObject({ code: 'wrong_login' });

    await accounts.background.drain();
    accounts.connection.pragma('wal_checkpoint(TRUNCATE)');
    const { connection } = accounts;
    for (const { name } of connection
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()) {
      const rows = JSON.stringify(
        connection.prepare(`SELECT * FROM "${name}"`).all(),
        (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      );
      for (const trace of [email, 'Lovelace', 'argon2']) expect(rows, name).not.toContain(trace);
    }
    expect((await accounts.ledger.entries(actor.userId, { page: 1, pageSize: 10 })).total).toBe(1);
    expect((await accounts.ledger.reconcile()).faults).toEqual([]);
  });

  it('leaves the address free for a new account', async () => {
    const { actor } = await newPerson(accounts);
    await deleteAccount(accounts, actor, PROOF);
    const again = await newPerson(accounts);
    expect(again.actor.userId).not.toBe(actor.userId);
  });

  it('is refused to the only administrator', async () => {
    const { actor } = await newPerson(accounts);
    await accounts.prisma.userRole.create({ data: { userId: actor.userId, role: 'admin' } });
    const admin: Actor = { ...actor, roles: ['admin'] };
    await expect(deleteAccount(accounts, admin, PROOF)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'cannot_delete',
    });
    const bob = await newPerson(accounts, 'bob');
    await accounts.prisma.userRole.create({ data: { userId: bob.actor.userId, role: 'admin' } });
    await deleteAccount(accounts, admin, PROOF);
  });

  it('is refused to test-drive accounts of this site, and only to them', async () => {
    const { actor } = await newPerson(accounts, 'testdrive12');
    await expect(
      deleteAccount(accounts, { ...actor, email: 'testdrive12@promptwell.test' }, PROOF),
    ).rejects.toMatchObject({
      code: 'cannot_delete',
    });
    await deleteAccount(accounts, actor, PROOF);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '~/core/shared/clock';
import { GOOGLE_ISSUER } from '../../integrations/sign-in/index.server';
import type { Actor } from '~/core/server/session.server';
import { GOOD_PASSWORD, isAlive, newPerson, signedIn } from '../../../tests/support/accounts';
import { testServices, type TestServices } from '../../../tests/support/services';
import {
  changePassword,
  deleteAccount,
  dropPassword,
  proveByLink,
  proveByPassword,
  readDeletion,
  requestEmailChange,
  requestProofLink,
  startSecondFactor,
} from './index.server';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices({ GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' });
});
afterEach(() => accounts.close());

const CHOSEN = { newPassword: 'Battery-9-staple', confirmPassword: 'Battery-9-staple' };
const ASKED = { kind: 'invalid', code: 'proof_required' };

/** Everything that needs a proof, without one. */
const ACTIONS: readonly [string, (actor: Actor, currentPassword?: string) => Promise<unknown>][] = [
  [
    'setting a password',
    (actor, currentPassword = '') => changePassword(accounts, actor, { currentPassword, ...CHOSEN }),
  ],
  [
    'changing the address',
    (actor, currentPassword = '') =>
      requestEmailChange(accounts, actor, { email: 'new@example.org', currentPassword }),
  ],
  ['deleting the account', (actor, password = '') => deleteAccount(accounts, actor, { password })],
];

/** A user in a browser whose account has no password. */
async function withoutPassword() {
  const person = await newPerson(accounts);
  await dropHash(person.actor);
  return person;
}

const dropHash = ({ userId }: Actor) =>
  accounts.prisma.user.update({ where: { id: userId }, data: { passwordHash: null } });

const linkGoogle = ({ userId }: Actor) =>
  accounts.prisma.providerLink.create({
    data: { userId, issuer: GOOGLE_ISSUER, subject: 'google-ada', createdAt: new Date(accounts.clock()) },
  });

/** The same user in another browser, for example one with a stolen session. */
async function elsewhere({ userId }: Actor): Promise<Actor> {
  const { token } = await accounts.sessions.start({ userId, kind: 'cookie' });
  const actor = await accounts.sessions.find(token, 'cookie');
  if (!actor) throw new Error('not signed in');
  return actor;
}

const secretOf = async () => (await accounts.mailedLink()).searchParams.get('proof') ?? '';

describe.each(ACTIONS)('%s', (_name, act) => {
  it('is refused to a session alone, with a password or without one, and with Google', async () => {
    const { actor } = await newPerson(accounts);
    await expect(act(actor)).rejects.toMatchObject(ASKED);
    await expect(act(actor, 'Wrong-horse-7')).rejects.toMatchObject({ code: 'wrong_password' });
    await dropHash(actor);
    for (const prepare of [() => undefined, () => linkGoogle(actor)]) {
      await prepare();
      await expect(act(actor)).rejects.toMatchObject(ASKED);
      await expect(act(actor, GOOD_PASSWORD)).rejects.toMatchObject(ASKED);
    }
  });

  it('is done after a proof by mail, in that session and within ten minutes', async () => {
    const { actor } = await withoutPassword();
    const thief = await elsewhere(actor);
    await requestProofLink(accounts, actor);
    await proveByLink(accounts, actor, { token: await secretOf() });
    await expect(act(thief)).rejects.toMatchObject(ASKED);
    accounts.pass(10 * MINUTE_MS);
    await expect(act(actor)).rejects.toMatchObject(ASKED);
    accounts.pass(-1);
    await act(actor);
  });
});

describe('a password', () => {
  it('that was given for one change counts for others, in that session and for ten minutes', async () => {
    const { actor, email } = await newPerson(accounts);
    const { actor: thief } = await signedIn(accounts, email);
    const change = (who: Actor, currentPassword = '') =>
      requestEmailChange(accounts, who, { email: 'new@example.org', currentPassword });
    await change(actor, GOOD_PASSWORD);
    await expect(change(thief)).rejects.toMatchObject(ASKED);
    accounts.pass(10 * MINUTE_MS - 1);
    await change(actor);
    accounts.pass(1);
    await expect(change(actor)).rejects.toMatchObject(ASKED);
  });

  it('of an account without one prolongs no proof', async () => {
    const { actor } = await withoutPassword();
    await requestProofLink(accounts, actor);
    await proveByLink(accounts, actor, { token: await secretOf() });
    accounts.pass(9 * MINUTE_MS);
    await proveByPassword(accounts, actor, { password: GOOD_PASSWORD });
    await startSecondFactor(accounts, actor, { currentPassword: GOOD_PASSWORD });
    accounts.pass(MINUTE_MS);
    await expect(proveByPassword(accounts, actor, { password: GOOD_PASSWORD })).rejects.toMatchObject(ASKED);
  });
});

describe('a mailed proof', () => {
  const REFUSED = { code: 'invalid_link' };

  it('works once, within ten minutes, in the session that asked for it alone', async () => {
    const { actor } = await withoutPassword();
    const thief = await elsewhere(actor);
    await requestProofLink(accounts, thief);
    // A link requested by a thief doesn't help them when the owner opens it.
    await expect(proveByLink(accounts, actor, { token: await secretOf() })).rejects.toMatchObject(REFUSED);
    expect((await readDeletion(accounts, thief)).proof).toEqual({
      ways: ['mail'],
      providers: [],
      isRecent: false,
    });

    await requestProofLink(accounts, actor);
    const token = await secretOf();
    await proveByLink(accounts, actor, { token });
    expect((await readDeletion(accounts, actor)).proof.isRecent).toBe(true);
    await expect(proveByLink(accounts, actor, { token })).rejects.toMatchObject(REFUSED);

    await requestProofLink(accounts, actor);
    const late = { token: await secretOf() };
    accounts.pass(10 * MINUTE_MS);
    await expect(proveByLink(accounts, actor, late)).rejects.toMatchObject(REFUSED);
  });

  it('is only for those who have neither a password nor Google', async () => {
    const { actor } = await newPerson(accounts);
    await expect(requestProofLink(accounts, actor)).rejects.toMatchObject(ASKED);
    await dropHash(actor);
    await linkGoogle(actor);
    await expect(requestProofLink(accounts, actor)).rejects.toMatchObject(ASKED);
  });
});

describe('a bearer token', () => {
  it('is proof for a deletion, and for nothing else', async () => {
    const { actor } = await withoutPassword();
    const { token } = await accounts.sessions.start({ userId: actor.userId, kind: 'bearer' });
    const script = await accounts.sessions.find(token, 'bearer');
    if (!script) throw new Error('not signed in');
    await expect(changePassword(accounts, script, { currentPassword: '', ...CHOSEN })).rejects.toMatchObject(
      ASKED,
    );
    await deleteAccount(accounts, script, undefined);
  });
});

describe('removing a password', () => {
  it('takes a proof, ends all other sessions, and is told by mail', async () => {
    const { actor, email } = await newPerson(accounts);
    const other = await signedIn(accounts, email);
    await linkGoogle(actor);
    await expect(dropPassword(accounts, actor, { currentPassword: '' })).rejects.toMatchObject(ASKED);
    await dropPassword(accounts, actor, { currentPassword: GOOD_PASSWORD });
    expect(await isAlive(accounts, other.token)).toBe(false);
    expect((await accounts.mails()).at(-1)?.subject).toBe('Your password was removed');
    await expect(signedIn(accounts, email)).rejects.toMatchObject({ code: 'wrong_login' });
  });

  it('is refused where it is the only way in', async () => {
    const { actor } = await newPerson(accounts);
    await expect(dropPassword(accounts, actor, { currentPassword: GOOD_PASSWORD })).rejects.toMatchObject({
      code: 'last_way_in',
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { GOOD_PASSWORD, newPerson, signedIn } from '../../../../tests/support/accounts';
import { SoftwarePasskey } from '../../../../tests/support/passkeys';
import { HOME, SITE, testServices, type TestServices } from '../../../../tests/support/services';
import {
  addPasskey,
  changePassword,
  dropPassword,
  listPasskeys,
  passkeyProofOptions,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  proveByPasskey,
  readPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '../index.server';
import { passkeySiteOf } from './passkey-site.server';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

const PROOF = { currentPassword: GOOD_PASSWORD };
const OURS = { origin: SITE, rpId: new URL(SITE).hostname };
const REFUSED = 'passkey_refused';
const EXPIRED = 'invalid_challenge';

/** A browser, which sends back the cookie of its challenge. */
class Browser {
  #cookie = '';
  get request(): Request {
    return new Request(SITE, { headers: { Cookie: this.#cookie } });
  }
  /** Keeps the cookie, and returns the challenge. */
  take({ data, headers }: { data: { challenge: string }; headers: Headers }): string {
    this.#cookie = headers.get('Set-Cookie')?.split(';')[0] ?? '';
    return data.challenge;
  }
}

const outcomeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? (error.code ?? error.message) : String(error)),
  );

async function register(actor: Actor, passkey: SoftwarePasskey, name = 'Laptop'): Promise<void> {
  const browser = new Browser();
  const options = await passkeyRegistrationOptions(accounts, actor, { ...PROOF, request: browser.request });
  const challenge = browser.take(options);
  const answer = passkey.create(challenge);
  await addPasskey(accounts, actor, { name, answer, request: browser.request });
}

async function withPasskey(name = 'ada') {
  const person = await newPerson(accounts, name);
  const passkey = new SoftwarePasskey(person.actor.userId, OURS);
  await register(person.actor, passkey);
  return { ...person, passkey };
}

const askToSignIn = async (browser: Browser): Promise<string> =>
  browser.take(await passkeySignInOptions(accounts, browser.request));

async function signInWith(passkey: SoftwarePasskey, browser = new Browser()) {
  const answer = passkey.get(await askToSignIn(browser));
  return signInWithPasskey(accounts, HOME, { answer, request: browser.request }, 'cookie');
}

describe('a passkey', () => {
  it('signs in without a password or a code', async () => {
    const { email, passkey } = await withPasskey();
    const { token } = await signInWith(passkey);
    expect(await accounts.sessions.find(token, 'cookie')).toMatchObject({ email });
    expect((await accounts.mails()).at(-1)?.subject).toBe('A passkey was added to your account');
  });

  it('of another site is refused, by its origin or by its host, when it is made and when it is used', async () => {
    const { actor, passkey } = await withPasskey();
    const others = [
      { ...OURS, origin: 'https://promptwell.example' },
      { ...OURS, rpId: 'promptwell.example' },
      { ...OURS, origin: 'http://promptwell.test' },
    ];
    for (const site of others) {
      expect(await outcomeOf(register(actor, new SoftwarePasskey(actor.userId, site)))).toBe(REFUSED);
      Object.assign(passkey, { site });
      expect(await outcomeOf(signInWith(passkey))).toBe(REFUSED);
    }
    const audited = await accounts.prisma.auditEvent.findMany({ where: { action: 'sign-in.refused' } });
    const entry = { actorId: null, subject: actor.userId, detail: JSON.stringify({ code: REFUSED }) };
    expect(audited).toMatchObject(Array.from({ length: 2 * others.length }, () => entry));
    expect(await listPasskeys(accounts, actor)).toHaveLength(1);
    Object.assign(passkey, { site: OURS });
    await signInWith(passkey);
  });

  it('that did not check who holds it is refused', async () => {
    const { actor, passkey } = await withPasskey();
    passkey.verifies = false;
    expect(await outcomeOf(signInWith(passkey))).toBe(REFUSED);
    const unverified = new SoftwarePasskey(actor.userId, OURS);
    unverified.verifies = false;
    expect(await outcomeOf(register(actor, unverified))).toBe(REFUSED);
  });

  it('that names another user is refused', async () => {
    const ada = await withPasskey();
    const eve = await newPerson(accounts, 'eve');
    Object.assign(ada.passkey, { userId: eve.actor.userId });
    expect(await outcomeOf(signInWith(ada.passkey))).toBe(REFUSED);
  });

  it('with the key of another, or unknown, or removed, is refused', async () => {
    const { actor, passkey } = await withPasskey();
    const forged = new SoftwarePasskey(actor.userId, OURS);
    expect(await outcomeOf(signInWith(forged))).toBe(REFUSED);
    Object.assign(forged, { id: passkey.id });
    expect(await outcomeOf(signInWith(forged))).toBe(REFUSED);
    await removePasskey(accounts, actor, { id: passkey.id, ...PROOF });
    expect(await outcomeOf(signInWith(passkey))).toBe(REFUSED);
    expect((await accounts.mails()).at(-1)?.subject).toBe('A passkey was removed from your account');
  });

  it('that counts backwards is a copy, and is refused', async () => {
    const { passkey } = await withPasskey();
    await signInWith(passkey);
    passkey.rewind();
    expect(await outcomeOf(signInWith(passkey))).toBe(REFUSED);
  });

  it('lets nobody in who is suspended', async () => {
    const { actor, passkey } = await withPasskey();
    await accounts.prisma.user.update({ where: { id: actor.userId }, data: { suspendedAt: new Date() } });
    expect(await outcomeOf(signInWith(passkey))).toBe('account_suspended');
  });

  it('belongs to one account', async () => {
    const { passkey } = await withPasskey();
    const eve = await newPerson(accounts, 'eve');
    expect(await outcomeOf(register(eve.actor, passkey))).toBe('passkey_known');
  });
});

describe('a challenge for a passkey', () => {
  it('works once, within five minutes, in the browser that asked for it, and for what it was asked', async () => {
    const { actor, passkey } = await withPasskey();
    const browser = new Browser();
    const answer = passkey.get(await askToSignIn(browser));
    const use = (by: Browser) => signInWithPasskey(accounts, HOME, { answer, request: by.request }, 'cookie');
    expect(await outcomeOf(use(new Browser()))).toBe(EXPIRED);
    const other = new Browser();
    await askToSignIn(other);
    expect(await outcomeOf(use(other))).toBe(REFUSED);
    expect(await outcomeOf(use(browser))).toBe('done');
    expect(await outcomeOf(use(browser))).toBe(EXPIRED);

    const late = passkey.get(await askToSignIn(browser));
    accounts.pass(5 * MINUTE_MS);
    const { request } = browser;
    expect(await outcomeOf(signInWithPasskey(accounts, HOME, { answer: late, request }, 'cookie'))).toBe(
      EXPIRED,
    );
    const proof = passkey.get(browser.take(await passkeyProofOptions(accounts, actor, browser.request)));
    expect(
      await outcomeOf(
        signInWithPasskey(accounts, HOME, { answer: proof, request: browser.request }, 'cookie'),
      ),
    ).toBe(EXPIRED);
  });

  it('sent twice at once opens one session', async () => {
    const { passkey } = await withPasskey();
    const browser = new Browser();
    const answer = passkey.get(await askToSignIn(browser));
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        outcomeOf(signInWithPasskey(accounts, HOME, { answer, request: browser.request }, 'cookie')),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  });
});

describe('a proof by passkey', () => {
  async function prove(actor: Actor, passkey: SoftwarePasskey): Promise<void> {
    const browser = new Browser();
    const options = await passkeyProofOptions(accounts, actor, browser.request);
    const answer = passkey.get(browser.take(options));
    await proveByPasskey(accounts, actor, { answer, request: browser.request });
  }
  const CHOSEN = { newPassword: 'Battery-9-staple', confirmPassword: 'Battery-9-staple' };

  it('counts as the password does, for ten minutes', async () => {
    const { actor, passkey } = await withPasskey();
    accounts.pass(10 * MINUTE_MS); // the password that added it counts no longer
    const change = () => changePassword(accounts, actor, { currentPassword: '', ...CHOSEN });
    expect(await outcomeOf(change())).toBe('proof_required');
    await prove(actor, passkey);
    accounts.pass(10 * MINUTE_MS);
    expect(await outcomeOf(change())).toBe('proof_required');
    await prove(actor, passkey);
    await change();
  });

  it('takes one of the user’s own', async () => {
    const ada = await withPasskey();
    const eve = await withPasskey('eve');
    expect(await outcomeOf(prove(ada.actor, eve.passkey))).toBe(REFUSED);
  });

  it('is not for another session than the one that asked', async () => {
    const { actor, passkey, email } = await withPasskey();
    const { actor: elsewhere } = await signedIn(accounts, email);
    const browser = new Browser();
    const answer = passkey.get(browser.take(await passkeyProofOptions(accounts, actor, browser.request)));
    expect(await outcomeOf(proveByPasskey(accounts, elsewhere, { answer, request: browser.request }))).toBe(
      EXPIRED,
    );
  });
});

describe('the list of passkeys', () => {
  it('takes a proof to add and to remove', async () => {
    const { actor, passkey } = await withPasskey();
    accounts.pass(10 * MINUTE_MS);
    const { request } = new Browser();
    const nothing = { currentPassword: '' };
    expect(await outcomeOf(passkeyRegistrationOptions(accounts, actor, { ...nothing, request }))).toBe(
      'proof_required',
    );
    expect(await outcomeOf(removePasskey(accounts, actor, { id: passkey.id, ...nothing }))).toBe(
      'proof_required',
    );
  });

  it('shows, renames and removes one’s own, and no one else’s', async () => {
    const { actor, passkey } = await withPasskey();
    const eve = await newPerson(accounts, 'eve');
    const { id } = passkey;
    await renamePasskey(accounts, actor, { id, name: 'Old laptop' });
    expect(await listPasskeys(accounts, actor)).toEqual([
      expect.objectContaining({ id, name: 'Old laptop' }),
    ]);
    expect(await listPasskeys(accounts, eve.actor)).toEqual([]);
    expect(await readPasskey(accounts, actor, id)).toMatchObject({ name: 'Old laptop' });
    expect(await outcomeOf(readPasskey(accounts, eve.actor, id))).toBe('no_such_passkey');
    expect(await outcomeOf(renamePasskey(accounts, eve.actor, { id, name: 'Mine' }))).toBe('no_such_passkey');
    expect(await outcomeOf(removePasskey(accounts, eve.actor, { id, ...PROOF }))).toBe('no_such_passkey');
  });

  it('keeps the last way to log in', async () => {
    const { actor, passkey } = await withPasskey();
    await dropPassword(accounts, actor, PROOF);
    await accounts.prisma.session.updateMany({ data: { provenAt: new Date(accounts.clock()) } });
    const remove = () => removePasskey(accounts, actor, { id: passkey.id, currentPassword: '' });
    expect(await outcomeOf(remove())).toBe('last_way_in');
    const second = new SoftwarePasskey(actor.userId, OURS);
    await register(actor, second, 'Phone');
    const both = [passkey.id, second.id].map((id) =>
      outcomeOf(removePasskey(accounts, actor, { id, currentPassword: '' })),
    );
    expect((await Promise.all(both)).toSorted()).toEqual(['done', 'last_way_in']);
  });
});

describe('the site of passkeys', () => {
  it.each([
    ['https://prompts.example.org', 'prompts.example.org'],
    ['http://localhost:3000', 'localhost'],
  ])('%s has them', (site, rpId) => {
    expect(passkeySiteOf({ siteUrl: () => site })).toMatchObject({ isUsable: true, rpId });
  });

  it.each([
    ['http://prompts.example.org', 'Passkeys need https'],
    ['https://192.0.2.7', 'Passkeys don’t work on an IP address'],
    ['http://127.0.0.1:3000', 'Passkeys don’t work on an IP address'],
    ['http://[::1]:3000', 'Passkeys don’t work on an IP address'],
  ])('%s has none, and says why', (site, reason) => {
    expect(passkeySiteOf({ siteUrl: () => site })).toEqual({
      isUsable: false,
      reason: expect.stringContaining(reason) as unknown,
    });
  });
});

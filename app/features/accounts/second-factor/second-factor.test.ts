import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { Client } from '~/core/server/session.server';
import { ELSEWHERE, GOOD_PASSWORD, logIn, newPerson, signedIn } from '../../../../tests/support/accounts';
import { HOME, testServices, type TestServices } from '../../../../tests/support/services';
import {
  changePassword,
  disableSecondFactor,
  enableSecondFactor,
  endOtherSessions,
  readSecondFactor,
  renewRecoveryCodes,
  resetPassword,
  resetSecondFactor,
  requestPasswordReset,
  signInWithCode,
  startSecondFactor,
} from '../index.server';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

const PROOF = { currentPassword: GOOD_PASSWORD };
const codeAt = (secret: string, nowMs: number): string =>
  generateSync({ secret, epoch: Math.floor(nowMs / SECOND_MS) });
/** The code that the app shows now. */
const shown = (secret: string): string => codeAt(secret, accounts.clock());
/** Waits for the app's next code, since none works twice. */
const next = (secret: string): string => {
  accounts.pass(30 * SECOND_MS);
  return shown(secret);
};

/** Somebody with an authenticator. */
async function withAuthenticator(name = 'ada') {
  const person = await newPerson(accounts, name);
  const { secret } = await startSecondFactor(accounts, person.actor, PROOF);
  const { recoveryCodes } = await enableSecondFactor(accounts, person.actor, { code: shown(secret) });
  return { ...person, secret, recoveryCodes };
}

/** Logs in with the password, and returns the challenge that answers it. */
async function challengeFor(email: string, client: Client = HOME): Promise<string> {
  const error: unknown = await logIn(accounts, { email, password: GOOD_PASSWORD }, client).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw new Error('no code was asked for');
  expect(error).toMatchObject({ kind: 'unauthenticated', code: 'second_factor_required' });
  return String(error.data.challenge);
}

interface Step {
  challenge: string;
  code: string;
  rememberBrowser?: boolean;
}
const sendCode = ({ rememberBrowser = false, ...step }: Step, client: Client = HOME) =>
  signInWithCode(accounts, client, { ...step, rememberBrowser, rememberMe: false }, 'bearer');
const outcomeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'signed in',
    (error: unknown) => (error instanceof DomainError ? (error.code ?? error.message) : String(error)),
  );

describe('an authenticator', () => {
  it('is asked for after the password, and its code signs in', async () => {
    const { email, secret } = await withAuthenticator();
    const challenge = await challengeFor(email);
    const { token } = await sendCode({ challenge, code: next(secret) });
    expect(await accounts.sessions.find(token, 'bearer')).toMatchObject({ email });
  });

  it('is not asked for before its first code was entered', async () => {
    const { actor, email } = await newPerson(accounts);
    const { secret } = await startSecondFactor(accounts, actor, PROOF);
    await expect(enableSecondFactor(accounts, actor, { code: '000000' })).rejects.toMatchObject({
      code: 'wrong_code',
    });
    await logIn(accounts, { email, password: GOOD_PASSWORD });
    expect(await readSecondFactor(accounts, actor)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
    await enableSecondFactor(accounts, actor, { code: shown(secret) });
    expect(await readSecondFactor(accounts, actor)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    expect((await accounts.mails()).at(-1)?.subject).toBe('Your authenticator is on');
  });

  it('is kept sealed, and its recovery codes as hashes', async () => {
    const { secret, recoveryCodes } = await withAuthenticator();
    const stored = JSON.stringify([
      await accounts.prisma.authenticator.findMany(),
      await accounts.prisma.recoveryCode.findMany(),
    ]);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
  });

  it('takes the code before and after, for clocks that differ, but none further away', async () => {
    const { email, secret } = await withAuthenticator();
    accounts.pass(10 * MINUTE_MS);
    for (const [offsetMs, outcome] of [
      [-60, 'wrong_code'],
      [60, 'wrong_code'],
      [-30, 'signed in'],
      [0, 'signed in'],
      [30, 'signed in'],
    ] as const) {
      const code = codeAt(secret, accounts.clock() + offsetMs * SECOND_MS);
      expect(await outcomeOf(sendCode({ challenge: await challengeFor(email), code }))).toBe(outcome);
    }
  });

  it('takes no code twice, nor an earlier one, nor the one that turned it on', async () => {
    const { email, secret } = await withAuthenticator();
    const first = { code: shown(secret) };
    expect(await outcomeOf(sendCode({ ...first, challenge: await challengeFor(email) }))).toBe('wrong_code');
    const code = next(secret);
    await sendCode({ challenge: await challengeFor(email), code });
    expect(await outcomeOf(sendCode({ challenge: await challengeFor(email), code }))).toBe('wrong_code');
    const both = await Promise.all([challengeFor(email), challengeFor(email)]);
    const last = next(secret);
    const outcomes = await Promise.all(
      both.map((challenge) => outcomeOf(sendCode({ challenge, code: last }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'signed in')).toHaveLength(1);
  });

  it('is not replaced by a session alone, nor turned off by it', async () => {
    const { actor } = await withAuthenticator();
    accounts.pass(10 * MINUTE_MS);
    const nothing = { currentPassword: '' };
    for (const act of [startSecondFactor, renewRecoveryCodes, disableSecondFactor])
      expect(await outcomeOf(act(accounts, actor, nothing))).toBe('proof_required');
    expect(await outcomeOf(startSecondFactor(accounts, actor, PROOF))).toBe('second_factor_on');
    expect(await outcomeOf(disableSecondFactor(accounts, actor, PROOF))).toBe('signed in');
    expect((await accounts.mails()).at(-1)?.subject).toBe('Your authenticator is off');
  });

  it('can be turned on by nobody but the session that proved whose account it is', async () => {
    const { actor, email } = await newPerson(accounts);
    const { secret } = await startSecondFactor(accounts, actor, PROOF);
    const { actor: thief } = await signedIn(accounts, email);
    expect(await outcomeOf(enableSecondFactor(accounts, thief, { code: shown(secret) }))).toBe(
      'proof_required',
    );
  });
});

describe('a challenge', () => {
  const EXPIRED = 'invalid_challenge';

  it('works for one login, within five minutes', async () => {
    const { email, secret } = await withAuthenticator();
    const challenge = await challengeFor(email);
    await sendCode({ challenge, code: next(secret) });
    expect(await outcomeOf(sendCode({ challenge, code: next(secret) }))).toBe(EXPIRED);
    const late = await challengeFor(email);
    accounts.pass(5 * MINUTE_MS);
    expect(await outcomeOf(sendCode({ challenge: late, code: shown(secret) }))).toBe(EXPIRED);
    expect(await outcomeOf(sendCode({ challenge: 'made-up', code: shown(secret) }))).toBe(EXPIRED);
  });

  it('of one user takes no code of another', async () => {
    const ada = await withAuthenticator();
    const eve = await withAuthenticator('eve');
    const challenge = await challengeFor(ada.email);
    expect(await outcomeOf(sendCode({ challenge, code: next(eve.secret) }))).toBe('wrong_code');
    expect(await outcomeOf(sendCode({ challenge, code: eve.recoveryCodes[0] ?? '' }))).toBe('wrong_code');
  });

  it('ends when the password is changed, or the authenticator is turned off', async () => {
    const { actor, email, secret } = await withAuthenticator();
    const before = await challengeFor(email);
    await changePassword(accounts, actor, {
      ...PROOF,
      newPassword: 'Battery-9-staple',
      confirmPassword: 'Battery-9-staple',
    });
    expect(await outcomeOf(sendCode({ challenge: before, code: next(secret) }))).toBe(EXPIRED);
    await changePassword(accounts, actor, {
      currentPassword: 'Battery-9-staple',
      newPassword: GOOD_PASSWORD,
      confirmPassword: GOOD_PASSWORD,
    });
    const challenge = await challengeFor(email);
    await disableSecondFactor(accounts, actor, PROOF);
    expect(await outcomeOf(sendCode({ challenge, code: next(secret) }))).toBe(EXPIRED);
  });

  it('lets nobody in who was suspended since', async () => {
    const { actor, email, secret } = await withAuthenticator();
    const challenge = await challengeFor(email);
    await accounts.prisma.user.update({ where: { id: actor.userId }, data: { suspendedAt: new Date() } });
    expect(await outcomeOf(sendCode({ challenge, code: next(secret) }))).toBe('account_suspended');
  });

  it('is not given for a wrong password', async () => {
    const { email } = await withAuthenticator();
    const wrong = logIn(accounts, { email, password: 'Wrong-horse-7' });
    expect(await outcomeOf(wrong)).toBe('wrong_login');
  });
});

describe('a recovery code', () => {
  it('replaces one code of the app, once, however it is typed, and is told by mail', async () => {
    const { email, recoveryCodes } = await withAuthenticator();
    const [code = '', other = ''] = recoveryCodes;
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    await sendCode({ challenge: await challengeFor(email), code: typed });
    expect((await accounts.mails()).at(-1)).toMatchObject({
      subject: 'A recovery code was used to log in',
      text: expect.stringContaining('9 codes are left') as unknown,
    });
    expect(await outcomeOf(sendCode({ challenge: await challengeFor(email), code }))).toBe('wrong_code');
    const both = [await challengeFor(email), await challengeFor(email)];
    const outcomes = await Promise.all(
      both.map((challenge) => outcomeOf(sendCode({ challenge, code: other }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'signed in')).toHaveLength(1);
  });

  it('stops working once new ones are made', async () => {
    const { actor, email, recoveryCodes } = await withAuthenticator();
    const renewed = await renewRecoveryCodes(accounts, actor, PROOF);
    const [old = ''] = recoveryCodes;
    const [fresh = ''] = renewed.recoveryCodes;
    expect(await outcomeOf(sendCode({ challenge: await challengeFor(email), code: old }))).toBe('wrong_code');
    await sendCode({ challenge: await challengeFor(email), code: fresh });
  });
});

describe('guessing codes', () => {
  it('never succeeds: 100 guesses from as many addresses end after ten, even with the right code', async () => {
    const { actor, email, secret } = await withAuthenticator();
    const challenge = await challengeFor(email);
    const outcomes: string[] = [];
    for (let guess = 0; guess < 100; guess += 1) {
      const client = { ...HOME, address: `192.0.2.${String(guess)}` };
      const code = String(guess * 7919).padStart(6, '0');
      outcomes.push(await outcomeOf(sendCode({ challenge, code }, client)));
    }
    expect(outcomes.filter((outcome) => outcome === 'wrong_code')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(90);
    const where = { action: 'sign-in.refused', subject: actor.userId, actorId: null };
    const audited = await accounts.prisma.auditEvent.findMany({ where });
    expect(new Set(audited.map(({ detail }) => detail))).toEqual(new Set(['{"code":"wrong_code"}']));
    expect(audited.map(({ address }) => address).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, guess) => `192.0.2.${String(guess)}`),
    );
    const right = sendCode(
      { challenge: await challengeFor(email, ELSEWHERE), code: next(secret) },
      ELSEWHERE,
    );
    await expect(right).rejects.toThrow('Someone may know your password: choose a new one.');
  });

  it('gets no more tries by sending them all at once', async () => {
    const { email } = await withAuthenticator();
    const challenge = await challengeFor(email);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => outcomeOf(sendCode({ challenge, code: '123456' }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'wrong_code')).toHaveLength(10);
  });
});

describe('a remembered browser', () => {
  async function remembered() {
    const person = await withAuthenticator();
    const challenge = await challengeFor(person.email);
    const { rememberedBrowser } = await sendCode({
      challenge,
      code: next(person.secret),
      rememberBrowser: true,
    });
    const browser: Client = { ...HOME, rememberedBrowser };
    const isAsked = async () =>
      (await outcomeOf(logIn(accounts, { email: person.email, password: GOOD_PASSWORD }, browser))) ===
      'second_factor_required';
    return { ...person, browser, isAsked };
  }

  it('is asked for no code for 30 days', async () => {
    const { isAsked } = await remembered();
    expect(await isAsked()).toBe(false);
    accounts.pass(30 * DAY_MS - 1);
    expect(await isAsked()).toBe(false);
    accounts.pass(1);
    expect(await isAsked()).toBe(true);
  });

  it('is remembered for its own user only', async () => {
    const { browser } = await remembered();
    const eve = await withAuthenticator('eve');
    await challengeFor(eve.email, browser);
    await challengeFor(eve.email, { ...HOME, rememberedBrowser: 'made-up' });
  });

  it('is forgotten when the password changes, or the user logs out everywhere else', async () => {
    const ada = await remembered();
    await endOtherSessions(accounts, ada.actor);
    expect(await ada.isAsked()).toBe(true);
    const challenge = await challengeFor(ada.email);
    await sendCode({ challenge, code: next(ada.secret), rememberBrowser: true });
    expect(await accounts.prisma.rememberedBrowser.count()).toBe(1);
    const chosen = { newPassword: 'Battery-9-staple', confirmPassword: 'Battery-9-staple' };
    await changePassword(accounts, ada.actor, { ...PROOF, ...chosen });
    expect(await accounts.prisma.rememberedBrowser.count()).toBe(0);
  });

  it('is forgotten when the password is reset, which does not turn the authenticator off', async () => {
    const { email } = await remembered();
    requestPasswordReset(accounts, { email });
    // A mail that the authenticator is on may come after it.
    const links = (await accounts.mails()).map(
      ({ text = '' }) => /https:\/\/\S+reset-password\S+/.exec(text)?.[0],
    );
    const token = new URL(links.find((link) => link !== undefined) ?? '').searchParams.get('token') ?? '';
    const newPassword = 'Battery-9-staple';
    await resetPassword(accounts, { email, token, newPassword, confirmPassword: newPassword });
    expect(await accounts.prisma.rememberedBrowser.count()).toBe(0);
    expect(await outcomeOf(logIn(accounts, { email, password: newPassword }))).toBe('second_factor_required');
  });

  it('is forgotten when the authenticator is turned off, also by an administrator', async () => {
    const { actor, email, isAsked } = await remembered();
    const { actor: admin } = await accounts.signUp({ roles: ['admin'] });
    await resetSecondFactor(accounts, admin, actor.userId);
    await logIn(accounts, { email, password: GOOD_PASSWORD });
    expect(await accounts.prisma.rememberedBrowser.count()).toBe(0);
    const { secret } = await startSecondFactor(accounts, actor, PROOF);
    await enableSecondFactor(accounts, actor, { code: shown(secret) });
    expect(await isAsked()).toBe(true);
  });
});

describe('a reset by an administrator', () => {
  it('is audited and told by mail; not of one’s own, nor of what is not there', async () => {
    const { actor, email } = await withAuthenticator();
    const { actor: admin } = await accounts.signUp({ roles: ['admin'] });
    expect(await outcomeOf(resetSecondFactor(accounts, admin, admin.userId))).toBe('own_second_factor');
    await accounts.mails(); // that the authenticator is on
    await resetSecondFactor(accounts, admin, actor.userId);
    expect(await outcomeOf(resetSecondFactor(accounts, admin, actor.userId))).toBe('second_factor_off');
    expect(await accounts.prisma.auditEvent.findMany({ where: { action: 'second-factor.reset' } })).toEqual([
      expect.objectContaining({ actorId: admin.userId, subject: actor.userId }),
    ]);
    const mail = (await accounts.mails()).at(-1);
    expect(mail?.subject).toBe('Your second factor was reset');
    expect(mail?.to).toMatchObject({ text: expect.stringContaining(email) as unknown });
  });
});

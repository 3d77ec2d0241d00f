import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '~/core/shared/clock';
import {
  confirm,
  GOOD_PASSWORD,
  logIn,
  register,
  registration,
  submit,
} from '../../../tests/support/accounts';
import { testServices, type TestServices } from '../../../tests/support/services';
import {
  isConfirmedBy,
  requestPasswordReset,
  resendConfirmation,
  resetPassword,
  sweepAccounts,
} from './index.server';
import { resetPasswordSchema } from './schema';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

const email = 'ada@example.org';
const EVES = 'Evil-eve-666';
const CHOSEN = 'Battery-9-staple';
const evesForm = (address = email) =>
  registration({ firstName: 'Eve', email: address, password: EVES, confirmPassword: EVES });

type Link = Record<'userId' | 'token', string>;
const linkOf = (url: URL) => Object.fromEntries(url.searchParams) as Link;
const newLink = async () => linkOf(await accounts.mailedLink());

/** Registers, and returns the link that was mailed. */
async function registered(form = registration()): Promise<Link> {
  await register(accounts, form);
  return newLink();
}

const loginWith = (password: string) => logIn(accounts, { email, password });
const WRONG = { code: 'wrong_login' };
const CONFIRMED = { message: 'Your email address is confirmed. You can log in now.' };

const choose = (given: { email: string; token: string } | undefined) =>
  submit(resetPasswordSchema, { ...given, newPassword: CHOSEN, confirmPassword: CHOSEN }, (input) =>
    resetPassword(accounts, input),
  );

describe('an address that was registered once', () => {
  it('gets the name and password of its registration with its own link, and not before', async () => {
    const link = await registered();
    const { prisma } = accounts;
    expect(await prisma.user.findUnique({ where: { email } })).toMatchObject({
      firstName: '',
      passwordHash: null,
    });
    await expect(loginWith(GOOD_PASSWORD)).rejects.toMatchObject({ code: 'email_not_confirmed' });
    await expect(loginWith(EVES)).rejects.toMatchObject(WRONG);
    expect(await confirm(accounts, link)).toEqual(CONFIRMED);
    expect((await loginWith(GOOD_PASSWORD)).user.firstName).toBe('Ada');
    expect(await prisma.pendingRegistration.count()).toBe(0);
  });

  it('keeps its password through links that expired, for as long as a month', async () => {
    const first = await registered();
    accounts.pass(29 * DAY_MS);
    await sweepAccounts(accounts);
    await expect(confirm(accounts, first)).rejects.toMatchObject({ code: 'invalid_link' });
    await expect(loginWith(GOOD_PASSWORD)).rejects.toMatchObject({ code: 'email_not_confirmed' });
    resendConfirmation(accounts, { email });
    expect(await confirm(accounts, await newLink())).toEqual(CONFIRMED);
    await loginWith(GOOD_PASSWORD);
  });

  it('is confirmed by a newer link as well as by the first, and once only', async () => {
    const first = await registered();
    resendConfirmation(accounts, { email });
    const second = await newLink();
    expect(await Promise.all([confirm(accounts, first), confirm(accounts, second)])).toEqual([
      CONFIRMED,
      CONFIRMED,
    ]);
    await loginWith(GOOD_PASSWORD);
  });

  it('leads to choosing a password once its registration is forgotten', async () => {
    await registered();
    accounts.pass(30 * DAY_MS - 1);
    resendConfirmation(accounts, { email });
    const link = await newLink();
    accounts.pass(1);
    await sweepAccounts(accounts);
    await expect(loginWith(GOOD_PASSWORD)).rejects.toMatchObject(WRONG);
    expect(await confirm(accounts, link)).toMatchObject({ choosePassword: { email } });
  });
});

describe('an address that a stranger registered too', () => {
  const ORDERS: readonly [string, () => Promise<Link[]>][] = [
    ['before', async () => [await registered(evesForm()), await registered()]],
    ['afterwards', async () => [await registered(), await registered(evesForm())]],
    [
      'in capitals and with blanks',
      async () => [await registered(), await registered(evesForm('  ADA@Example.ORG '))],
    ],
  ];
  const OPENED = [0, 1] as const;
  const CASES = ORDERS.flatMap(([when, arrange]) => OPENED.map((opened) => ({ when, opened, arrange })));

  it.each(CASES)(
    'has no password but the one its owner chooses (registered $when, link $opened opened)',
    async ({ arrange, opened }) => {
      const links = await arrange();
      for (const password of [EVES, GOOD_PASSWORD])
        await expect(loginWith(password)).rejects.toMatchObject({ code: 'email_not_confirmed' });
      const { message, choosePassword } = await confirm(accounts, links[opened]);
      expect(message).toBe('Your email address is confirmed. Choose a password to log in.');
      for (const password of [EVES, GOOD_PASSWORD])
        await expect(loginWith(password)).rejects.toMatchObject(WRONG);

      // The other link, or the same one again, leads to the same page and sets no password.
      const again = await confirm(accounts, links[1 - opened]);
      expect(again.choosePassword?.email).toBe(email);
      expect(await isConfirmedBy(accounts, links[opened] ?? { userId: '', token: '' })).toBe(false);
      await choose(choosePassword);
      await loginWith(CHOSEN);
      await expect(loginWith(EVES)).rejects.toMatchObject(WRONG);
      expect(await confirm(accounts, links[opened])).toEqual(CONFIRMED);
      await expect(choose(again.choosePassword)).rejects.toMatchObject({ code: 'invalid_link' });
    },
  );

  it('has no password of either after two registrations and two confirmations at once', async () => {
    await Promise.all([register(accounts), register(accounts, evesForm())]);
    const links = (await accounts.mails()).map(({ text }) =>
      linkOf(new URL(/https:\/\/\S+/.exec(text ?? '')?.[0] ?? '')),
    );
    expect(links).toHaveLength(2);
    const answers = await Promise.all(links.map((link) => confirm(accounts, link)));
    expect(answers.every(({ choosePassword }) => choosePassword !== undefined)).toBe(true);
    for (const password of [EVES, GOOD_PASSWORD])
      await expect(loginWith(password)).rejects.toMatchObject(WRONG);
  });

  it('is nobody’s but its owner’s when the stranger registers while the owner’s link is opened', async () => {
    const link = await registered();
    const [{ choosePassword }] = await Promise.all([confirm(accounts, link), register(accounts, evesForm())]);
    await expect(loginWith(EVES)).rejects.toMatchObject(WRONG);
    if (choosePassword === undefined) await loginWith(GOOD_PASSWORD);
    else await choose(choosePassword);
    expect(await accounts.prisma.pendingRegistration.count()).toBe(0);
  });

  it('stays the owner’s when the stranger’s link has expired, and when a new one is asked for', async () => {
    const evesLink = await registered(evesForm());
    accounts.pass(DAY_MS);
    await registered();
    await expect(confirm(accounts, evesLink)).rejects.toMatchObject({ code: 'invalid_link' });
    resendConfirmation(accounts, { email });
    expect(await confirm(accounts, await newLink())).toMatchObject({ choosePassword: { email } });
    await expect(loginWith(EVES)).rejects.toMatchObject(WRONG);
  });

  it('takes the password of a reset that was mailed meanwhile, and ends all that is pending', async () => {
    const links = [await registered(evesForm()), await registered()];
    requestPasswordReset(accounts, { email });
    await choose(Object.fromEntries((await accounts.mailedLink()).searchParams) as never);
    await loginWith(CHOSEN);
    for (const link of links) expect(await confirm(accounts, link)).toEqual(CONFIRMED);
    await expect(loginWith(EVES)).rejects.toMatchObject(WRONG);
    await loginWith(CHOSEN);
  });

  it('costs a login no more than five password checks, however often it was registered', async () => {
    for (let times = 0; times < 8; times += 1) await register(accounts, evesForm());
    expect(await accounts.prisma.pendingRegistration.count()).toBe(5);
  });
});

it('a confirmed address is untouched by who registers it again, even after its owner drops the password', async () => {
  await confirm(accounts, await registered());
  await register(accounts, evesForm());
  expect(await accounts.prisma.pendingRegistration.count()).toBe(0);
  await expect(loginWith(EVES)).rejects.toMatchObject(WRONG);
  expect((await loginWith(GOOD_PASSWORD)).user.firstName).toBe('Ada');
});

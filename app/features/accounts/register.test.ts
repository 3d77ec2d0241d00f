import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '~/core/shared/clock';
import { confirm, GOOD_PASSWORD, logIn, register, registration } from '../../../tests/support/accounts';
import { SITE, testServices, type TestServices } from '../../../tests/support/services';
import { resendConfirmation } from './index.server';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

const login = { email: 'ada@example.org', password: GOOD_PASSWORD };
const linkOf = (url: URL) => Object.fromEntries(url.searchParams);

describe('registering', () => {
  it('mails a link that confirms the address, however often it is opened, and lets the person in', async () => {
    await register(accounts, registration({ email: '  Ada@Example.ORG ' }));
    const [mail] = await accounts.mails();
    expect(mail?.to).toMatchObject({ value: [{ address: 'ada@example.org', name: 'Ada Lovelace' }] });
    const link = await accounts.mailedLink();
    expect(link.href).toContain(`${SITE}/confirm-email?userId=`);

    await expect(logIn(accounts, login)).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'email_not_confirmed',
    });
    await confirm(accounts, linkOf(link));
    const { user } = await logIn(accounts, login);
    expect(user).toMatchObject({
      email: 'ada@example.org',
      firstName: 'Ada',
      roles: [],
      emailConfirmed: true,
    });

    // Mail scanners and impatient users open links twice.
    await expect(confirm(accounts, linkOf(link))).resolves.toMatchObject({
      message: 'Your email address is confirmed. You can log in now.',
    });
  });

  it.each(['Claim $500: evil.example', 'http://evil', 'Write to eve@evil'])(
    'mails an address that somebody else typed no link of theirs in the place of a name: %s',
    async (firstName) => {
      await register(accounts, registration({ firstName }));
      const [mail] = await accounts.mails();
      expect(mail?.text).toMatch(/^Hello there,\n/);
      expect(JSON.stringify(mail)).not.toContain('evil');
    },
  );

  it('opens an account in the ledger, so that the person can be given money', async () => {
    await register(accounts);
    const { id } = await accounts.prisma.user.findUniqueOrThrow({ where: { email: 'ada@example.org' } });
    const balance = await accounts.ledger.balance(id);
    expect(balance.availableMicroUsd).toBe(0n);
  });

  it.each([
    ['firstName', 'First name is required'],
    ['lastName', 'Last name is required'],
    ['email', 'Email is required'],
    ['password', 'Password is required'],
  ])('says that %s is missing', async (field, message) => {
    const form = registration(
      field === 'password' ? { password: '', confirmPassword: '' } : { [field]: ' ' },
    );
    await expect(register(accounts, form)).rejects.toMatchObject({ kind: 'invalid', message });
    await expect(register(accounts, registration({ [field]: undefined }))).rejects.toMatchObject({
      errors: expect.arrayContaining([message]) as unknown,
    });
  });

  it('says nothing of a second password where none was typed, in a form that sends no empty field either', async () => {
    const unsent = registration({ password: undefined, confirmPassword: undefined });
    await expect(register(accounts, unsent)).rejects.toMatchObject({ errors: ['Password is required'] });
  });

  it('joins everything that is wrong with the passwords', async () => {
    const form = registration({ password: 'ab', confirmPassword: 'abc' });
    await expect(register(accounts, form)).rejects.toMatchObject({
      message:
        'Password must be at least 6 characters long. Password must contain at least one uppercase letter. ' +
        'Password must contain at least one number. Passwords do not match',
      errors: [
        'Password must be at least 6 characters long',
        'Password must contain at least one uppercase letter',
        'Password must contain at least one number',
        'Passwords do not match',
      ],
    });
    const shouting = registration({ password: 'ABCDEF7', confirmPassword: 'ABCDEF7' });
    await expect(register(accounts, shouting)).rejects.toMatchObject({
      message: 'Password must contain at least one lowercase letter',
    });
  });

  it('refuses the passwords that guessing starts with, and endless ones', async () => {
    const common = registration({ password: 'Password123', confirmPassword: 'Password123' });
    await expect(register(accounts, common)).rejects.toMatchObject({ kind: 'invalid' });
    const endless = `Aa1${'x'.repeat(100_000)}`;
    const form = registration({ password: endless, confirmPassword: endless });
    await expect(register(accounts, form)).rejects.toMatchObject({
      message: 'Password must be at most 200 characters long',
    });
  });

  it.each([
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org, eve@example.org',
    'ada',
    '@',
    'a b@c.de',
  ])('refuses the address %j', async (email) => {
    await expect(register(accounts, registration({ email }))).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect(await accounts.mails()).toHaveLength(0);
  });

  it('lets no name add a line to a mail', async () => {
    const form = registration({ firstName: 'Ada\r\nBcc: eve@example.org' });
    await expect(register(accounts, form)).rejects.toMatchObject({ kind: 'invalid' });
    await register(accounts, registration({ firstName: 'Ada", <eve@example.org>, "x' }));
    const [mail] = await accounts.mails();
    expect(mail?.to).toMatchObject({ value: [{ address: 'ada@example.org' }] });
    expect(mail?.bcc).toBeUndefined();
  });
});

describe('registering an address that has an account', () => {
  it('gets the same answer, changes nothing, and tells the owner by mail', async () => {
    const first = await register(accounts);
    await confirm(accounts, await accounts.mailedLink());
    const again = await register(
      accounts,
      registration({ firstName: 'Eve', password: 'Evil-eve-666', confirmPassword: 'Evil-eve-666' }),
    );
    expect(again).toEqual(first);
    const mails = await accounts.mails();
    expect(mails).toHaveLength(2);
    expect(mails[1]?.subject).toBe('You already have an account');
    expect((await logIn(accounts, login)).user.firstName).toBe('Ada');
  });

  it('is told from nobody else when two people register it at once', async () => {
    const answers = await Promise.all([
      register(accounts),
      register(accounts, registration({ firstName: 'Eve' })),
    ]);
    expect(answers[0]).toEqual(answers[1]);
    expect(await accounts.prisma.user.count()).toBe(1);
  });
});

describe('confirming', () => {
  it.each([{}, { userId: '', token: '' }, { userId: 'x' }, { token: 'x' }])(
    'refuses the broken link %j',
    async (link) => {
      await expect(confirm(accounts, link)).rejects.toMatchObject({
        kind: 'invalid',
        message: 'Invalid confirmation link. Please check your email for the correct link.',
      });
    },
  );

  it('refuses a link after one day, the secret of somebody else, and JSON null', async () => {
    await register(accounts);
    const adas = linkOf(await accounts.mailedLink());
    await register(accounts, registration({ email: 'bob@example.org' }));
    const bobs = linkOf(await accounts.mailedLink());
    const failure = { message: 'Error confirming email. The link may be expired or invalid.' };
    await expect(confirm(accounts, { ...adas, token: bobs.token })).rejects.toMatchObject(failure);
    await expect(confirm(accounts, { userId: null, token: null })).rejects.toMatchObject({
      kind: 'invalid',
    });
    accounts.pass(DAY_MS);
    await expect(confirm(accounts, adas)).rejects.toMatchObject(failure);
  });

  it('can be asked for again, with the same answer for everybody', async () => {
    await register(accounts);
    await accounts.mails();
    const known = resendConfirmation(accounts, { email: 'ada@example.org' });
    const unknown = resendConfirmation(accounts, { email: 'nobody@example.org' });
    expect(known).toEqual(unknown);
    expect(await accounts.mails()).toHaveLength(2);
    await confirm(accounts, await accounts.mailedLink());
    resendConfirmation(accounts, { email: 'ada@example.org' });
    expect(await accounts.mails()).toHaveLength(2);
  });

  it('sends no more than five mails an hour to one mailbox, whoever asks', async () => {
    await register(accounts);
    for (let asked = 0; asked < 8; asked += 1) {
      resendConfirmation(accounts, { email: 'ada@example.org' });
    }
    expect(await accounts.mails()).toHaveLength(5);
  });
});

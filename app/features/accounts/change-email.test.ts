import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import {
  GOOD_PASSWORD,
  newPerson,
  registerAndConfirm,
  registration,
  signedIn,
  submit,
} from '../../../tests/support/accounts';
import { testServices, type TestServices } from '../../../tests/support/services';
import {
  changePassword,
  confirmEmail,
  deleteAccount,
  isConfirmedBy,
  requestEmailChange,
  requestPasswordReset,
  resetPassword,
} from './index.server';
import { changeEmailSchema } from './schema';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

const NEW = 'lovelace@example.org';

const ask = (actor: Actor, email = NEW, currentPassword = GOOD_PASSWORD) =>
  submit(changeEmailSchema, { email, currentPassword }, (input) =>
    requestEmailChange(accounts, actor, input),
  );

async function openedLink() {
  const { searchParams } = await accounts.mailedLink();
  return { userId: searchParams.get('userId') ?? '', token: searchParams.get('token') ?? '' };
}

it('moves the account when the link in the new mailbox is opened, and tells the old one', async () => {
  const { actor, email, token } = await newPerson(accounts);
  await ask(actor, NEW.toUpperCase());
  expect((await accounts.mails()).at(-1)?.to).toMatchObject({ text: expect.stringContaining(NEW) as string });
  await signedIn(accounts, email); // still the old address
  const link = await openedLink();
  expect(await isConfirmedBy(accounts, link)).toBe(false);

  await confirmEmail(accounts, link);
  expect((await accounts.sessions.find(token, 'cookie'))?.email).toBe(NEW);
  await signedIn(accounts, NEW);
  await expect(signedIn(accounts, email)).rejects.toMatchObject({ code: 'wrong_login' });
  expect((await accounts.mails()).at(-1)).toMatchObject({
    subject: 'Your email address was changed',
    to: { text: expect.stringContaining(email) as string },
  });
  expect(await isConfirmedBy(accounts, link)).toBe(true); // opened twice is no mistake
});

it('asks for the password, and for another address than today’s', async () => {
  const { actor, email } = await newPerson(accounts);
  await expect(ask(actor, NEW, 'wrong')).rejects.toMatchObject({ code: 'wrong_password' });
  await expect(ask(actor, email)).rejects.toMatchObject({ code: 'same_email' });
  await expect(ask(actor, 'not an address')).rejects.toMatchObject({ kind: 'invalid' });
});

it('tells nobody whether an address has an account, but tells its owner', async () => {
  const { email: taken } = await newPerson(accounts, 'other');
  const { actor } = await newPerson(accounts);
  const said = await ask(actor, taken);
  expect(said.message.replace(taken, NEW)).toBe((await ask(actor)).message);
  const mails = (await accounts.mails()).slice(-2);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Confirm your new email address',
    'You already have an account',
  ]);
});

it('does not take an address that somebody registered meanwhile, nor a link that is old or replaced', async () => {
  const { actor, email } = await newPerson(accounts);
  await ask(actor);
  const first = await openedLink();
  await ask(actor, 'countess@example.org');
  const second = await openedLink();
  await registerAndConfirm(accounts, registration({ email: NEW }));
  await expect(confirmEmail(accounts, first)).rejects.toMatchObject({ code: 'email_taken' });
  accounts.pass(DAY_MS + 1);
  await expect(confirmEmail(accounts, second)).rejects.toMatchObject({ code: 'invalid_link' });
  await signedIn(accounts, email);
});

it('moves the account nowhere once its owner has chosen a new password', async () => {
  const { actor, email } = await newPerson(accounts);
  const password = 'Battery-9-staple';
  const chosen = { newPassword: password, confirmPassword: password };
  await ask(actor); // by somebody who knew the old password
  const link = await openedLink();
  requestPasswordReset(accounts, { email });
  const reset = (await accounts.mailedLink()).searchParams;
  await resetPassword(accounts, { email, token: reset.get('token') ?? '', ...chosen });
  await expect(confirmEmail(accounts, link)).rejects.toMatchObject({ code: 'invalid_link' });

  const { actor: owner } = await signedIn(accounts, email, password);
  await ask(owner, NEW, password);
  const other = await openedLink();
  const again = { newPassword: GOOD_PASSWORD, confirmPassword: GOOD_PASSWORD };
  await changePassword(accounts, owner, { currentPassword: password, ...again });
  await expect(confirmEmail(accounts, other)).rejects.toMatchObject({ code: 'invalid_link' });
  await signedIn(accounts, email);
});

it('leaves none of the mails behind when the account is deleted: neither those to the old address, nor to one never used', async () => {
  const { actor, email } = await newPerson(accounts);
  await ask(actor);
  await confirmEmail(accounts, await openedLink());
  const moved = { ...actor, email: NEW };
  await ask(moved, 'never.opened@example.org');
  const kept = async () =>
    (await accounts.mails()).flatMap(({ to }) => [to].flat()).flatMap((to) => to?.value[0]?.address);
  expect(new Set(await kept())).toEqual(new Set([email, NEW, 'never.opened@example.org']));
  await deleteAccount(accounts, moved, { password: GOOD_PASSWORD });
  expect(await kept()).toEqual([]);
});

it('leaves no way in to whoever reads the old mailbox', async () => {
  const { actor, email } = await newPerson(accounts);
  requestPasswordReset(accounts, { email });
  const token = (await accounts.mailedLink()).searchParams.get('token') ?? '';
  await ask(actor);
  await confirmEmail(accounts, await openedLink());
  const chosen = { newPassword: 'Battery-9-staple', confirmPassword: 'Battery-9-staple' };
  await expect(resetPassword(accounts, { email: NEW, token, ...chosen })).rejects.toMatchObject({
    code: 'invalid_link',
  });
});

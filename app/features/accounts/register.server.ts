import { randomUUID } from 'node:crypto';
import { DomainError } from '~/core/shared/errors';
import type { Message } from '~/core/shared/message';
import { hashSecret } from '~/core/server/session.server';
import type { Services } from '~/services';
import { mailInBackground, sendAlreadyRegistered, sendConfirmation } from './account-mails.server';
import { consumeToken } from './account-tokens.server';
import { moveToNewEmail } from './change-email.server';
import { FAILURES } from './failures';
import type { ConfirmEmailInput, EmailOnlyInput, RegisterInput, WayBack } from './schema';

const REGISTERED = 'Check your email: we’ve sent you a link to confirm your address.';
const CONFIRMATION_RESENT = 'If this address has an unconfirmed account, we’ve sent a new link.';
export const EMAIL_CONFIRMED = 'Your email address is confirmed. You can log in now.';
export const INVALID_CONFIRMATION_LINK =
  'Invalid confirmation link. Please check your email for the correct link.';

/**
 * Makes an account that waits for its confirmation. The answer is the same when the address has an account already;
 * its owner then gets a mail that says so.
 */
export async function registerUser(
  services: Services,
  { firstName, lastName, email, password, returnTo }: RegisterInput & WayBack,
): Promise<Message> {
  const passwordHash = await services.passwords.hash(password); // for a known address too: it takes the most time
  await createUser(services, { firstName, lastName, email, passwordHash });
  mailInBackground(services, { email, returnTo }, (user) =>
    user.emailConfirmedAt ? sendAlreadyRegistered : sendConfirmation,
  );
  return { message: REGISTERED };
}

interface NewUser {
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
}

/**
 * Makes an unconfirmed user. An address that was registered but never confirmed is registered anew: whoever wrote it
 * there first proved nothing, so their password and links must not survive. A confirmed one stays untouched.
 */
async function createUser({ prisma, clock }: Services, form: NewUser): Promise<void> {
  const now = new Date(clock());
  const { email, ...fields } = form;
  const data = { ...fields, passwordChangedAt: now };
  await prisma.$transaction(async (transaction) => {
    const user = await transaction.user.upsert({
      where: { email },
      create: { id: randomUUID(), email, ...data, createdAt: now },
      update: { email }, // a write in any case: its absence could be measured
    });
    const isNew = user.passwordHash === form.passwordHash;
    if (isNew || user.emailConfirmedAt !== null) return;
    await transaction.user.update({ where: { email }, data });
    await transaction.accountToken.deleteMany({ where: { userId: user.id } });
  });
}

/** Sends a new confirmation link, if there is something to confirm. The answer does not tell. */
export function resendConfirmation(services: Services, to: EmailOnlyInput & WayBack): Message {
  mailInBackground(services, to, (user) => (user.emailConfirmedAt ? undefined : sendConfirmation));
  return { message: CONFIRMATION_RESENT };
}

export async function confirmEmail(
  services: Services,
  { userId, token: secret }: ConfirmEmailInput,
): Promise<Message> {
  const { prisma, clock } = services;
  if (userId === '' || secret === '') {
    throw new DomainError('invalid', INVALID_CONFIRMATION_LINK, { code: 'invalid_link' });
  }
  const isConfirmed = await prisma.$transaction(async (transaction) => {
    const token = { userId, purpose: 'confirm-email', secret } as const;
    const store = { prisma: transaction, clock };
    if (!(await consumeToken(store, token)))
      return (await moveToNewEmail(services, store, { userId, secret })) !== undefined;
    await transaction.user.updateMany({
      where: { id: userId },
      data: { emailConfirmedAt: new Date(clock()) },
    });
    return true;
  });
  services.sessions.forget(userId); // they name the address
  if (!isConfirmed && !(await isConfirmedBy(services, { userId, token: secret })))
    throw new DomainError('invalid', FAILURES.confirm, { code: 'invalid_link' });
  return { message: EMAIL_CONFIRMED };
}

/** Whether this link was for an address that is confirmed by now: opening it again is no mistake. */
export async function isConfirmedBy(
  { prisma }: Services,
  { userId, token: secret }: ConfirmEmailInput,
): Promise<boolean> {
  const token = await prisma.accountToken.findUnique({
    where: {
      tokenHash: hashSecret(secret),
      userId,
      user: { emailConfirmedAt: { not: null }, deletedAt: null },
    },
    include: { user: true },
  });
  return token?.purpose === 'confirm-email' || (token !== null && token.newEmail === token.user.email);
}

import type { z } from 'zod';
import type { PrismaClient } from '~/core/db/app-database';
import { DomainError } from '~/core/shared/errors';
import { hashSecret } from '~/core/server/session.server';
import { sendDueMails } from '~/features/mails/index.server';
import type { AccountsDeps } from './deps.server';
import { consumeToken, issueToken, type TokenStore } from './account-tokens.server';
import type { confirmedEmailSchema } from './responses';
import { moveToNewEmail } from './change-email.server';
import { FAILURES } from './failures';
import { grantInvitation } from './invitations/use-invitation.server';
import { confirmAddress } from './pending-registrations.server';
import type { ConfirmEmailInput, ReturnTo } from './schema';
import { findUser, type User } from './users.server';

export const EMAIL_CONFIRMED = 'Your email address is confirmed. You can log in now.';
const CHOOSE_PASSWORD = 'Your email address is confirmed. Choose a password to log in.';
export const INVALID_CONFIRMATION_LINK =
  'Invalid confirmation link. Please check your email for the correct link.';

export type Confirmation = z.output<typeof confirmedEmailSchema>;
type Store = TokenStore & { prisma: Pick<PrismaClient, 'user' | 'accountToken' | 'pendingRegistration'> };

/**
 * Confirms the address of a link, in any browser, without signing in. If the account then has no way to log in, the
 * result includes a token to choose a password.
 */
export async function confirmEmail(services: AccountsDeps, link: ConfirmEmailInput): Promise<Confirmation> {
  const { prisma, clock } = services;
  if (link.userId === '' || link.token === '') {
    throw new DomainError('invalid', INVALID_CONFIRMATION_LINK, { code: 'invalid_link' });
  }
  const confirmation = await prisma.$transaction(async (transaction) => {
    const store = { prisma: transaction, clock };
    if (!(await consumeConfirmation(store, link)) && !(await moveToNewEmail(services, store, link)))
      return reopen(store, link);
    return describe(store, await findUser(store, { id: link.userId }));
  });
  services.sessions.forget(link.userId); // cached sessions hold the address
  if (confirmation) await grantInvitation(services, link.userId);
  services.background.run('email changed mail', () => sendDueMails(services));
  if (!confirmation) throw new DomainError('invalid', FAILURES.confirm, { code: 'invalid_link' });
  return confirmation;
}

async function consumeConfirmation(store: Store, { userId, token: secret }: ConfirmEmailInput) {
  if (!(await consumeToken(store, { userId, purpose: 'confirm-email', secret }))) return false;
  const token = await store.prisma.accountToken.findUnique({ where: { tokenHash: hashSecret(secret) } });
  await confirmAddress(store, userId, token?.registrationId);
  return true;
}

/** Opening a link again is fine while its address is confirmed. */
async function reopen(store: Store, link: ConfirmEmailInput): Promise<Confirmation | undefined> {
  const confirmed = await findConfirmed(store, link);
  if (!confirmed) return undefined;
  return confirmed.isExpired ? { message: EMAIL_CONFIRMED } : describe(store, confirmed.user);
}

async function describe(store: Store, user: User | undefined): Promise<Confirmation> {
  if (!user || canLogIn(user)) return { message: EMAIL_CONFIRMED };
  const token = await issueToken(store, { userId: user.id, purpose: 'reset-password' });
  return { message: CHOOSE_PASSWORD, choosePassword: { email: user.email, token } };
}

const canLogIn = ({ passwordHash, providerLinks, passkeyCount }: User): boolean =>
  passwordHash !== null || providerLinks.length > 0 || passkeyCount > 0;

/** Whether the link's address is already confirmed and its owner can log in. */
export async function isConfirmedBy(
  store: Pick<AccountsDeps, 'prisma' | 'clock'>,
  link: ConfirmEmailInput,
): Promise<boolean> {
  const confirmed = await findConfirmed(store, link);
  return confirmed !== undefined && (confirmed.isExpired || canLogIn(confirmed.user));
}

/** The confirmed user that this link was mailed to. */
async function findConfirmed(store: Store, { userId, token: secret }: ConfirmEmailInput) {
  const [token, user] = await Promise.all([
    store.prisma.accountToken.findUnique({ where: { tokenHash: hashSecret(secret), userId } }),
    findUser(store, { id: userId }),
  ]);
  if (!token || !user?.emailConfirmedAt) return undefined;
  const isForThis = token.purpose === 'confirm-email' || token.newEmail === user.email;
  return isForThis ? { user, isExpired: token.expiresAt.getTime() <= store.clock() } : undefined;
}

/** Path of the page to choose a password after confirming. */
export function choosePasswordPath(
  { email, token }: NonNullable<Confirmation['choosePassword']>,
  { returnTo }: ReturnTo,
): string {
  const query = { email, token, reason: 'confirmed', ...(returnTo === undefined ? {} : { returnTo }) };
  return `/reset-password?${new URLSearchParams(query).toString()}`;
}

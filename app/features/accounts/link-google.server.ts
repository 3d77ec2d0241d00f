import { hashSecret, type Client } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { AccountsDeps } from './deps.server';
import { consumeToken, endMailedLinks, isTokenUsable, type GivenToken } from './account-tokens.server';
import { startSession, type SignedIn } from './browser-session.server';
import { countLoginAttempt } from './rate-limits.server';
import type { KeepPasswordInput, LinkGoogleInput } from './schema';
import { requestMail } from './request-mails.server';
import { findUser, type User } from './users.server';
import { verifyPassword } from './verify-password.server';

/** A first Google sign-in to an account with a password. */
export interface GoogleLink {
  email: string;
  /** Valid for ten minutes, in the browser that signed in with Google. */
  token: string;
}

interface FoundLink {
  user: User;
  googleSubject: string;
  given: GivenToken;
}

/** The pending link of this browser, if the code belongs to one. */
export async function findGoogleLink(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'google'>,
  request: Request,
  token: string,
): Promise<FoundLink | undefined> {
  const flow = await services.google?.readFlow(request);
  if (flow?.codeHash !== hashSecret(token)) return undefined;
  const row = await services.prisma.accountToken.findUnique({ where: { tokenHash: flow.codeHash } });
  if (!row?.providerSubject) return undefined;
  const given: GivenToken = { userId: row.userId, purpose: 'link-google', secret: token };
  if (!(await isTokenUsable(services, given))) return undefined;
  const user = await findUser(services, { id: row.userId });
  return user && { user, googleSubject: row.providerSubject, given };
}

/** Links Google after checking the account's password, which is kept, and signs in. */
export async function linkKeepingPassword(
  services: AccountsDeps,
  client: Client,
  { token, password, request }: KeepPasswordInput & { request: Request },
): Promise<SignedIn> {
  const link = await requireLink(services, request, token);
  const attempt = await countLoginAttempt(services, client, link.user.email);
  const user = await verifyPassword(services, link.user, password);
  if (!user)
    throw new DomainError('forbidden', 'Incorrect password', { code: 'wrong_password', field: 'password' });
  await attempt.succeeded();
  return finishLink(services, client, { ...link, user }, user.passwordHash);
}

/** Links Google, removes the account's password, which may be someone else's, and signs in. */
export async function linkDroppingPassword(
  services: AccountsDeps,
  client: Client,
  { token, request }: LinkGoogleInput & { request: Request },
): Promise<SignedIn> {
  return finishLink(services, client, await requireLink(services, request, token), null);
}

async function requireLink(services: AccountsDeps, request: Request, token: string): Promise<FoundLink> {
  const link = await findGoogleLink(services, request, token);
  if (!link) throw linkExpired();
  return link;
}

async function finishLink(
  services: AccountsDeps,
  client: Client,
  { user, googleSubject, given }: FoundLink,
  passwordHash: string | null,
): Promise<SignedIn> {
  const { prisma, clock } = services;
  await prisma.$transaction(async (transaction) => {
    const store = { prisma: transaction, clock };
    if (!(await consumeToken(store, given))) throw linkExpired();
    await linkGoogle(store, { user, googleSubject, passwordHash });
  });
  await announceLink(services, user);
  return startSession(services, client, { user: { ...user, googleSubject, passwordHash }, kind: 'cookie' });
}

interface Link {
  user: User;
  googleSubject: string;
  /** The password hash to keep; null to remove it. */
  passwordHash: string | null;
}

type Store = Parameters<typeof endMailedLinks>[0] & { prisma: Pick<AccountsDeps['prisma'], 'user'> };

/** @throws DomainError, if the password was changed or the Google account linked elsewhere in the meantime */
export async function linkGoogle(store: Store, { user, googleSubject, passwordHash }: Link): Promise<void> {
  const { id, email } = user;
  if (await store.prisma.user.findUnique({ where: { googleSubject } })) throw linkExpired();
  const { count } = await store.prisma.user.updateMany({
    where: { id, email, googleSubject: null, passwordHash: user.passwordHash },
    data: { googleSubject, ...(passwordHash === null ? { passwordHash, passwordChangedAt: null } : {}) },
  });
  if (count === 0) throw linkExpired();
  await endMailedLinks(store, id);
}

/**
 * Ends all sessions and notifies the owner, because someone else may have been signed in with a password they chose.
 */
export async function announceLink(
  services: Pick<
    AccountsDeps,
    | 'log'
    | 'clock'
    | 'prisma'
    | 'sessions'
    | 'paymentMutex'
    | 'deferredWrites'
    | 'mailQueueKey'
    | 'mailer'
    | 'background'
    | 'mailComposers'
  >,
  user: User,
): Promise<void> {
  await services.sessions.endAll(user.id);
  services.background.run('google linked mail', () =>
    requestMail(services, user.id, { kind: 'google-linked' }),
  );
}

const linkExpired = (): DomainError =>
  new DomainError('invalid', 'This took too long. Continue with Google again.', { code: 'invalid_link' });

import { hashSecret, type Client } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { ExternalIdentity, SignInProvider } from '~/integrations/sign-in/index.server';
import type { AccountsDeps } from './deps.server';
import { consumeToken, endMailedLinks, isTokenUsable, type GivenToken } from './account-tokens.server';
import { startSession, type SignedIn } from './browser-session.server';
import { countLoginAttempt } from './rate-limits.server';
import type { KeepPasswordInput, LinkProviderInput } from './schema';
import { requestMail } from './request-mails.server';
import { findUser, type User } from './users.server';
import { verifyPassword } from './verify-password.server';

/** A first sign-in with a provider to an account with a password. */
export interface PendingLink {
  email: string;
  /** The provider's label. */
  provider: string;
  /** Valid for ten minutes, in the browser that signed in with the provider. */
  token: string;
}

type Subject = Pick<ExternalIdentity, 'issuer' | 'subject'>;

interface FoundLink {
  user: User;
  provider: SignInProvider;
  identity: Subject;
  given: GivenToken;
}

/** The pending link of this browser, if the code belongs to one. */
export async function findPendingLink(
  services: Pick<AccountsDeps, 'clock' | 'prisma' | 'signInProviders' | 'pendingSignIns'>,
  request: Request,
  token: string,
): Promise<FoundLink | undefined> {
  const pending = await services.pendingSignIns.read(request);
  const provider = services.signInProviders.find(({ name }) => name === pending?.provider);
  if (!provider || pending?.codeHash !== hashSecret(token)) return undefined;
  const row = await services.prisma.accountToken.findUnique({ where: { tokenHash: pending.codeHash } });
  if (!row?.providerSubject || !row.providerIssuer) return undefined;
  const given: GivenToken = { userId: row.userId, purpose: 'link-provider', secret: token };
  if (!(await isTokenUsable(services, given))) return undefined;
  const user = await findUser(services, { id: row.userId });
  const identity = { issuer: row.providerIssuer, subject: row.providerSubject };
  return user && { user, provider, identity, given };
}

/** Links the provider after checking the account's password, which is kept, and signs in. */
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

/** Links the provider, removes the account's password, which may be someone else's, and signs in. */
export async function linkDroppingPassword(
  services: AccountsDeps,
  client: Client,
  { token, request }: LinkProviderInput & { request: Request },
): Promise<SignedIn> {
  return finishLink(services, client, await requireLink(services, request, token), null);
}

async function requireLink(services: AccountsDeps, request: Request, token: string): Promise<FoundLink> {
  const link = await findPendingLink(services, request, token);
  if (!link) throw linkExpired();
  return link;
}

async function finishLink(
  services: AccountsDeps,
  client: Client,
  { user, provider, identity, given }: FoundLink,
  passwordHash: string | null,
): Promise<SignedIn> {
  const { prisma, clock } = services;
  await prisma.$transaction(async (transaction) => {
    const store = { prisma: transaction, clock };
    if (!(await consumeToken(store, given))) throw linkExpired();
    if (await isLinkGuarded(store, provider, user.id)) throw linkExpired();
    await linkProvider(store, { user, identity, passwordHash });
  });
  await announceLink(services, user, provider);
  return startSession(services, client, {
    user: { ...user, passwordHash },
    kind: 'cookie',
    method: `provider:${provider.name}`,
  });
}

/**
 * Whether the account has an authenticator, so that a provider is linked on its account page only: otherwise those who
 * read its mailbox could open a provider's account at its address, and log in without a code. An operator's proxy can't
 * be linked there, and vouches for its users itself.
 */
export const isLinkGuarded = async (
  { prisma }: { prisma: Pick<AccountsDeps['prisma'], 'authenticator'> },
  { loginPath }: Pick<SignInProvider, 'loginPath'>,
  userId: string,
): Promise<boolean> =>
  loginPath !== null &&
  (await prisma.authenticator.count({ where: { userId, enabledAt: { not: null } } })) > 0;

interface Link {
  user: User;
  identity: Subject;
  /** The password hash to keep; null to remove it. */
  passwordHash: string | null;
}

type Store = Parameters<typeof endMailedLinks>[0] & {
  prisma: Pick<AccountsDeps['prisma'], 'user' | 'providerLink'>;
};

/** @throws DomainError, if the password was changed or the provider's account linked elsewhere in the meantime */
export async function linkProvider(store: Store, { user, identity, passwordHash }: Link): Promise<void> {
  const { id: userId, email } = user;
  const { issuer, subject } = identity;
  const isTaken = await store.prisma.providerLink.count({
    where: { issuer, OR: [{ subject }, { userId }] },
  });
  if (isTaken > 0) throw linkExpired();
  const { count } = await store.prisma.user.updateMany({
    where: { id: userId, email, passwordHash: user.passwordHash },
    data: passwordHash === null ? { passwordHash, passwordChangedAt: null } : { email },
  });
  if (count === 0) throw linkExpired();
  await store.prisma.providerLink.create({
    data: { userId, issuer, subject, createdAt: new Date(store.clock()) },
  });
  await endMailedLinks(store, userId);
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
  { label }: Pick<SignInProvider, 'label'>,
): Promise<void> {
  await services.sessions.endAll(user.id);
  services.background.run('provider linked mail', () =>
    requestMail(services, user.id, {
      kind: 'provider-linked',
      details: { provider: label, endedSessions: true },
    }),
  );
}

const linkExpired = (): DomainError =>
  new DomainError('invalid', 'This took too long. Log in with the provider again.', { code: 'invalid_link' });

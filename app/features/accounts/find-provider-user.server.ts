import { randomUUID } from 'node:crypto';
import type { Prisma } from '@prisma/client';
import type { Client } from '~/core/server/session.server';
import type { Role } from '~/core/shared/permissions';
import {
  SignInFailure,
  type ExternalIdentity,
  type SignInProvider,
} from '~/integrations/sign-in/index.server';
import type { AccountsDeps } from './deps.server';
import { endMailedLinks } from './account-tokens.server';
import { claimInvitation, grantInvitation } from './invitations/use-invitation.server';
import { announceLink, isLinkGuarded, linkProvider } from './link-provider.server';
import { confirmAddress } from './pending-registrations.server';
import { applyProviderRoles, rolesOfGroups } from './provider-roles.server';
import { domainOf, mayRegister } from './registration-policy.server';
import { findUser, findUserByIdentity } from './users.server';

export interface ProviderSignIn {
  provider: SignInProvider;
  identity: ExternalIdentity;
  /** The secret of an invitation that a new account uses. */
  invitation?: string | undefined;
}

type CodeToken =
  | { userId: string; purpose: 'provider-sign-in' }
  | { userId: string; purpose: 'link-provider'; providerIssuer: string; providerSubject: string };

type Transaction = Prisma.TransactionClient;

/**
 * Finds the user of an identity: linked, with the same verified address, or newly created. An account with an
 * unconfirmed address is taken over without its pending registrations, which may be someone else's. So may be the
 * password of a confirmed account; its owner is asked first.
 * @throws SignInFailure
 */
export async function findProviderUser(
  services: AccountsDeps,
  client: Client,
  signIn: ProviderSignIn,
): Promise<CodeToken> {
  const { provider, identity } = signIn;
  requireDomain(provider, identity);
  const roles = rolesOfGroups(provider, identity.groups);
  const known = await findUserByIdentity(services, identity);
  if (known?.suspendedAt) throw new SignInFailure('account_suspended');
  if (known) {
    await bringRoles(services, { userId: known.id, identity, roles });
    return signInCode(known.id);
  }
  if (!identity.isEmailVerified) throw new SignInFailure('email_not_verified');
  const row = await services.prisma.user.findUnique({
    where: { email: identity.email },
    include: { providerLinks: { where: { issuer: identity.issuer } } },
  });
  if (row?.suspendedAt) throw new SignInFailure('account_suspended');
  if (row?.deletedAt || row?.providerLinks.length) throw new SignInFailure('provider_error');
  if (row && (await isLinkGuarded(services, provider, row.id))) throw new SignInFailure('second_factor_set');
  if (row?.passwordHash != null)
    return {
      userId: row.id,
      purpose: 'link-provider',
      providerIssuer: identity.issuer,
      providerSubject: identity.subject,
    };
  const userId = row?.emailConfirmedAt
    ? await linkWithoutPassword(services, signIn)
    : await createAccount(services, signIn, row?.id);
  await bringRoles(services, { userId, identity, roles });
  return signInCode(userId);
}

const signInCode = (userId: string): CodeToken => ({ userId, purpose: 'provider-sign-in' });

export function requireDomain({ allowedDomains }: SignInProvider, { email }: ExternalIdentity): void {
  if (allowedDomains.length > 0 && !allowedDomains.includes(domainOf(email)))
    throw new SignInFailure('domain_not_allowed');
}

/** Brings the roles of the provider's groups up to date. */
async function bringRoles(
  { prisma, sessions }: Pick<AccountsDeps, 'prisma' | 'sessions'>,
  {
    userId,
    identity: { issuer },
    roles,
  }: { userId: string; identity: ExternalIdentity; roles: readonly Role[] },
): Promise<void> {
  await prisma.$transaction((transaction) => applyProviderRoles(transaction, { userId, issuer, roles }));
  sessions.forget(userId);
}

async function linkWithoutPassword(
  services: AccountsDeps,
  { identity, provider }: ProviderSignIn,
): Promise<string> {
  const { prisma, clock } = services;
  const user = await findUser(services, { email: identity.email });
  if (!user) throw new SignInFailure('provider_error');
  await prisma.$transaction((transaction) =>
    linkProvider({ prisma: transaction, clock }, { user, identity, passwordHash: null }),
  );
  await announceLink(services, user, provider);
  return user.id;
}

/** Creates the account, or takes over one whose address was never confirmed, if this address may register. */
async function createAccount(
  services: AccountsDeps,
  { provider, identity, invitation }: ProviderSignIn,
  unconfirmedId: string | undefined,
): Promise<string> {
  const { prisma, clock, sessions } = services;
  if (invitation === undefined) requireRegistration(services, provider, identity);
  const id = unconfirmedId ?? randomUUID();
  try {
    await prisma.$transaction(async (transaction) => {
      if (unconfirmedId === undefined) await insertUser(transaction, id, identity, new Date(clock()));
      else await takeOver({ prisma: transaction, clock }, id, identity);
      if (invitation === undefined) return;
      const used = { secret: invitation, email: identity.email, userId: id };
      if (!(await claimInvitation({ ...services, prisma: transaction }, used)))
        throw new SignInFailure('invitation_refused');
    });
  } catch (error) {
    throw error instanceof SignInFailure ? error : new SignInFailure('user_creation_failed', error);
  }
  await sessions.endAll(id);
  await grantInvitation(services, id);
  return id;
}

function requireRegistration(
  { env }: Pick<AccountsDeps, 'env'>,
  provider: SignInProvider,
  { email }: ExternalIdentity,
): void {
  if (!provider.autoRegister) throw new SignInFailure('no_account');
  if (!mayRegister(env, email)) throw new SignInFailure('registration_closed');
}

async function insertUser(
  transaction: Transaction,
  id: string,
  { email, firstName, lastName, issuer, subject }: ExternalIdentity,
  now: Date,
): Promise<void> {
  await transaction.user.create({
    data: { id, email, firstName, lastName, emailConfirmedAt: now, createdAt: now },
  });
  await transaction.providerLink.create({ data: { userId: id, issuer, subject, createdAt: now } });
}

async function takeOver(
  store: { prisma: Transaction; clock: AccountsDeps['clock'] },
  id: string,
  { firstName, lastName, issuer, subject }: ExternalIdentity,
): Promise<void> {
  await confirmAddress(store, id);
  await store.prisma.user.update({ where: { id }, data: { firstName, lastName } });
  await store.prisma.providerLink.create({
    data: { userId: id, issuer, subject, createdAt: new Date(store.clock()) },
  });
  await endMailedLinks(store, id);
}

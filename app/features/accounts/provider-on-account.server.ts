import { MINUTE_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { Message } from '~/core/shared/message';
import { writeAudit } from '~/features/audit/index.server';
import {
  SignInFailure,
  type ExternalIdentity,
  type SignInProvider,
} from '~/integrations/sign-in/index.server';
import type { AccountsDeps } from './deps.server';
import { requireDomain } from './find-provider-user.server';
import { applyProviderRoles, rolesOfGroups } from './provider-roles.server';
import { markProven, PROOF_MS, requireRecentProof } from './recent-proof.server';
import { requestMail } from './request-mails.server';
import type { UnlinkProviderInput } from './schema';
import { findUser, findUserByIdentity, type User } from './users.server';

/** Allowed difference between our clock and the provider’s. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

interface Proof {
  provider: SignInProvider;
  identity: ExternalIdentity;
}

/** Marks the session as proven, if the provider's account is the linked one and its login is recent. */
export async function proveByProvider(
  services: AccountsDeps,
  actor: Actor | undefined,
  { identity: { issuer, subject, loggedInAtMs } }: Proof,
): Promise<void> {
  const user = actor && (await findUser(services, { id: actor.userId }));
  if (!actor || !user) throw new SignInFailure('invalid_state');
  if (subjectAt(user, issuer) !== subject) throw new SignInFailure('other_account');
  if (loggedInAtMs !== null && services.clock() - loggedInAtMs > PROOF_MS + CLOCK_TOLERANCE_MS)
    throw new SignInFailure('login_too_old');
  await markProven(services, actor);
}

/** Links a provider to the signed-in account, whose owner has just proved who they are. */
export async function linkToActor(
  services: AccountsDeps,
  actor: Actor | undefined,
  { provider, identity }: Proof,
): Promise<void> {
  const { prisma, clock } = services;
  const user = actor && (await findUser(services, { id: actor.userId }));
  if (!actor || !user) throw new SignInFailure('invalid_state');
  requireDomain(provider, identity);
  const { issuer, subject } = identity;
  const owner = await findUserByIdentity(services, identity);
  if (owner?.id === user.id) return;
  if (owner) throw new SignInFailure('already_linked');
  if (subjectAt(user, issuer) !== undefined) throw new SignInFailure('other_account');
  await prisma.$transaction(async (transaction) => {
    await transaction.providerLink.create({
      data: { userId: user.id, issuer, subject, createdAt: new Date(clock()) },
    });
    const roles = rolesOfGroups(provider, identity.groups);
    await applyProviderRoles(transaction, { userId: user.id, issuer, roles });
    await writeAudit(transaction, services, actor, {
      action: 'account.provider-linked',
      subject: user.id,
      detail: { provider: provider.name },
    });
  });
  services.sessions.forget(user.id);
  mailOwner(services, user, 'provider-linked', provider);
}

/**
 * Removes a way of signing in. The last one stays.
 * @throws DomainError `last_way_in`, `proof_required`
 */
export async function unlinkProvider(
  services: AccountsDeps,
  actor: Actor,
  { provider: name, currentPassword }: UnlinkProviderInput,
): Promise<Message> {
  const { prisma, sessions, signInProviders } = services;
  const provider = signInProviders.find((each) => each.name === name);
  const user = await requireRecentProof(services, actor, {
    password: currentPassword,
    field: 'currentPassword',
  });
  if (!provider || subjectAt(user, provider.issuer) === undefined)
    throw new DomainError('not-found', 'Your account isn’t linked to this provider.', { code: 'not_linked' });
  if (waysIn(services, user).length < 2)
    throw new DomainError(
      'conflict',
      `${provider.label} is the only way to log in to your account. Set a password or link another provider first.`,
      { code: 'last_way_in' },
    );
  const { id: userId } = user;
  const { issuer } = provider;
  await prisma.$transaction(async (transaction) => {
    await transaction.providerLink.deleteMany({ where: { userId, issuer } });
    await applyProviderRoles(transaction, { userId, issuer, roles: [] });
    await writeAudit(transaction, services, actor, {
      action: 'account.provider-unlinked',
      subject: userId,
      detail: { provider: provider.name },
    });
  });
  await sessions.endAll(userId, { except: actor.sessionId });
  mailOwner(services, user, 'provider-unlinked', provider);
  return {
    message: `You can no longer log in with ${provider.label}. All other browsers and scripts were logged out.`,
  };
}

export const PASSKEY = 'passkey';

/** What the user can sign in with: the password, the linked providers of this server, and each passkey. */
export function waysIn({ signInProviders }: Pick<AccountsDeps, 'signInProviders'>, user: User): string[] {
  const linked = signInProviders.filter(({ issuer }) => subjectAt(user, issuer) !== undefined);
  const passkeys = Array<string>(user.passkeyCount).fill(PASSKEY);
  return [
    ...(user.passwordHash === null ? [] : ['password']),
    ...linked.map(({ name }) => name),
    ...passkeys,
  ];
}

export const subjectAt = (
  { providerLinks }: Pick<User, 'providerLinks'>,
  issuer: string,
): string | undefined => providerLinks.find((link) => link.issuer === issuer)?.subject;

function mailOwner(
  services: AccountsDeps,
  user: User,
  kind: 'provider-linked' | 'provider-unlinked',
  { label }: SignInProvider,
): void {
  services.background.run('provider mail', () =>
    requestMail(services, user.id, { kind, details: { provider: label, endedSessions: false } }),
  );
}

import { hashSecret, type Actor } from '~/core/server/session.server';
import { MINUTE_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { Message } from '~/core/shared/message';
import type { AccountsDeps } from './deps.server';
import { consumeToken } from './account-tokens.server';
import { passkeySiteOf } from './passkeys/passkey-site.server';
import type { LinkedProvider, OwnerProof, ProofMethod } from './proof-methods';
import type { ProofLinkInput, ProveByPasswordInput } from './schema';
import { mailProofLink } from './request-mails.server';
import { findUser, sessionEnded, type User } from './users.server';
import { verifyPassword } from './verify-password.server';

/** How long a proof of ownership is valid for a session. */
export const PROOF_MS = 10 * MINUTE_MS;
export const PROVEN = 'Thanks, it’s you. You have ten minutes for your change.';

/** Whether a user can use each way. */
const WAYS: Readonly<Record<Exclude<ProofMethod, 'mail'>, (services: AccountsDeps, user: User) => boolean>> =
  {
    password: (_services, { passwordHash }) => passwordHash !== null,
    passkey: (services, { passkeyCount }) => passkeyCount > 0 && passkeySiteOf(services).isUsable,
    provider: (services, user) => linkedProviders(services, user).length > 0,
  };

/** The linked providers of this server that a round trip can be made to. */
export const linkedProviders = (
  { signInProviders }: Pick<AccountsDeps, 'signInProviders'>,
  { providerLinks }: User,
): LinkedProvider[] =>
  signInProviders.flatMap(({ label, loginPath, issuer }) =>
    loginPath !== null && providerLinks.some((link) => link.issuer === issuer) ? [{ label, loginPath }] : [],
  );

/** Mail only if there is no other way: someone who reads the mailbox may not be the owner. */
export function proofMethodsOf(services: AccountsDeps, user: User): ProofMethod[] {
  const ways = (['password', 'passkey', 'provider'] as const).filter((way) => WAYS[way](services, user));
  return ways.length === 0 ? ['mail'] : ways;
}

const ASKED: Readonly<Record<ProofMethod, string>> = {
  password: 'Enter your password to confirm that it’s you',
  passkey: 'Use your passkey on your account page first, to confirm that it’s you',
  provider: 'Continue with {provider} on your account page first, to confirm that it’s you',
  mail: 'Request a link by email on your account page first, to confirm that it’s you',
};

/**
 * Requires proof of ownership: the password, or a proof within the last ten minutes on this session. A session alone
 * may be stolen or left open. A password given here counts for the next ten minutes, whatever it was given for.
 * @param field the form field of the password
 * @throws DomainError `proof_required`, `wrong_password`
 */
export async function requireRecentProof(
  services: AccountsDeps,
  actor: Actor,
  { password, field }: { password: string | undefined; field: string },
): Promise<User> {
  const user = await findUser(services, { id: actor.userId });
  if (!user) throw sessionEnded();
  if (password && user.passwordHash !== null) {
    const proven = await verifyPassword(services, user, password);
    if (!proven) throw new DomainError('forbidden', 'Incorrect password', { code: 'wrong_password', field });
    await markProven(services, actor);
    return proven;
  }
  if (await isRecentlyProven(services, actor)) return user;
  const [way = 'mail'] = proofMethodsOf(services, user);
  const [provider] = linkedProviders(services, user);
  throw new DomainError('invalid', ASKED[way].replace('{provider}', provider?.label ?? ''), {
    code: 'proof_required',
    ...(way === 'password' ? { field } : {}),
  });
}

/** How the actor can prove ownership, and whether a proof is recent. */
export async function readOwnerProof(services: AccountsDeps, actor: Actor): Promise<OwnerProof> {
  const [user, isRecent] = await Promise.all([
    findUser(services, { id: actor.userId }),
    isRecentlyProven(services, actor),
  ]);
  return {
    ways: user ? proofMethodsOf(services, user) : ['mail'],
    providers: user ? linkedProviders(services, user) : [],
    isRecent,
  };
}

export async function isRecentlyProven(
  { prisma, clock }: Pick<AccountsDeps, 'clock' | 'prisma'>,
  actor: Actor,
): Promise<boolean> {
  const session = await prisma.session.findUnique({ where: { id: actor.sessionId, userId: actor.userId } });
  if (!session?.provenAt) return false;
  const ageMs = clock() - session.provenAt.getTime();
  return ageMs >= 0 && ageMs < PROOF_MS;
}

/** Records that the session's user has proved ownership. */
export async function markProven(
  { prisma, clock }: Pick<AccountsDeps, 'clock' | 'prisma'>,
  { sessionId: id, userId }: Pick<Actor, 'sessionId' | 'userId'>,
): Promise<void> {
  await prisma.session.updateMany({ where: { id, userId }, data: { provenAt: new Date(clock()) } });
}

/** Proves ownership with the password, for the changes of the next ten minutes. */
export async function proveByPassword(
  services: AccountsDeps,
  actor: Actor,
  { password }: ProveByPasswordInput,
): Promise<Message> {
  await requireRecentProof(services, actor, { password, field: 'password' });
  return { message: PROVEN };
}

/** Mails a proof link to a user with neither a password nor a linked provider. */
export async function requestProofLink(services: AccountsDeps, actor: Actor): Promise<Message> {
  const user = await findUser(services, { id: actor.userId });
  if (!user) throw sessionEnded();
  if (!proofMethodsOf(services, user).includes('mail'))
    throw new DomainError(
      'invalid',
      'Confirm that it’s you with your password or a linked provider instead',
      {
        code: 'proof_required',
      },
    );
  mailProofLink(services, user, actor.sessionId);
  return { message: `Open the link for ${user.email} in this browser within ten minutes.` };
}

/**
 * Consumes a proof link. It must be used in the session that requested it, or a stolen session could trick the owner
 * into proving it.
 */
export async function proveByLink(
  services: Pick<AccountsDeps, 'clock' | 'prisma'>,
  actor: Actor,
  { token: secret }: ProofLinkInput,
): Promise<Message> {
  const { prisma } = services;
  const { userId, sessionId } = actor;
  const isOwn = await prisma.accountToken.count({
    where: { tokenHash: hashSecret(secret), userId, sessionId },
  });
  if (isOwn === 0 || !(await consumeToken(services, { userId, purpose: 'prove-owner', secret })))
    throw new DomainError('invalid', 'This link no longer works. Request a new one in this browser.', {
      code: 'invalid_link',
    });
  await markProven(services, actor);
  return { message: PROVEN };
}

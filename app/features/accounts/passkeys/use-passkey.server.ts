import { generateAuthenticationOptions } from '@simplewebauthn/server';
import { withHeaders } from '~/core/edge/reply.server';
import type { Actor, Client, SessionKind } from '~/core/server/session.server';
import type { Message } from '~/core/shared/message';
import { startSession, type SignedIn } from '../browser-session.server';
import type { AccountsDeps } from '../deps.server';
import { markProven, PROVEN } from '../recent-proof.server';
import { accountSuspended, findUserOrSuspended } from '../users.server';
import { consumeChallenge, keepChallenge } from './passkey-challenges.server';
import type { PasskeyAnswer } from './passkey-schema';
import { requirePasskeySite } from './passkey-site.server';
import { parseTransports, passkeyRefused, verifyPasskey } from './verify-passkey.server';

/** Options to sign in with a passkey, with the cookie that binds their challenge to this browser. */
export async function passkeySignInOptions(
  services: Pick<AccountsDeps, 'prisma' | 'clock' | 'env' | 'siteUrl'>,
  request: Request,
) {
  const { rpId: rpID } = requirePasskeySite(services);
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
  const { challenge } = options;
  const cookie = await keepChallenge(services, request, { purpose: 'sign-in', sessionId: null, challenge });
  return withHeaders({ ...options }, { 'Set-Cookie': cookie });
}

/**
 * Signs in with a passkey, which is both factors in one.
 * @throws DomainError `invalid_challenge`, `passkey_refused`, `account_suspended`
 */
export async function signInWithPasskey(
  services: AccountsDeps,
  client: Client,
  { answer, request }: { answer: PasskeyAnswer; request: Request },
  kind: SessionKind,
): Promise<SignedIn> {
  const challenge = await consumeChallenge(services, request, { purpose: 'sign-in', sessionId: null });
  const { userId } = await verifyPasskey(services, client, { answer, challenge });
  const user = await findUserOrSuspended(services, { id: userId });
  if (!user) throw passkeyRefused();
  if (user.suspendedAt) throw accountSuspended();
  return startSession(services, client, { user, kind, method: 'passkey' });
}

/** Options to prove with a passkey whose account it is. */
export async function passkeyProofOptions(
  services: Pick<AccountsDeps, 'prisma' | 'clock' | 'env' | 'siteUrl'>,
  actor: Actor,
  request: Request,
) {
  const { rpId: rpID } = requirePasskeySite(services);
  const passkeys = await services.prisma.passkey.findMany({ where: { userId: actor.userId } });
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports: parseTransports(transports) })),
  });
  const { challenge } = options;
  const { sessionId } = actor;
  const cookie = await keepChallenge(services, request, { purpose: 'prove', sessionId, challenge });
  return withHeaders({ ...options }, { 'Set-Cookie': cookie });
}

/** Proves with one of the user's passkeys that it is them, for this session and ten minutes. */
export async function proveByPasskey(
  services: AccountsDeps,
  actor: Actor,
  { answer, request }: { answer: PasskeyAnswer; request: Request },
): Promise<Message> {
  const { sessionId } = actor;
  const challenge = await consumeChallenge(services, request, { purpose: 'prove', sessionId });
  const client = { address: actor.address ?? '' };
  const { userId } = await verifyPasskey(services, client, { answer, challenge });
  if (userId !== actor.userId) throw passkeyRefused();
  await markProven(services, actor);
  return { message: PROVEN };
}

import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { DomainError } from '~/core/shared/errors';
import { z } from '~/core/shared/zod';
import { auditSignInRefusal } from '../audit-refusal.server';
import type { AccountsDeps } from '../deps.server';
import type { PasskeyAnswer } from './passkey-schema';
import { requirePasskeySite } from './passkey-site.server';

const transportsSchema = z.array(z.string());

/** How a browser reaches a passkey, as it was stored. */
export const parseTransports = (json: string): string[] => transportsSchema.parse(JSON.parse(json));

/** A user's handle inside their passkeys. */
export const userHandleOf = (userId: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(userId);

/**
 * Checks that a passkey signed the challenge, on this site, with the user verified. Returns whose it is.
 * @throws DomainError `passkey_refused`
 */
export async function verifyPasskey(
  services: Pick<AccountsDeps, 'prisma' | 'clock' | 'siteUrl' | 'log'>,
  client: { address: string },
  { answer, challenge }: { answer: PasskeyAnswer; challenge: string | undefined },
): Promise<{ userId: string }> {
  const { prisma, clock, log } = services;
  const { rpId, origin } = requirePasskeySite(services);
  if (challenge === undefined) throw challengeExpired();
  const passkey = await prisma.passkey.findUnique({ where: { id: answer.id } });
  if (!passkey) throw passkeyRefused();
  const { id, userId, counter } = passkey;
  // Those of a known passkey are worth an entry; others could be made up by anyone, without end.
  const refuse = async (): Promise<never> => {
    await auditSignInRefusal(services, client, { subject: userId, code: PASSKEY_REFUSED });
    throw passkeyRefused();
  };
  const { userHandle } = answer.response;
  if (userHandle !== undefined && userHandle !== Buffer.from(userHandleOf(userId)).toString('base64url'))
    return refuse();
  const result = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id,
      publicKey: passkey.publicKey,
      counter: Number(counter),
      transports: parseTransports(passkey.transports),
    },
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'a passkey was refused');
    return undefined;
  });
  if (!result?.verified) return refuse();
  // A copy of the passkey would count the same number twice.
  const { count } = await prisma.passkey.updateMany({
    where: { id, counter },
    data: { counter: BigInt(result.authenticationInfo.newCounter), lastUsedAt: new Date(clock()) },
  });
  if (count === 0) return refuse();
  return { userId };
}

export const PASSKEY_REFUSED = 'passkey_refused';

export const passkeyRefused = (): DomainError =>
  new DomainError(
    'unauthenticated',
    'This passkey doesn’t open an account here. Use another way to log in.',
    {
      code: PASSKEY_REFUSED,
    },
  );

export const challengeExpired = (): DomainError =>
  new DomainError('unauthenticated', 'This took too long. Try again.', { code: 'invalid_challenge' });

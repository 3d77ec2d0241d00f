import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { withHeaders } from '~/core/edge/reply.server';
import type { Actor } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { Message } from '~/core/shared/message';
import { auditSignInRefusal } from '../audit-refusal.server';
import type { AccountsDeps } from '../deps.server';
import { requireRecentProof } from '../recent-proof.server';
import { requestMail } from '../request-mails.server';
import type { CurrentPasswordInput } from '../schema';
import { waysIn } from '../provider-on-account.server';
import { findUser } from '../users.server';
import { consumeChallenge, keepChallenge } from './passkey-challenges.server';
import type { NewPasskey, ShownPasskey } from './passkey-schema';
import { requirePasskeySite } from './passkey-site.server';
import { challengeExpired, parseTransports, PASSKEY_REFUSED, userHandleOf } from './verify-passkey.server';

const MAX_PASSKEYS = 20;

/** The oldest first. */
export async function listPasskeys(
  { prisma }: Pick<AccountsDeps, 'prisma'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<ShownPasskey[]> {
  const rows = await prisma.passkey.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
  return rows.map(show);
}

/**
 * Options to make a passkey, with the cookie that binds their challenge to this browser. They need proof: a stolen session
 * could add a way in for good.
 */
export async function passkeyRegistrationOptions(
  services: AccountsDeps,
  actor: Actor,
  { currentPassword, request }: CurrentPasswordInput & { request: Request },
) {
  const { rpId: rpID } = requirePasskeySite(services);
  const user = await requireRecentProof(services, actor, {
    password: currentPassword,
    field: 'currentPassword',
  });
  const passkeys = await services.prisma.passkey.findMany({ where: { userId: user.id } });
  if (passkeys.length >= MAX_PASSKEYS) throw tooManyPasskeys();
  const options = await generateRegistrationOptions({
    rpID,
    rpName: 'Promptwell',
    userID: userHandleOf(user.id),
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
    excludeCredentials: passkeys.map(({ id, transports }) => ({
      id,
      transports: parseTransports(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { challenge } = options;
  const { sessionId } = actor;
  const cookie = await keepChallenge(services, request, { purpose: 'register', sessionId, challenge });
  return withHeaders({ ...options }, { 'Set-Cookie': cookie });
}

/** @throws DomainError `invalid_challenge`, `passkey_refused`, `passkey_known`, `too_many_passkeys` */
export async function addPasskey(
  services: AccountsDeps,
  actor: Actor,
  { name, answer, request }: NewPasskey & { request: Request },
): Promise<ShownPasskey> {
  const { prisma, clock, log } = services;
  const { userId, sessionId } = actor;
  const { rpId, origin } = requirePasskeySite(services);
  const challenge = await consumeChallenge(services, request, { purpose: 'register', sessionId });
  if (challenge === undefined) throw challengeExpired();
  const result = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'a new passkey was refused');
    return undefined;
  });
  if (!result?.verified) {
    await auditSignInRefusal(
      services,
      { address: actor.address ?? '' },
      { subject: userId, code: PASSKEY_REFUSED },
    );
    throw new DomainError('invalid', 'This passkey can’t be used here. Try again, or use another one.', {
      code: PASSKEY_REFUSED,
    });
  }
  const { credential } = result.registrationInfo;
  const row = await prisma.$transaction(async (transaction) => {
    if (await transaction.passkey.findUnique({ where: { id: credential.id } }))
      throw new DomainError('conflict', 'This passkey is already in use.', { code: 'passkey_known' });
    if ((await transaction.passkey.count({ where: { userId } })) >= MAX_PASSKEYS) throw tooManyPasskeys();
    return transaction.passkey.create({
      data: {
        id: credential.id,
        userId,
        name,
        publicKey: credential.publicKey,
        counter: BigInt(credential.counter),
        transports: JSON.stringify(credential.transports ?? []),
        createdAt: new Date(clock()),
      },
    });
  });
  services.sessions.forget(userId); // without a password, it is the second factor that their role may require
  tell(services, userId, 'passkey-added');
  return show(row);
}

/** Those of others are not found. */
export async function readPasskey(
  { prisma }: Pick<AccountsDeps, 'prisma'>,
  { userId }: Actor,
  id: string,
): Promise<ShownPasskey> {
  const row = await prisma.passkey.findFirst({ where: { id, userId } });
  if (!row) throw noSuchPasskey();
  return show(row);
}

/** Those of others are not found. */
export async function renamePasskey(
  { prisma }: Pick<AccountsDeps, 'prisma'>,
  { userId }: Actor,
  { id, name }: { id: string; name: string },
): Promise<ShownPasskey> {
  const { count } = await prisma.passkey.updateMany({ where: { id, userId }, data: { name } });
  if (count === 0) throw noSuchPasskey();
  return show(await prisma.passkey.findUniqueOrThrow({ where: { id } }));
}

/** @throws DomainError `no_such_passkey`, `last_way_in`, `proof_required` */
export async function removePasskey(
  services: AccountsDeps,
  actor: Actor,
  { id, currentPassword }: CurrentPasswordInput & { id: string },
): Promise<Message> {
  const { userId } = actor;
  const passkey = await services.prisma.passkey.findFirst({ where: { id, userId } });
  if (!passkey) throw noSuchPasskey();
  await requireRecentProof(services, actor, { password: currentPassword, field: 'currentPassword' });
  await services.prisma.$transaction(async (transaction) => {
    const user = await findUser({ prisma: transaction }, { id: userId });
    if (!user || waysIn(services, user).length < 2) throw lastWayIn();
    await transaction.passkey.deleteMany({ where: { id, userId } });
  });
  services.sessions.forget(userId);
  tell(services, userId, 'passkey-removed');
  return { message: `Removed “${passkey.name}”.` };
}

const show = (row: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }): ShownPasskey => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

const tell = (services: AccountsDeps, userId: string, kind: 'passkey-added' | 'passkey-removed'): void =>
  services.background.run(`${kind} mail`, () => requestMail(services, userId, { kind }));

const noSuchPasskey = (): DomainError =>
  new DomainError('not-found', 'There is no such passkey.', { code: 'no_such_passkey' });

const lastWayIn = (): DomainError =>
  new DomainError(
    'conflict',
    'This is the only way to log in to your account. Add another one before you remove it.',
    { code: 'last_way_in' },
  );

const tooManyPasskeys = (): DomainError =>
  new DomainError('conflict', `You have ${String(MAX_PASSKEYS)} passkeys. Remove one first.`, {
    code: 'too_many_passkeys',
  });

import { randomUUID } from 'node:crypto';
import type { Client } from '~/core/server/session.server';
import { DomainError } from '~/core/shared/errors';
import type { AccountsDeps } from '../deps.server';
import { startSession, type SignedIn } from '../browser-session.server';
import { addPendingRegistration, confirmAddress } from '../pending-registrations.server';
import { mailInBackground } from '../request-mails.server';
import type { RegisterInput, ReturnTo } from '../schema';
import { findUser } from '../users.server';
import { claimInvitation, findInvitation, grantInvitation } from './use-invitation.server';

/** `confirmed`: the account is ready. `mailed`: its address has to be confirmed by a link first. */
export type InvitedRegistration = { kind: 'confirmed'; userId: string } | { kind: 'mailed' };

type InvitedInput = RegisterInput & { invitation: string } & ReturnTo;

export const invalidInvitation = (): DomainError =>
  new DomainError('forbidden', 'This invitation has expired or was used. Ask for a new one.', {
    code: 'invalid_invitation',
  });

/**
 * Registers with an invitation. One for an address proves it: its link was mailed there, or given by the administrator
 * who named the address. Anyone may have a link without an address, so that its user confirms by mail; on a server
 * that can't send mail, the administrator's invitation has to do.
 */
export async function registerInvited(
  services: AccountsDeps,
  input: InvitedInput,
): Promise<InvitedRegistration> {
  const { passwords, env } = services;
  const { email, password, firstName, lastName, invitation: secret } = input;
  const invitation = await findInvitation(services, secret);
  if (!invitation) throw invalidInvitation();
  if (invitation.email !== null && invitation.email !== email)
    throw new DomainError('forbidden', `This invitation is for ${invitation.email}.`, {
      code: 'invitation_for_other_address',
      field: 'email',
    });
  const passwordHash = await passwords.hash(password);
  const isProven = invitation.email !== null || env.SMTP_URL === undefined;
  const account = { email, firstName, lastName, passwordHash, secret };
  if (isProven) return { kind: 'confirmed', userId: await createConfirmed(services, account) };
  const registrationId = await addInvited(services, account);
  mailInBackground(services, { email, returnTo: input.returnTo }, (user) =>
    user.emailConfirmedAt
      ? { kind: 'already-registered' }
      : { kind: 'confirm-email', details: { registrationId } },
  );
  return { kind: 'mailed' };
}

/** Registers on the page of the invitation, and signs in where that is possible at once. */
export async function registerInvitedOnPage(
  services: AccountsDeps,
  client: Client,
  input: InvitedInput,
): Promise<{ kind: 'signed-in'; signedIn: SignedIn } | { kind: 'mailed' }> {
  const registration = await registerInvited(services, input);
  if (registration.kind === 'mailed') return registration;
  const user = await findUser(services, { id: registration.userId });
  if (!user) throw invalidInvitation();
  return {
    kind: 'signed-in',
    signedIn: await startSession(services, client, { user, kind: 'cookie', method: 'invitation' }),
  };
}

interface NewAccount {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  secret: string;
}

/** The account takes this password only if the address had no confirmed account. */
async function createConfirmed(
  services: AccountsDeps,
  { email, firstName, lastName, passwordHash, secret }: NewAccount,
): Promise<string> {
  const { prisma, clock, sessions } = services;
  const now = new Date(clock());
  const userId = await prisma.$transaction(async (transaction) => {
    const known = await transaction.user.findUnique({ where: { email } });
    if (known?.emailConfirmedAt || known?.suspendedAt) throw alreadyRegistered();
    const id = known?.id ?? randomUUID();
    const data = { firstName, lastName, passwordHash, passwordChangedAt: now, emailConfirmedAt: now };
    if (known) await confirmAddress({ prisma: transaction, clock }, id);
    await transaction.user.upsert({
      where: { id },
      create: { id, email, ...data, createdAt: now },
      update: data,
    });
    if (!(await claimInvitation({ ...services, prisma: transaction }, { secret, email, userId: id })))
      throw invalidInvitation();
    return id;
  });
  await sessions.endAll(userId);
  await grantInvitation(services, userId);
  return userId;
}

/** Adds a registration to confirm by mail; undefined if the address is already confirmed. */
async function addInvited(
  services: AccountsDeps,
  { email, secret, ...registration }: NewAccount,
): Promise<string | undefined> {
  const { prisma, clock } = services;
  return prisma.$transaction(async (transaction) => {
    const store = { prisma: transaction, clock };
    const user = await transaction.user.upsert({
      where: { email },
      create: { id: randomUUID(), email, firstName: '', lastName: '', createdAt: new Date(clock()) },
      update: { email },
    });
    if (user.emailConfirmedAt !== null) return undefined;
    if (!(await claimInvitation({ ...services, prisma: transaction }, { secret, email, userId: user.id })))
      throw invalidInvitation();
    return addPendingRegistration(store, { ...registration, userId: user.id });
  });
}

const alreadyRegistered = (): DomainError =>
  new DomainError('conflict', 'There’s already an account for this address. Log in instead.', {
    code: 'already_registered',
    field: 'email',
  });

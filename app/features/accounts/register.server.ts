import { randomUUID } from 'node:crypto';
import type { Message } from '~/core/shared/message';
import type { AccountsDeps } from './deps.server';
import { addPendingRegistration } from './pending-registrations.server';
import { registerInvited } from './invitations/register-invited.server';
import { mayRegister, registrationClosed } from './registration-policy.server';
import { mailInBackground } from './request-mails.server';
import type { EmailOnlyInput, RegisterInput, ReturnTo } from './schema';

const REGISTERED = 'Check your email: we’ve sent you a link to confirm your address.';
const ACCOUNT_READY = 'Your account is ready. You can log in now.';
const CONFIRMATION_RESENT = 'If this address has an unconfirmed account, we’ve sent a new link.';

/**
 * Creates an unconfirmed account. The response is the same if the address already has one; its owner gets a mail
 * instead.
 */
export async function registerUser(
  services: AccountsDeps,
  input: RegisterInput & ReturnTo & { invitation?: string | undefined },
): Promise<Message> {
  const { email, password, returnTo, firstName, lastName, invitation } = input;
  if (invitation !== undefined) {
    const { kind } = await registerInvited(services, { ...input, invitation });
    return { message: kind === 'confirmed' ? ACCOUNT_READY : REGISTERED };
  }
  if (!mayRegister(services.env, email)) throw registrationClosed(services.env);
  const passwordHash = await services.passwords.hash(password); // also for a known address: it takes the most time
  const registrationId = await addRegistration(services, { firstName, lastName, email, passwordHash });
  mailInBackground(services, { email, returnTo }, (user) =>
    user.emailConfirmedAt
      ? { kind: 'already-registered' }
      : { kind: 'confirm-email', details: { registrationId } },
  );
  return { message: REGISTERED };
}

interface NewRegistration {
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string;
}

/** Undefined if the address is already confirmed; that account isn't changed. */
async function addRegistration(
  { prisma, clock }: Pick<AccountsDeps, 'clock' | 'prisma'>,
  { email, ...registration }: NewRegistration,
): Promise<string | undefined> {
  return prisma.$transaction(async (transaction) => {
    const user = await transaction.user.upsert({
      where: { email },
      create: { id: randomUUID(), email, firstName: '', lastName: '', createdAt: new Date(clock()) },
      update: { email }, // writes in either case, because timing would reveal the difference
    });
    if (user.emailConfirmedAt === null)
      return addPendingRegistration({ prisma: transaction, clock }, { ...registration, userId: user.id });
    await transaction.pendingRegistration.deleteMany({ where: { userId: user.id } }); // same work as the other branch
    return undefined;
  });
}

/** Mails a new confirmation link if the address is unconfirmed. The response doesn't reveal that. */
export function resendConfirmation(
  services: Pick<
    AccountsDeps,
    | 'log'
    | 'clock'
    | 'prisma'
    | 'rateLimits'
    | 'paymentMutex'
    | 'deferredWrites'
    | 'mailQueueKey'
    | 'mailer'
    | 'background'
    | 'mailComposers'
  >,
  to: EmailOnlyInput & ReturnTo,
): Message {
  mailInBackground(services, to, (user) => (user.emailConfirmedAt ? undefined : { kind: 'confirm-email' }));
  return { message: CONFIRMATION_RESENT };
}

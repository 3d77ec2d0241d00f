import { randomUUID } from 'node:crypto';
import type { Message } from '~/core/shared/message';
import type { AccountsDeps } from './deps.server';
import { addPendingRegistration } from './pending-registrations.server';
import { mailInBackground } from './request-mails.server';
import type { EmailOnlyInput, RegisterInput, ReturnTo } from './schema';

const REGISTERED = 'Check your email: we’ve sent you a link to confirm your address.';
const CONFIRMATION_RESENT = 'If this address has an unconfirmed account, we’ve sent a new link.';

/**
 * Creates an unconfirmed account. The response is the same if the address already has one; its owner gets a mail
 * instead.
 */
export async function registerUser(
  services: AccountsDeps,
  { email, password, returnTo, firstName, lastName }: RegisterInput & ReturnTo,
): Promise<Message> {
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

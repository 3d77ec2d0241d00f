import { randomUUID } from 'node:crypto';
import type { Message } from '~/core/shared/message';
import type { AccountsDeps } from './deps.server';
import { addPendingRegistration } from './pending-registrations.server';
import { mailInBackground } from './request-mails.server';
import type { EmailOnlyInput, RegisterInput, WayBack } from './schema';

const REGISTERED = 'Check your email: we’ve sent you a link to confirm your address.';
const CONFIRMATION_RESENT = 'If this address has an unconfirmed account, we’ve sent a new link.';

/**
 * Makes an account that waits for its confirmation. The answer is the same when the address has an account already;
 * its owner then gets a mail that says so.
 */
export async function registerUser(
  services: AccountsDeps,
  { email, password, returnTo, firstName, lastName }: RegisterInput & WayBack,
): Promise<Message> {
  const passwordHash = await services.passwords.hash(password); // for a known address too: it takes the most time
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

/** Undefined for a confirmed address, which stays untouched. */
async function addRegistration(
  { prisma, clock }: Pick<AccountsDeps, 'clock' | 'prisma'>,
  { email, ...registration }: NewRegistration,
): Promise<string | undefined> {
  return prisma.$transaction(async (transaction) => {
    const user = await transaction.user.upsert({
      where: { email },
      create: { id: randomUUID(), email, firstName: '', lastName: '', createdAt: new Date(clock()) },
      update: { email }, // a write in any case: its absence could be measured
    });
    if (user.emailConfirmedAt === null)
      return addPendingRegistration({ prisma: transaction, clock }, { ...registration, userId: user.id });
    await transaction.pendingRegistration.deleteMany({ where: { userId: user.id } }); // as much work, for nothing
    return undefined;
  });
}

/** Sends a new confirmation link, if there is something to confirm. The answer does not tell. */
export function resendConfirmation(
  services: Pick<
    AccountsDeps,
    | 'log'
    | 'clock'
    | 'prisma'
    | 'rateLimits'
    | 'paymentTurns'
    | 'deferredWrites'
    | 'mailQueueKey'
    | 'mailer'
    | 'background'
    | 'mailComposers'
  >,
  to: EmailOnlyInput & WayBack,
): Message {
  mailInBackground(services, to, (user) => (user.emailConfirmedAt ? undefined : { kind: 'confirm-email' }));
  return { message: CONFIRMATION_RESENT };
}

import { randomUUID } from 'node:crypto';
import { DomainError } from '~/core/shared/errors';
import {
  queueRequestedMail,
  sendQueuedMail,
  type AccountMail,
  type MailDetails,
} from '~/features/mails/index.server';
import type { AccountsDeps } from './deps.server';
import { ACCOUNT_RATE_LIMITS } from './rate-limits.server';
import type { EmailOnlyInput, ReturnTo } from './schema';
import { findUser, type User } from './users.server';

type Deps = Pick<
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
>;

interface AccountMailRequest {
  kind: AccountMail;
  recipient?: string;
  details?: MailDetails;
}

/**
 * Sends a mail after the response, so that response times don't reveal whether the address has an account. `choose`
 * returns the mail for its user, if any. Rate limited per recipient; mails beyond the limit are dropped silently.
 */
export function mailInBackground(
  services: Deps,
  { email, returnTo }: EmailOnlyInput & ReturnTo,
  choose: (user: User) => AccountMailRequest | undefined,
): void {
  services.background.run('account mail', async () => {
    const user = await findUser(services, { email });
    const request = user && choose(user);
    if (!request || !(await mayMailTo(services, email))) return;
    await requestMail(services, user.id, { ...request, details: { ...request.details, returnTo } });
  });
}

/** Mails the address that an account is to change to. If it has an account, its owner gets that notice instead. */
export function mailToNewAddress(services: Deps, userId: string, newEmail: string): void {
  services.background.run('email change mail', async () => {
    const [user, owner] = await Promise.all([
      findUser(services, { id: userId }),
      findUser(services, { email: newEmail }),
    ]);
    if (!user || !(await mayMailTo(services, newEmail))) return;
    await (owner
      ? requestMail(services, owner.id, { kind: 'already-registered' })
      : requestMail(services, userId, { kind: 'change-email', recipient: newEmail }));
  });
}

/** Mails a proof link that must be opened in the session that requested it. */
export function mailProofLink(services: Deps, user: User, sessionId: string): void {
  services.background.run('proof link mail', async () => {
    if (!(await mayMailTo(services, user.email))) return;
    await requestMail(services, user.id, { kind: 'prove-owner', details: { sessionId } });
  });
}

/** Queues a mail on disk and tries to send it at once. After a crash it is sent at the next start. */
export async function requestMail(
  services: Pick<
    AccountsDeps,
    | 'log'
    | 'clock'
    | 'prisma'
    | 'paymentMutex'
    | 'deferredWrites'
    | 'mailQueueKey'
    | 'mailer'
    | 'mailComposers'
  >,
  userId: string,
  request: AccountMailRequest,
): Promise<void> {
  const mail = { ...request, userId, about: randomUUID() };
  await queueRequestedMail(services, mail);
  await sendQueuedMail(services, mail);
}

async function mayMailTo(
  { rateLimits, log }: Pick<AccountsDeps, 'log' | 'rateLimits'>,
  address: string,
): Promise<boolean> {
  try {
    await rateLimits.take(ACCOUNT_RATE_LIMITS.mailTo, address);
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    log.warn('a mail was not sent: its address had enough of them this hour');
    return false;
  }
}

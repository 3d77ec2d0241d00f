import { DomainError } from '~/core/shared/errors';
import { ACCOUNT_RULES } from './account-limits.server';
import { alreadyRegisteredMail, confirmationMail, passwordResetMail } from './account-mails.server';
import { issueToken } from './account-tokens.server';
import type { Accounts } from './deps.server';

interface Recipient {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

type MailDeps = Pick<Accounts, 'prisma' | 'clock' | 'mailer' | 'siteUrl'>;

export async function sendConfirmation(deps: MailDeps, user: Recipient): Promise<void> {
  const token = await issueToken(deps, { userId: user.id, purpose: 'confirm-email' });
  await deps.mailer.send(confirmationMail(user, link(deps, '/confirm-email', { userId: user.id, token })));
}

export async function sendPasswordReset(deps: MailDeps, user: Recipient): Promise<void> {
  await deps.mailer.send(passwordResetMail(user, await resetLink(deps, user)));
}

export async function sendAlreadyRegistered(deps: MailDeps, user: Recipient): Promise<void> {
  await deps.mailer.send(alreadyRegisteredMail(user, await resetLink(deps, user)));
}

/** Nobody's mailbox is flooded by others who type their address; what is too much is not sent, and nobody is told. */
export async function mailWithinLimits(
  { limits, log }: Pick<Accounts, 'limits' | 'log'>,
  email: string,
  send: () => Promise<void>,
): Promise<void> {
  try {
    await limits.take(ACCOUNT_RULES.mailTo, email);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    log.warn('a mail was not sent: its address had enough of them this hour');
    return;
  }
  await send();
}

async function resetLink(deps: MailDeps, user: Recipient): Promise<string> {
  const token = await issueToken(deps, { userId: user.id, purpose: 'reset-password' });
  return link(deps, '/reset-password', { email: user.email, token });
}

function link({ siteUrl }: Pick<Accounts, 'siteUrl'>, path: string, query: Record<string, string>): string {
  return `${siteUrl()}${path}?${new URLSearchParams(query).toString()}`;
}

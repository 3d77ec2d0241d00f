import { fullName } from '~/core/shared/full-name';
import type { Mail } from './mailer.server';

interface Recipient {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** A mail to a user: the greeting, the paragraphs, and who writes. */
export const letterTo = (
  user: Recipient,
  paragraphs: readonly string[],
): Pick<Mail, 'to' | 'userId' | 'text'> => ({
  to: { name: fullName(user), address: user.email },
  userId: user.id,
  text: `${[`Hello ${user.firstName || 'there'},`, ...paragraphs, 'Promptwell'].join('\n\n')}\n`,
});

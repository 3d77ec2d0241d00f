import { fullName } from '~/core/shared/full-name';
import type { Mail } from './mailer.server';

interface Recipient {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
}

/**
 * Mail programs turn such names into links, and a user may register with someone else's address: our mail would then
 * advertise that site.
 */
const LINK_LIKE = /[/:@]|\.\p{L}{2}/u;

/** A user-entered name that is safe in a mail to others; empty if it could become a link. */
export const nameWithoutLink = (name: string): string => (LINK_LIKE.test(name) ? '' : name);

/** A mail to a user: greeting, paragraphs, signature. */
export function composeUserMail(
  user: Recipient,
  paragraphs: readonly string[],
): Pick<Mail, 'to' | 'userId' | 'text'> {
  const { id: userId, email: address } = user;
  const named = nameWithoutLink(fullName(user)) === '' ? { firstName: '', lastName: '' } : user;
  return {
    to: { name: fullName(named), address },
    userId,
    text: `${[`Hello ${named.firstName || 'there'},`, ...paragraphs, 'Promptwell'].join('\n\n')}\n`,
  };
}

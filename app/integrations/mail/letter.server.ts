import { fullName } from '~/core/shared/full-name';
import type { Mail } from './mailer.server';

interface Recipient {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** Mail programs make links of such names, and whoever typed one may have typed somebody else's address with it. */
const LIKE_A_LINK = /[/:@]|\.\p{L}{2}/u;

/** A name that somebody typed, for a mail that others may get; empty where it could become a link. */
export const unlinkedName = (name: string): string => (LIKE_A_LINK.test(name) ? '' : name);

/** A mail to a user: the greeting, the paragraphs, and who writes. */
export function letterTo(
  user: Recipient,
  paragraphs: readonly string[],
): Pick<Mail, 'to' | 'userId' | 'text'> {
  const { id: userId, email: address } = user;
  const named = unlinkedName(fullName(user)) === '' ? { firstName: '', lastName: '' } : user;
  return {
    to: { name: fullName(named), address },
    userId,
    text: `${[`Hello ${named.firstName || 'there'},`, ...paragraphs, 'Promptwell'].join('\n\n')}\n`,
  };
}

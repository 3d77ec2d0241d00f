import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '~/core/shared/errors';
import type { Services } from '~/services';
import { MAIL_KINDS, parseMailKind, type MailKind } from './mail-kinds';

interface Subject {
  userId: string;
  kind: MailKind;
}

/** Whoever holds the mail may end mails of its kind, and do nothing else: the link is signed, not signed in. */
const signatureOf = ({ mailKey }: Pick<Services, 'mailKey'>, { userId, kind }: Subject): string =>
  createHmac('sha256', mailKey).update(`unsubscribe:${userId}:${kind}`).digest('base64url');

export function unsubscribeLink(services: Pick<Services, 'mailKey' | 'siteUrl'>, subject: Subject): string {
  const query = new URLSearchParams({
    user: subject.userId,
    kind: subject.kind,
    signature: signatureOf(services, subject),
  });
  return `${services.siteUrl()}/unsubscribe?${query.toString()}`;
}

/** Reads a link's address; a link that we did not make is a link to nothing. */
export function readUnsubscribeLink(
  services: Pick<Services, 'mailKey'>,
  { user: userId, kind: kindText, signature }: { user: string; kind: string; signature: string },
): Subject {
  const kind = parseMailKind(kindText);
  if (kind !== undefined) {
    const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(services, { userId, kind }))];
    if (given.length === expected.length && timingSafeEqual(given, expected)) return { userId, kind };
  }
  throw new DomainError('not-found', 'This unsubscribe link isn’t valid.', { code: 'wrong_link' });
}

/** Ends mails of this kind for this person. Pressing twice does no harm. */
export async function unsubscribe(services: Services, { userId, kind }: Subject): Promise<void> {
  const user = await services.prisma.user.findFirst({ where: { id: userId, deletedAt: null } });
  if (user) await services.preferences.change(userId, { [MAIL_KINDS[kind].preference]: false });
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '~/core/shared/errors';
import type { NotificationsDeps } from './deps.server';
import { MAIL_KINDS, parseMailKind, type MailKind } from './mail-kinds';

interface Subject {
  userId: string;
  kind: MailKind;
}

/** Whoever holds the mail may end mails of its kind, and do nothing else: the link is signed, not signed in. */
const signatureOf = ({ mailKey }: Pick<NotificationsDeps, 'mailKey'>, { userId, kind }: Subject): string =>
  createHmac('sha256', mailKey).update(`unsubscribe:${userId}:${kind}`).digest('base64url');

export function unsubscribeLink(
  services: Pick<NotificationsDeps, 'siteUrl' | 'mailKey'>,
  subject: Subject,
): string {
  const query = new URLSearchParams({
    user: subject.userId,
    kind: subject.kind,
    signature: signatureOf(services, subject),
  });
  return `${services.siteUrl()}/unsubscribe?${query.toString()}`;
}

interface UnsubscribeLink {
  user: string;
  kind: string;
  signature: string;
}

/** What a link's address stands for; undefined for a link that we did not make. */
function subjectOf(
  services: Pick<NotificationsDeps, 'mailKey'>,
  { user: userId, kind: kindText, signature }: UnsubscribeLink,
): Subject | undefined {
  const kind = parseMailKind(kindText);
  if (kind === undefined) return undefined;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(services, { userId, kind }))];
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs ? { userId, kind } : undefined;
}

/** The same for whoever acts on it: a link that we did not make is a link to nothing. */
export function readUnsubscribeLink(
  services: Pick<NotificationsDeps, 'mailKey'>,
  link: UnsubscribeLink,
): Subject {
  const subject = subjectOf(services, link);
  if (subject) return subject;
  throw new DomainError('not-found', 'This unsubscribe link isn’t valid.', { code: 'wrong_link' });
}

/** What the page says: nothing was asked for, the link is not ours, it asks, or there is nothing left to end. */
export type UnsubscribePageData = { state: 'bare' | 'wrong' } | { state: 'asks' | 'done'; kind: MailKind };

/** A link that is opened again, or whose account is gone, leads to mails that have ended already. */
export async function readUnsubscribePage(
  services: Pick<NotificationsDeps, 'prisma' | 'mailKey' | 'preferences'>,
  link: UnsubscribeLink,
): Promise<UnsubscribePageData> {
  if (Object.values(link).every((part) => part === '')) return { state: 'bare' };
  const subject = subjectOf(services, link);
  if (!subject) return { state: 'wrong' };
  const { userId, kind } = subject;
  const user = await services.prisma.user.findFirst({ where: { id: userId, deletedAt: null } });
  const isWanted = user !== null && (await services.preferences.read(userId))[MAIL_KINDS[kind].preference];
  return { state: isWanted ? 'asks' : 'done', kind };
}

/** Ends mails of this kind for this person. Pressing twice does no harm. */
export async function unsubscribe(
  services: Pick<NotificationsDeps, 'prisma' | 'preferences'>,
  { userId, kind }: Subject,
): Promise<void> {
  const user = await services.prisma.user.findFirst({ where: { id: userId, deletedAt: null } });
  if (user) await services.preferences.change(userId, { [MAIL_KINDS[kind].preference]: false });
}

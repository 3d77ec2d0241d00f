import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '~/core/shared/errors';
import type { NotificationsDeps } from './deps.server';
import { MAIL_KINDS, parseMailKind, type MailKind } from './mail-kinds';

interface Subject {
  userId: string;
  kind: MailKind;
}

/** The signed link allows its holder to turn off mails of one kind, and nothing else, without signing in. */
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

/** The subject of a link; undefined if the signature is invalid. */
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

/** Like `subjectOf`, but throws not found for an invalid link. */
export function readUnsubscribeLink(
  services: Pick<NotificationsDeps, 'mailKey'>,
  link: UnsubscribeLink,
): Subject {
  const subject = subjectOf(services, link);
  if (subject) return subject;
  throw new DomainError('not-found', 'This unsubscribe link isn’t valid.', { code: 'wrong_link' });
}

/** `bare`: no link; `wrong`: invalid signature; `asks`: confirm; `done`: already turned off. */
export type UnsubscribePageData = { state: 'bare' | 'wrong' } | { state: 'asks' | 'done'; kind: MailKind };

/** A link used before, or of a deleted account, shows that the mails are already off. */
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

/** Turns off mails of this kind. Idempotent. */
export async function unsubscribe(
  services: Pick<NotificationsDeps, 'prisma' | 'preferences'>,
  { userId, kind }: Subject,
): Promise<void> {
  const user = await services.prisma.user.findFirst({ where: { id: userId, deletedAt: null } });
  if (user) await services.preferences.change(userId, { [MAIL_KINDS[kind].preference]: false });
}

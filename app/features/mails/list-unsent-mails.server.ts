import type { Mail } from '@prisma/client';
import type { Actor } from '~/core/server/session.server';
import type { MailsDeps } from './deps.server';
import { kindLabel } from './mail-kinds';
import { FAILED_KEPT_MS, MAX_MAIL_AGE_MS } from './mail-age';
import type { UnsentMail, UnsentMails, UnsentMailsQuery } from './schema';

/** Mails of the last 30 days that are queued, were refused or were given up, newest first. */
export async function listUnsentMails(
  { prisma, clock }: Pick<MailsDeps, 'prisma' | 'clock'>,
  { page, pageSize }: UnsentMailsQuery,
): Promise<UnsentMails> {
  const nowMs = clock();
  const where = { sentAt: null, dueAt: { gt: BigInt(nowMs - FAILED_KEPT_MS) } };
  const [total, rows] = await Promise.all([
    prisma.mail.count({ where }),
    prisma.mail.findMany({
      where,
      orderBy: [{ dueAt: 'desc' }, { userId: 'asc' }, { kind: 'asc' }, { about: 'asc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
      include: { user: { select: { email: true } } },
    }),
  ]);
  const invitations = await prisma.teamInvitation.findMany({
    where: { id: { in: rows.filter(isInvitation).map(({ about }) => about) } },
    select: { id: true, email: true },
  });
  const invited = new Map(invitations.map(({ id, email }) => [id, email]));
  const recipientOf = (row: (typeof rows)[number]): string =>
    row.recipient ?? (isInvitation(row) ? (invited.get(row.about) ?? '') : row.user.email);
  return {
    mails: rows.map((row) => describe(row, recipientOf(row), nowMs)),
    total,
    page,
    pageSize,
  };
}

export async function readUnsentMailsPage(
  services: Pick<MailsDeps, 'clock' | 'prisma' | 'preferences'>,
  actor: Actor,
  query: UnsentMailsQuery,
) {
  const [list, { PreferredTimezone: timeZone }] = await Promise.all([
    listUnsentMails(services, query),
    services.preferences.read(actor.userId),
  ]);
  return { ...list, timeZone };
}

/** The row belongs to the inviting user; the mail goes to the invitee. */
const isInvitation = ({ kind }: Pick<Mail, 'kind'>): boolean => kind === 'team-invitation';

function describe(row: Mail, recipient: string, nowMs: number): UnsentMail {
  const { userId, kind, about, attempts, lastError } = row;
  const state = stateOf(row, nowMs);
  // A mail without an attempt so far is tried within a minute.
  const nextAttemptMs = Math.max(Number(row.nextAttemptAt), Number(row.dueAt));
  return {
    userId,
    kind,
    about,
    label: kindLabel(kind),
    recipient,
    state,
    since: isoOf(Number(row.dueAt)),
    attempts,
    lastError,
    nextAttemptAt: state === 'waiting' ? isoOf(nextAttemptMs) : null,
  };
}

function stateOf({ failedAt, dueAt }: Mail, nowMs: number): UnsentMail['state'] {
  if (failedAt !== null) return 'refused';
  return Number(dueAt) <= nowMs - MAX_MAIL_AGE_MS ? 'given-up' : 'waiting';
}

const isoOf = (atMs: number): string => new Date(atMs).toISOString();

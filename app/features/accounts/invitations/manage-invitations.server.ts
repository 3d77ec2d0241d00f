import { createHmac, randomUUID } from 'node:crypto';
import type { Prisma } from '@prisma/client';
import { DAY_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { Message } from '~/core/shared/message';
import { MICRO_USD_PER_CENT } from '~/core/shared/money';
import { parseRole } from '~/core/shared/permissions';
import { hashSecret, type Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { AccountsDeps } from '../deps.server';
import { requestMail } from '../request-mails.server';
import { takesInvitations } from '../registration-policy.server';
import type { Invitation, InvitationList, NewInvitation, InvitationsQuery } from './schema';
import { isOpen } from './use-invitation.server';

type LinkDeps = Pick<AccountsDeps, 'invitationKey' | 'siteUrl'>;

/** Derived from the id, so that the link can be copied again although only its hash is stored. */
const secretOf = ({ invitationKey }: Pick<AccountsDeps, 'invitationKey'>, id: string): string =>
  createHmac('sha256', invitationKey).update(id).digest('base64url');

export const invitationLink = (deps: LinkDeps, id: string): string =>
  `${deps.siteUrl()}/invite?token=${secretOf(deps, id)}`;

const WITH_USES = {
  uses: { select: { usedAt: true, user: { select: { id: true, email: true } } }, orderBy: { usedAt: 'asc' } },
  creator: { select: { email: true } },
} as const satisfies Prisma.InvitationInclude;

type Row = Prisma.InvitationGetPayload<{ include: typeof WITH_USES }>;

/** Newest first. */
export async function listInvitations(
  services: LinkDeps & Pick<AccountsDeps, 'prisma' | 'clock'>,
  { page, pageSize }: InvitationsQuery,
): Promise<InvitationList> {
  const { prisma } = services;
  const [rows, total] = await Promise.all([
    prisma.invitation.findMany({
      include: WITH_USES,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
    prisma.invitation.count(),
  ]);
  return { invitations: rows.map((row) => describe(services, row)), total, page, pageSize };
}

export async function readInvitationsPage(
  services: LinkDeps & Pick<AccountsDeps, 'prisma' | 'clock' | 'env' | 'preferences'>,
  actor: Actor,
  query: InvitationsQuery,
) {
  const [list, { PreferredTimezone: timeZone }] = await Promise.all([
    listInvitations(services, query),
    services.preferences.read(actor.userId),
  ]);
  const { SMTP_URL } = services.env;
  return { ...list, timeZone, sendsMail: SMTP_URL !== undefined, isClosed: !takesInvitations(services.env) };
}

/**
 * Creates an invitation, and mails it if it is for an address.
 * @throws DomainError `already_registered`, `registration_closed`
 */
export async function createInvitation(
  services: AccountsDeps,
  actor: Actor,
  { email, role, creditCents, expiresInDays, maxUses }: NewInvitation,
): Promise<Invitation> {
  const { prisma, clock, env } = services;
  if (!takesInvitations(env))
    throw new DomainError('forbidden', 'Registration is closed: REGISTRATION=closed takes no invitations.', {
      code: 'registration_closed',
    });
  const id = randomUUID();
  const nowMs = clock();
  const row = await prisma.$transaction(async (transaction) => {
    if (
      email !== null &&
      (await transaction.user.count({ where: { email, emailConfirmedAt: { not: null } } })) > 0
    )
      throw new DomainError('conflict', 'This address already has an account.', {
        code: 'already_registered',
        field: 'email',
      });
    await writeAudit(transaction, services, actor, {
      action: 'invitation.created',
      subject: id,
      detail: { role, creditCents, maxUses, hasEmail: email !== null },
    });
    return transaction.invitation.create({
      data: {
        id,
        tokenHash: hashSecret(secretOf(services, id)),
        email,
        role,
        creditMicroUsd: BigInt(creditCents) * MICRO_USD_PER_CENT,
        maxUses,
        createdAt: new Date(nowMs),
        expiresAt: new Date(nowMs + expiresInDays * DAY_MS),
        creatorId: actor.userId,
      },
      include: WITH_USES,
    });
  });
  mailInvitation(services, row);
  return describe(services, row);
}

/** Mails an open invitation again. */
export async function resendInvitation(services: AccountsDeps, actor: Actor, id: string): Promise<Message> {
  const row = await requireInvitation(services, id);
  if (row.email === null || !isOpen(row, services.clock())) throw notOpen();
  await writeAudit(services.prisma, services, actor, { action: 'invitation.resent', subject: id });
  mailInvitation(services, row);
  return { message: mailedMessage(services, row.email) };
}

/** Its link stops working. Accounts that used it stay. */
export async function revokeInvitation(
  services: Pick<AccountsDeps, 'prisma' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<Message> {
  const { prisma, clock } = services;
  const row = await requireInvitation(services, id);
  if (!isOpen(row, clock())) throw notOpen();
  await prisma.$transaction(async (transaction) => {
    await transaction.invitation.update({ where: { id }, data: { revokedAt: new Date(clock()) } });
    await writeAudit(transaction, services, actor, { action: 'invitation.revoked', subject: id });
  });
  return { message: 'Invitation revoked. Its link no longer works.' };
}

export const mailedMessage = ({ env }: Pick<AccountsDeps, 'env'>, email: string): string =>
  env.SMTP_URL === undefined
    ? `This server can’t send email: copy the link and send it to ${email} yourself.`
    : `Invitation sent to ${email}.`;

function mailInvitation(services: AccountsDeps, { id, email, creatorId }: Row): void {
  if (email === null || services.env.SMTP_URL === undefined) return;
  services.background.run('invitation mail', () =>
    requestMail(services, creatorId, { kind: 'invitation', recipient: email, details: { invitationId: id } }),
  );
}

async function requireInvitation({ prisma }: Pick<AccountsDeps, 'prisma'>, id: string): Promise<Row> {
  const row = await prisma.invitation.findUnique({ where: { id }, include: WITH_USES });
  if (!row)
    throw new DomainError('not-found', 'There is no such invitation.', { code: 'no_such_invitation' });
  return row;
}

const notOpen = (): DomainError =>
  new DomainError('conflict', 'This invitation is no longer open.', { code: 'invitation_over' });

function describe(services: LinkDeps & Pick<AccountsDeps, 'clock'>, row: Row): Invitation {
  const nowMs = services.clock();
  const state = isOpen(row, nowMs)
    ? 'open'
    : row.revokedAt
      ? 'revoked'
      : row.useCount >= row.maxUses
        ? 'used'
        : 'expired';
  return {
    id: row.id,
    link: state === 'open' ? invitationLink(services, row.id) : null,
    email: row.email,
    role: row.role === null ? null : (parseRole(row.role) ?? null),
    creditCents: Number(row.creditMicroUsd / MICRO_USD_PER_CENT),
    maxUses: row.maxUses,
    useCount: row.useCount,
    state,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    createdBy: row.creator.email,
    uses: row.uses.map(({ usedAt, user }) => ({
      userId: user.id,
      email: user.email,
      usedAt: usedAt.toISOString(),
    })),
  };
}

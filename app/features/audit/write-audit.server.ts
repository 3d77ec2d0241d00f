import type { Prisma } from '@prisma/client';
import type { UserRef } from '~/core/server/session.server';
import type { AuditDeps } from './deps.server';

/**
 * Records an administrative action, or a user's action that administrators decide about, in the same transaction. The
 * actor is null if unknown, as for a failed sign-in. Actions are listed in schema.ts; `detail` must not contain users'
 * texts.
 */
export const writeAudit = (
  transaction: Pick<Prisma.TransactionClient, 'auditEvent'>,
  { clock }: Pick<AuditDeps, 'clock'>,
  { userId: actorId, address }: UserRef | { userId: null; address: string },
  event: { action: string; subject: string; detail?: object },
) =>
  transaction.auditEvent.create({
    data: {
      at: new Date(clock()),
      actorId,
      action: event.action,
      subject: event.subject,
      detail: JSON.stringify(event.detail ?? {}),
      address: address ?? null,
    },
  });

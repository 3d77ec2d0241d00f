import type { Prisma } from '@prisma/client';
import type { UserRef } from '~/core/server/session.server';
import type { AuditDeps } from './deps.server';

/**
 * Writes down what an administrator does, or what people do that administrators decide about, in the transaction that
 * does it. `action` is one of those that schema.ts names; `detail` holds no texts of people.
 */
export const writeAudit = (
  transaction: Pick<Prisma.TransactionClient, 'auditEvent'>,
  { clock }: Pick<AuditDeps, 'clock'>,
  { userId: actorId, address }: UserRef,
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

import type { Prisma } from '@prisma/client';
import { seal } from '~/core/server/seal.server';
import type { MailsDeps } from './deps.server';
import type { QueuedMailKind } from './mail-kinds';
import type { MailDetails } from './queued-mail';

interface NewMail {
  userId: string;
  kind: QueuedMailKind;
  about: string;
  recipient?: string;
}

/** Queues a mail once per `about`, its key. In a transaction, it is queued on commit. */
export async function queueMail(
  { prisma, clock }: Pick<MailsDeps, 'clock'> & { prisma: Pick<Prisma.TransactionClient, 'mail'> },
  mail: NewMail & { details?: string },
): Promise<void> {
  const { userId, kind, about } = mail;
  const where = { userId_kind_about: { userId, kind, about } };
  await prisma.mail.upsert({ where, create: { ...mail, dueAt: BigInt(clock()) }, update: {} });
}

/** Like `queueMail`, for a mail that the user requested: its details are sealed, and it is deleted once sent. */
export function queueRequestedMail(
  store: Pick<MailsDeps, 'clock' | 'mailQueueKey'> & { prisma: Pick<Prisma.TransactionClient, 'mail'> },
  { details = {}, ...mail }: NewMail & { details?: MailDetails },
): Promise<void> {
  const sealed = seal(store.mailQueueKey, subjectOf(mail), JSON.stringify(details));
  return queueMail(store, { ...mail, details: sealed });
}

/** Associated data of the seal, so that details only open in the same row. */
export const subjectOf = ({ userId, kind, about }: { userId: string; kind: string; about: string }): string =>
  `mail:${userId}:${kind}:${about}`;

import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import { writeAudit } from '~/features/audit/index.server';
import type { MailsDeps } from './deps.server';
import { MAX_MAIL_AGE_MS } from './mail-age';
import type { MailKey } from './queued-mail';
import { isKnownKind, sendQueuedMail } from './send-due-mails.server';

/**
 * Sends an unsent mail at once. A refused or given-up mail gets three more days.
 * @throws DomainError `no_such_mail`, or the mail server's error
 */
export async function sendMailAgain(
  services: Pick<
    MailsDeps,
    | 'log'
    | 'clock'
    | 'prisma'
    | 'paymentMutex'
    | 'deferredWrites'
    | 'mailQueueKey'
    | 'mailer'
    | 'mailComposers'
  >,
  actor: Actor,
  key: MailKey,
): Promise<{ message: string }> {
  const { prisma, clock } = services;
  const nowMs = clock();
  const where = { ...key, sentAt: null };
  await prisma.$transaction(async (transaction) => {
    const isUnsent = (await transaction.mail.count({ where })) > 0;
    if (!isUnsent)
      throw new DomainError('not-found', 'This email was sent meanwhile, or is no longer needed.', {
        code: 'no_such_mail',
      });
    await transaction.mail.updateMany({
      where: {
        ...where,
        OR: [{ failedAt: { not: null } }, { dueAt: { lte: BigInt(nowMs - MAX_MAIL_AGE_MS) } }],
      },
      data: { failedAt: null, dueAt: BigInt(nowMs) },
    });
    await writeAudit(transaction, services, actor, {
      action: 'mail.sent-again',
      subject: key.userId,
      detail: { kind: key.kind },
    });
  });
  const outcome = await sendQueuedMail(services, key);
  if (outcome === 'sent') return { message: 'Sent.' };
  const row = await prisma.mail.findUnique({ where: { userId_kind_about: key } });
  if (!isKnownKind(services, key.kind))
    throw new DomainError(
      'unprocessable',
      `${row?.lastError ?? ''} The version that queued it can send it.`,
      {
        code: 'unknown_mail',
      },
    );
  const serverReply = `The mail server answered: ${row?.lastError ?? 'nothing'}.`.replace(/\.\.$/, '.');
  throw outcome === 'refused'
    ? new DomainError('upstream-failed', `The email was refused. ${serverReply}`, { code: 'mail_refused' })
    : new DomainError('upstream-failed', `The email is still queued. ${serverReply}`, {
        code: 'mail_not_sent',
      });
}

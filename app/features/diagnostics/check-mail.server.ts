import path from 'node:path';
import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import { senderOf } from '~/integrations/mail/index.server';
import type { DiagnosticsDeps } from './deps.server';
import { formatCountOf } from '~/ui/format-count';
import { findingsFor } from './finding';
import type { HealthCheck } from './schema';

/** Greylisting delays mails by a few minutes. */
const LATE_MS = 10 * MINUTE_MS;

/** Status of the last day's mails, with the mail server's own messages. */
export async function checkMail(
  services: Pick<DiagnosticsDeps, 'env' | 'clock' | 'prisma'>,
): Promise<HealthCheck> {
  const { env, prisma, clock } = services;
  const { good, warn, bad } = findingsFor('mail', 'Email');
  if (env.SMTP_URL === undefined)
    return warn(
      `SMTP_URL is not set: emails are saved in ${path.join(env.DATA_DIR, 'mail')}, and no one receives them.`,
      'Set SMTP_URL and MAIL_FROM, restart, and send a test email from here.',
    );
  const nowMs = clock();
  const dueAt = { gt: BigInt(nowMs - DAY_MS), lt: BigInt(nowMs - LATE_MS) };
  const [late, refused, last] = await Promise.all([
    prisma.mail.count({ where: { sentAt: null, failedAt: null, dueAt } }),
    prisma.mail.count({ where: { failedAt: { gt: BigInt(nowMs - DAY_MS) } } }),
    prisma.mail.findFirst({
      where: { sentAt: null, attemptedAt: { gt: BigInt(nowMs - DAY_MS) } },
      orderBy: { attemptedAt: 'desc' },
    }),
  ]);
  const fix =
    'Check SMTP_URL (in the user name and password, @ : / and % are percent-encoded), and send a test email from here.';
  const lastFailure = last && `Last, at ${timeOf(last.attemptedAt)}: ${last.lastError ?? 'no answer'}`;
  if (late > 0)
    return bad(
      `${formatCountOf(late, 'email')} could not be sent since yesterday. ${lastFailure ?? ''}`.trim(),
      fix,
    );
  if (refused > 0)
    return warn(
      `${formatCountOf(refused, 'email')} of the last day ${refused === 1 ? 'was' : 'were'} refused for good. ${lastFailure ?? ''}`.trim(),
      'The address may be misspelled. If all are refused, look at what the mail server says.',
    );
  if (lastFailure) return warn(`Some emails are being tried again. ${lastFailure}`, fix);
  const { address } = senderOf(env);
  return env.MAIL_FROM === undefined
    ? warn(
        `MAIL_FROM is not set: emails come from ${address}.`,
        'Set MAIL_FROM to an address that your mail server may send from.',
      )
    : good(`Sent by SMTP. The sender is ${env.MAIL_FROM}.`);
}

const timeOf = (atMs: bigint | null): string =>
  `${new Date(Number(atMs)).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

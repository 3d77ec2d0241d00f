import type { Mail as MailRow } from '@prisma/client';
import { storageFault } from '~/core/db/deferred-writes.server';
import { unseal } from '~/core/server/seal.server';
import { MINUTE_MS } from '~/core/shared/clock';
import { MailServerUnavailableError, RecipientRejectedError } from '~/integrations/mail/index.server';
import type { MailsDeps } from './deps.server';
import { FAILED_KEPT_MS, MAX_MAIL_AGE_MS } from './mail-age';
import { subjectOf } from './queue-mail.server';
import type { QueuedMailKind } from './mail-kinds';
import type { MailDetails, MailKey } from './queued-mail';

type Deps = Pick<
  MailsDeps,
  'log' | 'clock' | 'prisma' | 'paymentMutex' | 'deferredWrites' | 'mailQueueKey' | 'mailer' | 'mailComposers'
>;

/** Greylisting needs a few minutes, a full mailbox longer. */
const MAX_WAIT_MS = 15 * MINUTE_MS;
const BATCH_SIZE = 100;
/** Stops a round after this many failures; the rest is tried a minute later. */
const MAX_FAILURES = 1_000;
const MAX_ERROR_CHARACTERS = 500;

type MailOutcome = 'sent' | 'waiting' | 'refused';

/** Queued by a newer version, before the server was downgraded. */
class UnknownMailKind extends Error {
  override name = 'UnknownMailKind';
  override message = 'This version of Promptwell doesn’t know this kind of email.';
}

/** Sends due mails. A failed mail is retried later and doesn't block others. */
export async function sendDueMails(services: Deps): Promise<void> {
  const { prisma, clock } = services;
  const now = BigInt(clock());
  for (let failed = 0; failed < MAX_FAILURES;) {
    const due = await prisma.mail.findMany({
      where: {
        sentAt: null,
        failedAt: null,
        dueAt: { gt: now - BigInt(MAX_MAIL_AGE_MS) },
        nextAttemptAt: { lte: now },
      },
      orderBy: { dueAt: 'asc' },
      take: BATCH_SIZE,
    });
    for (const mail of due) {
      const { outcome, isServerAway } = await attempt(services, mail);
      if (isServerAway) return; // the others would fail, too
      if (outcome === 'waiting') failed += 1;
    }
    if (due.length < BATCH_SIZE) return;
  }
}

/** Sends a queued mail at once; if that fails, it stays queued. */
export async function sendQueuedMail(services: Deps, key: MailKey): Promise<MailOutcome> {
  return (await attempt(services, key)).outcome;
}

interface Attempt {
  outcome: MailOutcome;
  isServerAway: boolean;
}

const attempt = (services: Deps, { userId, kind, about }: MailKey): Promise<Attempt> =>
  services.paymentMutex.run(subjectOf({ userId, kind, about }), () =>
    attemptInTurn(services, { userId, kind, about }),
  );

async function attemptInTurn(services: Deps, key: MailKey): Promise<Attempt> {
  const { prisma, deferredWrites, log } = services;
  const name = subjectOf(key);
  const done: Attempt = { outcome: 'sent', isServerAway: false };
  if (deferredWrites.isWaiting(name)) return done; // which can't be recorded now
  const row = await prisma.mail.findUnique({ where: { userId_kind_about: key } });
  if (row?.sentAt !== null) return done; // sent in the meantime, or the account is deleted
  try {
    await send(services, row);
  } catch (error) {
    log.error({ err: error, kind: key.kind }, 'a mail could not be sent');
    await recordFailure(services, row, error).catch((err: unknown) => {
      log.error({ err, kind: key.kind }, 'that a mail could not be sent was not written down');
    });
    return {
      outcome: isPermanentFailure(error) ? 'refused' : 'waiting',
      isServerAway: error instanceof MailServerUnavailableError,
    };
  }
  const record = () => recordSent(services, row);
  await record().catch((error: unknown) => {
    const fault = storageFault(error);
    if (!fault) throw error;
    deferredWrites.keep(fault, record, name).catch((err: unknown) => {
      log.error({ err, kind: key.kind }, 'that a mail was sent could not be written down');
    });
  });
  return done;
}

async function send(services: Deps, row: MailRow): Promise<void> {
  const compose = isKnownKind(services, row.kind) ? services.mailComposers[row.kind] : undefined;
  const details = detailsOf(services, row);
  if (!compose) throw new UnknownMailKind();
  const mail = await compose({ ...row, details });
  if (mail) await services.mailer.send(mail);
}

export const isKnownKind = (
  { mailComposers }: Pick<MailsDeps, 'mailComposers'>,
  kind: string,
): kind is QueuedMailKind => Object.hasOwn(mailComposers, kind);

const isPermanentFailure = (error: unknown): boolean =>
  error instanceof RecipientRejectedError || error instanceof UnknownMailKind;

/** If sealed under another SESSION_SECRET they can't be read; the mail is sent without them. */
function detailsOf({ mailQueueKey }: Pick<MailsDeps, 'mailQueueKey'>, row: MailRow): MailDetails {
  const text = row.details === null ? undefined : unseal(mailQueueKey, subjectOf(row), row.details);
  return text === undefined ? {} : (JSON.parse(text) as MailDetails);
}

/** Requested mails are deleted once sent; others are kept, so that each is sent once. */
async function recordSent(
  { prisma, clock }: Pick<MailsDeps, 'clock' | 'prisma'>,
  row: MailRow,
): Promise<void> {
  const { userId, kind, about } = row;
  await (row.details === null
    ? prisma.mail.updateMany({ where: { userId, kind, about }, data: { sentAt: BigInt(clock()) } })
    : prisma.mail.deleteMany({ where: { userId, kind, about } }));
}

async function recordFailure(
  { prisma, clock }: Pick<MailsDeps, 'clock' | 'prisma'>,
  row: MailRow,
  error: unknown,
): Promise<void> {
  const { userId, kind, about } = row;
  const nowMs = clock();
  const waitMs = Math.min(MAX_WAIT_MS, MINUTE_MS * 2 ** Math.min(row.attempts, 10));
  await prisma.mail.updateMany({
    where: { userId, kind, about },
    data: {
      attempts: row.attempts + 1,
      attemptedAt: BigInt(nowMs),
      nextAttemptAt: BigInt(nowMs + waitMs),
      lastError: (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_CHARACTERS),
      failedAt: isPermanentFailure(error) ? BigInt(nowMs) : null,
    },
  });
}

/** Deletes old requested mails that were never sent. Runs daily. */
export async function sweepMails({ prisma, clock }: Pick<MailsDeps, 'clock' | 'prisma'>): Promise<void> {
  const dueAt = { lt: BigInt(clock() - FAILED_KEPT_MS) };
  await prisma.mail.deleteMany({ where: { sentAt: null, details: { not: null }, dueAt } });
}

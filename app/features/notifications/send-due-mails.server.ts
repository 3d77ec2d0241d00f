import { storageFault } from '~/core/db/deferred-writes.server';
import { DAY_MS } from '~/core/shared/clock';
import { findUser } from '~/features/accounts/index.server';
import { letterTo, RefusedMail } from '~/integrations/mail/index.server';
import type { Services } from '~/services';
import { COMPOSE } from './compose-mail.server';
import { MAIL_KINDS, parseMailKind, parseRequiredMail } from './mail-kinds';
import { unsubscribeLink } from './unsubscribe.server';

/** A mail that could not be sent for so long says nothing new any more. */
const LATEST_MS = 3 * DAY_MS;
const AT_ONCE = 100;
/** Where the mail server can't be reached, none goes out: the rest is tried the next minute. */
const MOST_FAILURES = 1_000;

interface DueMail {
  userId: string;
  kind: string;
  about: string;
}

/** Sends what is due. A mail that fails stays due, is tried again the next minute, and holds up no other. */
export async function sendDueMails(services: Services): Promise<void> {
  const { prisma, clock, log } = services;
  const sinceMs = clock() - LATEST_MS;
  for (let failed = 0; failed < MOST_FAILURES;) {
    const due = await prisma.mail.findMany({
      where: { sentAt: null, dueAt: { gt: BigInt(sinceMs) } },
      orderBy: { dueAt: 'asc' },
      skip: failed, // those stand first now
      take: AT_ONCE,
    });
    for (const { userId, kind, about } of due) {
      try {
        await services.paymentTurns.run(nameOf({ userId, kind, about }), () =>
          sendOnce(services, { userId, kind, about }),
        );
      } catch (error) {
        failed += 1;
        log.error({ err: error, kind }, 'a mail could not be sent');
      }
    }
    if (due.length < AT_ONCE) return;
  }
}

async function sendOnce(services: Services, mail: DueMail): Promise<void> {
  const { prisma, clock, log } = services;
  const where = { userId_kind_about: mail };
  const name = nameOf(mail);
  if (services.deferredWrites.isWaiting(name)) return; // sent, which can't be written down now
  const row = await prisma.mail.findUnique({ where });
  if (row?.sentAt !== null) return; // sent meanwhile, or its account is gone
  await send(services, mail).catch((error: unknown) => {
    if (!(error instanceof RefusedMail)) throw error;
    log.error({ err: error, kind: mail.kind }, 'a mail was refused for good');
  });
  const record = () => prisma.mail.update({ where, data: { sentAt: BigInt(clock()) } });
  await record().catch((error: unknown) => {
    const fault = storageFault(error);
    if (!fault) throw error;
    services.deferredWrites.keep(fault, record, name).catch((err: unknown) => {
      log.error({ err, kind: mail.kind }, 'that a mail was sent could not be written down');
    });
  });
}

const nameOf = ({ userId, kind, about }: DueMail): string => `mail:${userId}:${kind}:${about}`;

/** Nothing goes out to somebody who does not want it, or is gone. */
async function send(services: Services, { userId, kind: kindText, about }: DueMail): Promise<void> {
  const optional = parseMailKind(kindText);
  const kind = optional ?? parseRequiredMail(kindText);
  const user = await findUser(services, { id: userId });
  if (kind === undefined || !user) return;
  const preferences = await services.preferences.read(userId);
  if (optional !== undefined && !preferences[MAIL_KINDS[optional].preference]) return;
  const letter = await COMPOSE[kind](services, userId, about);
  if (!letter) return;
  const { subject, paragraphs } = letter;
  if (optional === undefined) {
    await services.mailer.send({ ...letterTo(user, paragraphs), subject });
    return;
  }
  const link = unsubscribeLink(services, { userId, kind: optional });
  const ending = `Unsubscribe from ${MAIL_KINDS[optional].name}: ${link}`;
  await services.mailer.send({ ...letterTo(user, [...paragraphs, ending]), subject, unsubscribe: link });
}

import { storageFault } from '~/core/db/deferred-writes.server';
import { utcDay } from '~/core/shared/clock';
import { checkHealth } from '~/features/diagnostics/index.server';
import { queueMail } from '~/features/mails/index.server';
import type { AlertsDeps } from './deps.server';
import { ALERTS } from './alerts.server';
import { composeAlert } from './compose-alert.server';

/**
 * Every ten minutes: makes a mail about each condition due to each administrator, once a day (UTC). What a mail is about
 * is its key in the queue, so neither another round nor a restart sends it again.
 */
export async function queueAlerts(services: AlertsDeps): Promise<void> {
  const { prisma, clock, log } = services;
  const administrators = await prisma.userRole.findMany({
    where: { role: 'admin', user: { deletedAt: null, suspendedAt: null, emailConfirmedAt: { not: null } } },
    select: { userId: true },
  });
  if (administrators.length === 0) return;
  const health = await checkHealth(services);
  for (const [name, alert] of Object.entries(ALERTS)) {
    try {
      for (const finding of await alert.find(services, health)) {
        const about = `${name}:${finding.about ?? utcDay(clock())}`;
        for (const { userId } of administrators) await queueAlert(services, { userId, about });
      }
    } catch (err) {
      log.error({ err, alert: name }, 'an alert to administrators could not be prepared');
    }
  }
}

/** While the database takes no writes, which is what some alerts are about, the mail goes out without the queue. */
async function queueAlert(services: AlertsDeps, key: { userId: string; about: string }): Promise<void> {
  const { prisma, clock, deferredWrites, log } = services;
  const mail = { ...key, kind: 'admin-alert' } as const;
  const name = `alert:${key.userId}:${key.about}`;
  if (deferredWrites.isWaiting(name)) return; // sent, and not recorded yet
  try {
    await queueMail(services, mail);
  } catch (error) {
    const fault = storageFault(error);
    if (!fault) throw error;
    if ((await prisma.mail.count({ where: mail })) > 0) return; // due before the fault began
    const letter = await composeAlert(services, { ...key, recipient: null, details: {} });
    if (!letter) return;
    await services.mailer.send(letter);
    const data = { ...mail, dueAt: BigInt(clock()), sentAt: BigInt(clock()) };
    deferredWrites
      .keep(fault, () => prisma.mail.create({ data }), name)
      .catch((err: unknown) => log.error({ err }, 'that an alert was sent could not be written down'));
  }
}

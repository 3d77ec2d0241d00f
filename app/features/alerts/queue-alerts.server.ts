import { storageFault } from '~/core/db/deferred-writes.server';
import { utcDay } from '~/core/shared/clock';
import { checkHealth } from '~/features/diagnostics/index.server';
import { queueMail } from '~/features/mails/index.server';
import type { AlertsDeps } from './deps.server';
import { ALERTS } from './alerts.server';
import { composeAlert } from './compose-alert.server';

/**
 * Runs every ten minutes: queues a mail per condition and administrator, at most once a day (UTC). `about` is the
 * queue's key, so repeated runs and restarts don't send it twice.
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

/** If the database can't be written, which some alerts are about, sends the mail directly. */
async function queueAlert(services: AlertsDeps, key: { userId: string; about: string }): Promise<void> {
  const { prisma, clock, deferredWrites, log } = services;
  const mail = { ...key, kind: 'admin-alert' } as const;
  const name = `alert:${key.userId}:${key.about}`;
  if (deferredWrites.isWaiting(name)) return; // sent, but not recorded yet
  try {
    await queueMail(services, mail);
  } catch (error) {
    const fault = storageFault(error);
    if (!fault) throw error;
    if ((await prisma.mail.count({ where: mail })) > 0) return; // queued before the fault
    const letter = await composeAlert(services, { ...key, recipient: null, details: {} });
    if (!letter) return;
    await services.mailer.send(letter);
    const data = { ...mail, dueAt: BigInt(clock()), sentAt: BigInt(clock()) };
    deferredWrites
      .keep(fault, () => prisma.mail.create({ data }), name)
      .catch((err: unknown) => log.error({ err }, 'that an alert was sent could not be written down'));
  }
}

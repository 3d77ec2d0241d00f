import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/core/shared/clock';
import { sweepAccounts, sweepUserData } from '~/features/accounts/index.server';
import { queueAlerts } from '~/features/alerts/index.server';
import { recoverBalanceChanges } from '~/features/billing/index.server';
import { sweepVendorDetails } from '~/features/completions/index.server';
import { retireByDate } from '~/features/models/index.server';
import { sendDueMails, sweepMails } from '~/features/mails/index.server';
import { queueMails } from '~/features/notifications/index.server';
import { checkPayments } from '~/features/payments/index.server';
import { backUpWhenDue, reconcileBooks } from '~/features/operations/index.server';
import { sweepHistory, sweepShares } from '~/features/sessions/index.server';
import { checkSubscriptions } from '~/features/subscriptions/index.server';
import { sweepInvitations } from '~/features/teams/index.server';
import type { Services } from './services';

interface ScheduledJob {
  name: string;
  everyMs: number;
  /** Also run when the server starts. */
  atStart?: boolean;
  run: () => Promise<unknown>;
}

/**
 * Starts the recurring jobs; those marked `atStart` also run now, in the background. Returns a function that stops the
 * timers and waits for jobs in progress.
 */
export function startMaintenance(services: Services): () => Promise<void> {
  const jobs: ScheduledJob[] = [
    { name: 'ledger.sweep', everyMs: MINUTE_MS, run: () => services.ledger.sweep() },
    { name: 'ledger.reconcile', everyMs: HOUR_MS, atStart: true, run: () => checkBooks(services) },
    {
      name: 'billing.complete',
      everyMs: HOUR_MS,
      atStart: true,
      run: () => recoverBalanceChanges(services),
    },
    { name: 'payments.check', everyMs: HOUR_MS, atStart: true, run: () => checkPayments(services) },
    { name: 'subscriptions.check', everyMs: HOUR_MS, atStart: true, run: () => checkSubscriptions(services) },
    { name: 'stats.flush', everyMs: MINUTE_MS, run: () => services.stats.flush() },
    { name: 'mails.queue', everyMs: HOUR_MS, run: () => queueMails(services) },
    { name: 'alerts.queue', everyMs: 10 * MINUTE_MS, run: () => queueAlerts(services) },
    { name: 'mails.send', everyMs: MINUTE_MS, atStart: true, run: () => sendDueMails(services) },
    { name: 'mails.sweep', everyMs: DAY_MS, atStart: true, run: () => sweepMails(services) },
    { name: 'backup', everyMs: 10 * MINUTE_MS, run: () => backUpWhenDue(services) },
    { name: 'accounts.sweep', everyMs: HOUR_MS, run: () => sweepAccounts(services) },
    { name: 'sessions.sweep', everyMs: HOUR_MS, run: () => sweepHistory(services) },
    { name: 'sessions.shares', everyMs: HOUR_MS, run: () => sweepShares(services) },
    { name: 'teams.sweep', everyMs: HOUR_MS, run: () => sweepInvitations(services) },
    { name: 'models.retire', everyMs: HOUR_MS, atStart: true, run: () => retireByDate(services) },
    { name: 'vendors.sweep', everyMs: DAY_MS, atStart: true, run: () => sweepVendorDetails(services) },
    { name: 'accounts.leftovers', everyMs: DAY_MS, atStart: true, run: () => sweepUserData(services) },
  ];
  const running = new Map<string, Promise<unknown>>();
  const perform = ({ name, run }: ScheduledJob): void => {
    if (running.has(name)) return; // the previous run hasn't finished
    const done = run()
      .catch((error: unknown) => {
        services.log.error({ err: error, duty: name }, 'maintenance failed');
      })
      .finally(() => running.delete(name));
    running.set(name, done);
  };
  for (const job of jobs) if (job.atStart) perform(job);
  const timers = jobs.map((job) => setInterval(perform, job.everyMs, job).unref());
  return async () => {
    timers.forEach(clearInterval);
    await Promise.all(running.values());
  };
}

/** Checks the books, and logs the result even when the check itself fails. */
async function checkBooks(services: Services): Promise<void> {
  const { log } = services;
  try {
    const { isSound, faults, entries, accounts } = await reconcileBooks(services);
    if (isSound) log.info({ entries, accounts }, 'ledger: the books are sound');
    else log.error({ faults }, 'ledger: THE BOOKS ARE NOT SOUND');
  } catch (err) {
    log.error({ err }, 'ledger: the books could not be checked');
  }
}

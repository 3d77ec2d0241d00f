import { HOUR_MS, MINUTE_MS } from '~/core/shared/clock';
import { sweepAccounts } from '~/features/accounts/index.server';
import type { Services } from './services';

interface Duty {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

/** Starts what must be done again and again while the server runs. Returns the function that stops it. */
export function startMaintenance(services: Services): () => void {
  const duties: Duty[] = [
    { name: 'ledger.sweep', everyMs: MINUTE_MS, run: () => services.ledger.sweep() },
    { name: 'ledger.reconcile', everyMs: HOUR_MS, run: () => checkBooks(services) },
    { name: 'accounts.sweep', everyMs: HOUR_MS, run: () => sweepAccounts(services) },
  ];
  const timers = duties.map(({ name, everyMs, run }) =>
    setInterval(() => {
      run().catch((error: unknown) => {
        services.log.error({ err: error, duty: name }, 'maintenance failed');
      });
    }, everyMs).unref(),
  );
  return () => {
    timers.forEach(clearInterval);
  };
}

/** The books are checked; neither a fault nor a check that could not be made is passed over in silence. */
export async function checkBooks({ ledger, log }: Pick<Services, 'ledger' | 'log'>): Promise<void> {
  try {
    const { isSound, faults, entries, accounts } = await ledger.reconcile();
    if (isSound) log.info({ entries, accounts }, 'ledger: the books are sound');
    else log.error({ faults }, 'ledger: THE BOOKS ARE NOT SOUND');
  } catch (err) {
    log.error({ err }, 'ledger: the books could not be checked');
  }
}

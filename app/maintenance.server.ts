import { HOUR_MS, MINUTE_MS } from '~/core/shared/clock';
import type { Logger } from '~/core/server/logger.server';
import { sweepAccounts, type Accounts } from '~/features/accounts/index.server';
import type { Ledger } from '~/features/ledger/index.server';

interface Duty {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

/** Starts what must be done again and again while the server runs. Returns the function that stops it. */
export function startMaintenance(deps: { ledger: Ledger; accounts: Accounts; log: Logger }): () => void {
  const duties: Duty[] = [
    { name: 'ledger.sweep', everyMs: MINUTE_MS, run: () => deps.ledger.sweep() },
    { name: 'ledger.reconcile', everyMs: HOUR_MS, run: () => checkBooks(deps) },
    { name: 'accounts.sweep', everyMs: HOUR_MS, run: () => sweepAccounts(deps.accounts) },
  ];
  const timers = duties.map(({ name, everyMs, run }) =>
    setInterval(() => {
      run().catch((error: unknown) => {
        deps.log.error({ err: error, duty: name }, 'maintenance failed');
      });
    }, everyMs).unref(),
  );
  return () => {
    timers.forEach(clearInterval);
  };
}

/** The books are checked; neither a fault nor a check that could not be made is passed over in silence. */
export async function checkBooks(deps: { ledger: Ledger; log: Logger }): Promise<void> {
  try {
    const { isSound, faults, entries, accounts } = await deps.ledger.reconcile();
    if (isSound) deps.log.info({ entries, accounts }, 'ledger: the books are sound');
    else deps.log.error({ faults }, 'ledger: THE BOOKS ARE NOT SOUND');
  } catch (err) {
    deps.log.error({ err }, 'ledger: the books could not be checked');
  }
}

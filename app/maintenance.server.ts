import { HOUR_MS, MINUTE_MS } from '~/core/clock';
import type { Logger } from '~/core/logger.server';
import type { Sessions } from '~/core/session.server';
import type { Ledger } from '~/features/ledger/index.server';

interface Duty {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

/** Starts what must be done again and again while the server runs. Returns the function that stops it. */
export function startMaintenance(deps: { ledger: Ledger; sessions: Sessions; log: Logger }): () => void {
  const duties: Duty[] = [
    { name: 'ledger.sweep', everyMs: MINUTE_MS, run: () => deps.ledger.sweep() },
    { name: 'ledger.reconcile', everyMs: HOUR_MS, run: () => checkBooks(deps) },
    { name: 'sessions.sweep', everyMs: HOUR_MS, run: () => deps.sessions.sweep() },
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

/** The books are checked; a fault is never passed over in silence. */
export async function checkBooks(deps: { ledger: Ledger; log: Logger }): Promise<void> {
  const report = await deps.ledger.reconcile();
  if (report.isSound)
    deps.log.info({ entries: report.entries, accounts: report.accounts }, 'ledger: the books are sound');
  else deps.log.error({ faults: report.faults }, 'ledger: THE BOOKS ARE NOT SOUND');
}

import { setTimeout } from 'node:timers/promises';
import { DomainError } from '~/core/shared/errors';
import type { Settlement } from './contract';
import type { Services } from '~/services';

const ATTEMPTS = 5;
const WAIT_MS = 200;

/**
 * Writes to the books what follows from a call that has ended. They may be taken, or their disk full, for a moment: an
 * attempt that failed so moved nothing, and the next one may pass. What waits for longer than two seconds is refused.
 */
export async function writeBooks<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const isPassing = error instanceof DomainError && error.kind === 'unavailable';
      if (!isPassing || attempt >= ATTEMPTS) throw error;
      await setTimeout(WAIT_MS * attempt);
    }
  }
}

/**
 * A reply that is there is given to the user whatever happens: when the books cannot take it (its hold was ended as
 * overdue, or the disk stays full) the platform bears it, and the log says so.
 */
export async function settleReply({ ledger, log }: Services, settlement: Settlement): Promise<void> {
  await writeBooks(() => ledger.settle(settlement)).catch((err: unknown) => {
    log.error({ err, operationId: settlement.operationId }, 'a reply could not be charged');
  });
}

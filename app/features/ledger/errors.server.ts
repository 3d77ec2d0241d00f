import { toDomainError } from '~/core/db/database-errors.server';
import { DomainError } from '~/core/shared/errors';

/** The ledger can't be written. Nothing was charged, and the request may be retried. */
export function ledgerUnavailable(cause: unknown): DomainError {
  const known = toDomainError(cause);
  if (known?.code === 'ledger_unavailable') return known;
  return new DomainError(
    'unavailable',
    `You were not charged. ${known?.message ?? 'The ledger couldn’t be written. Please try again.'}`,
    {
      code: 'ledger_unavailable',
      cause,
      ...(known?.retryAfterSeconds && { retryAfterSeconds: known.retryAfterSeconds }),
    },
  );
}

export const answerPurged = (): DomainError =>
  new DomainError(
    'conflict',
    'This request was answered before, and its answer is no longer kept. Send it again with a new key.',
    { code: 'answer_purged' },
  );

export const keyReused = (noun: 'request' | 'posting' = 'request'): DomainError =>
  new DomainError(
    'unprocessable',
    `This idempotency key was used for another ${noun}. Use a new key for a new ${noun}.`,
    { code: 'idempotency_key_reused' },
  );

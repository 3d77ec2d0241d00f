import { DomainError } from '~/core/shared/errors';
import { errorCodes, isDatabaseLost } from '../database-errors.server';

/** Serialization failures and deadlocks, as PostgreSQL and Prisma name them: the transaction was undone. */
const CONFLICTS = /^(?:40001|40P01|P2034)$/;
/** A server that has just become read-only in a failover is back soon. */
const READ_ONLY = '25006';
/** Of sockets. ENOENT: the socket of a server on this machine that isn't running. */
const NETWORK_FAULTS = /^(?:ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH)$/;

const hasCode = (error: unknown, codes: RegExp): boolean =>
  errorCodes(error).some((code) => codes.test(code));

export const isConnectionLoss = (error: unknown): boolean =>
  isDatabaseLost(error) || hasCode(error, NETWORK_FAULTS);

/** Whether a transaction was undone in favor of another, and may succeed when it is repeated. */
export const isConflict = (error: unknown): boolean => hasCode(error, CONFLICTS);

/** Whether a row with the same key is there. */
export const isDuplicate = (error: unknown): boolean => hasCode(error, /^(?:23505|P2002)$/);

export const isReadOnly = (error: unknown): boolean => errorCodes(error).includes(READ_ONLY);

/** Whether the work may succeed if it is repeated. */
export const isPassing = (error: unknown): boolean =>
  isConflict(error) || isReadOnly(error) || isConnectionLoss(error);

/** After as many attempts as a request can wait for. */
export const databaseAway = (cause: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'The server’s database can’t be reached right now. Please try again in a moment.',
    {
      code: 'database_busy',
      cause,
      retryAfterSeconds: 5,
    },
  );

import { DomainError } from '~/core/shared/errors';

/** Serialization failures and deadlocks: the transaction was undone, and may succeed when it is repeated. */
const CONFLICTS = /^40(?:001|P01)$/;
/**
 * The connection or its server is gone: PostgreSQL's classes 08 and 57P, and the codes of sockets. A server that is
 * starting, or that has just become read-only in a failover, is back soon.
 */
const LOSSES =
  /^(?:08\w{3}|57P0[1-5]|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH)$/;
const READ_ONLY = '25006';
/** pg's own errors have no code. */
const LOSS_MESSAGES =
  /^(?:Connection terminated|Cannot use a pool after calling end|Client has encountered a connection error|timeout exceeded when trying to connect)/;

const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
};

export const isConnectionLoss = (error: unknown): boolean =>
  LOSSES.test(codeOf(error)) || (error instanceof Error && LOSS_MESSAGES.test(error.message));

/** Whether the work may succeed if it is repeated. */
export const isPassing = (error: unknown): boolean =>
  CONFLICTS.test(codeOf(error)) || codeOf(error) === READ_ONLY || isConnectionLoss(error);

/** After as many attempts as a request can wait for. */
export const databaseAway = (cause: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'The server’s database can’t be reached right now. Please try again in a moment.',
    {
      code: 'database_away',
      cause,
      retryAfterSeconds: 5,
    },
  );

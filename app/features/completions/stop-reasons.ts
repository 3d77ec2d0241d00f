import { DomainError } from '~/core/shared/errors';

/** Abort reason of a server shutdown. */
const SERVER_STOPPING = Symbol('the server is stopping');

export const abortForShutdown = (controller: AbortController): void => controller.abort(SERVER_STOPPING);

/** True if the server ended the completion, not its user. */
export const isShutdown = (signal: AbortSignal): boolean =>
  signal.aborted && signal.reason === SERVER_STOPPING;

/** The error for a completion that was stopped before it was sent. */
export const stopErrorOf = (signal: AbortSignal, cause?: unknown): DomainError =>
  isShutdown(signal) ? serverStoppingError(cause) : abortedError(cause);

const abortedError = (cause?: unknown): DomainError =>
  new DomainError('conflict', 'Stopped before a reply arrived. You were not charged.', {
    code: 'stopped',
    cause,
  });

export const serverStoppingError = (cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'The server is restarting. You were not charged. Please send it again in a moment.',
    {
      code: 'server_stopping',
      retryAfterSeconds: 10,
      cause,
    },
  );

import { DomainError } from '~/core/shared/errors';

/** Why the server itself ends the calls under way: what a signal was aborted with. */
const SERVER_STOPPING = Symbol('the server is stopping');

export const abortForShutdown = (controller: AbortController): void => controller.abort(SERVER_STOPPING);

/** It was the server that ended the call, not its user. */
export const isShutdown = (signal: AbortSignal): boolean =>
  signal.aborted && signal.reason === SERVER_STOPPING;

/** What the user of a call gets that was stopped before anything was sent for it. */
export const stoppedBy = (signal: AbortSignal, cause?: unknown): DomainError =>
  isShutdown(signal) ? serverStopping(cause) : stopped(cause);

const stopped = (cause?: unknown): DomainError =>
  new DomainError('conflict', 'Stopped before a reply arrived. You were not charged.', {
    code: 'stopped',
    cause,
  });

export const serverStopping = (cause?: unknown): DomainError =>
  new DomainError(
    'unavailable',
    'The server is restarting. You were not charged. Please send it again in a moment.',
    {
      code: 'server_stopping',
      retryAfterSeconds: 10,
      cause,
    },
  );

import type { Logger } from '../app/core/server/logger.server';

/** Logs Node's warnings and uncaught errors, which Node would print as plain text. */
export function logNodeWarnings(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ name }, message));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the server ends: an error that nothing has caught');
    process.exit(1);
  });
}

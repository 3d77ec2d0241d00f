import type { Logger } from '../app/core/server/logger.server';

/** What Node itself would print as lines of its own: its warnings, and the error that ends the process. */
export function logNodesWords(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ name }, message));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the server ends: an error that nothing has caught');
    process.exit(1);
  });
}

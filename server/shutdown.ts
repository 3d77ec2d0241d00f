import type { Server } from 'node:http';
import type { App } from '../app/create-app.server';

/** How long running completions may take to finish before they are ended. */
const GRACE_MS = 30_000;
/** Upper bound of a shutdown. systemd and Docker kill the process after that (deploy/promptwell.service). */
const SHUTDOWN_TIMEOUT_MS = 34_000;

/** First signal: stop accepting work, finish requests in flight, close the database. Second signal: exit at once. */
export function stopOnSignals(server: Server, app: App, onStopping: () => void): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    onStopping();
    app.services.log.info({ signal }, 'stopping: finishing what is in flight');
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    setTimeout(() => {
      app.services.log.error('could not stop in time: the next start puts in order what is left');
      process.exit(1);
    }, SHUTDOWN_TIMEOUT_MS);
    void app
      .drain(GRACE_MS)
      .then(async (isDrained) => {
        if (!isDrained) app.services.log.warn('work was still under way; the next start puts it in order');
        server.closeIdleConnections();
        const cut = setTimeout(() => server.closeAllConnections(), 1000);
        await closed;
        clearTimeout(cut);
        await app.close(isDrained);
        process.exit(0);
      })
      .catch((error: unknown) => {
        app.services.log.fatal({ err: error }, 'could not stop in order');
        process.exit(1);
      });
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

import { Router } from 'express';
import type { App } from '../app/create-app.server';

/** `/healthz`: the process answers. `/readyz`: it can serve, as database and migrations are there and it is not stopping. */
export function healthRoutes(app: App, isStopping: () => boolean): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', (_request, response) => {
    const checks = { ...app.checkReadiness(), accepting: !isStopping() };
    const isReady = Object.values(checks).every(Boolean);
    response
      .set('Cache-Control', 'no-store')
      .status(isReady ? 200 : 503)
      .json({ status: isReady ? 'ready' : 'not ready', checks });
  });
  return router;
}

import { Router } from 'express';
import type { App } from '../app/create-app.server';

/**
 * `/healthz`: the process is alive. `/readyz`: the database is readable, no booking is pending, and the server isn't
 * stopping. `/metrics`: Prometheus metrics, if enabled in the settings. Only these exact paths are served, because
 * proxies block them by exact path.
 */
export function healthRoutes(app: App, isStopping: () => boolean): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', (_request, response, next) => {
    app.checkReadiness().then((found) => {
      const checks = { ...found, accepting: !isStopping() };
      const isReady = Object.values(checks).every(Boolean);
      response
        .set('Cache-Control', 'no-store')
        .status(isReady ? 200 : 503)
        .json({ status: isReady ? 'ready' : 'not ready', checks });
    }, next);
  });
  router.get('/metrics', (request, response, next) => {
    const { metrics } = app;
    if (!metrics) {
      next();
      return;
    }
    if (!metrics.isAuthorized(request.get('Authorization'))) {
      response.status(401).set('WWW-Authenticate', 'Bearer').json({ message: 'A token is needed.' });
      return;
    }
    metrics.read().then(({ contentType, text }) => {
      response.set('Cache-Control', 'no-store').type(contentType).send(text);
    }, next);
  });
  return router;
}

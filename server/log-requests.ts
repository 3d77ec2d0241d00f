import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { App } from '../app/create-app.server';

/** Gives each request an id, and tells the log, metrics and traces how it was answered. */
export function identifyAndLog(app: App): RequestHandler {
  return (request, response, next) => {
    response.locals.requestId = randomUUID();
    response.setHeader('X-Request-Id', response.locals.requestId);
    if (app.services.log.isLevelEnabled('info')) {
      const startedMs = performance.now();
      response.once('close', () => {
        app.services.log.info(
          {
            requestId: response.locals.requestId,
            method: request.method,
            path: request.path, // never the query: it may carry a token
            status: response.statusCode,
            ms: Math.round((performance.now() - startedMs) * 10) / 10,
          },
          'request',
        );
      });
    }
    if (app.metrics || app.services.env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined)
      observe(app, request, response);
    next();
  };
}

/** For metrics and traces: by kinds of addresses, never by the addresses themselves. */
function observe(app: App, request: Request, response: Response): void {
  const { method, path: address } = request;
  const startedMs = performance.now();
  response.once('close', () => {
    const ms = performance.now() - startedMs;
    const status = response.statusCode;
    const kind = address.startsWith('/api/') ? 'api' : /\.\w+$/.test(address) ? 'file' : 'page';
    app.metrics?.observeRequest({ method, status, kind, ms });
    app.traces.record({
      name: `${method} ${kind}`,
      kind: 'server',
      ms,
      isFailure: status >= 500,
      attributes: {
        'http.request.method': method,
        'http.response.status_code': status,
        'promptwell.request_id': response.locals.requestId,
      },
    });
  });
}

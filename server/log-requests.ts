import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { App } from '../app/create-app.server';
import { isFromProxy } from './read-target';

/** Such as those of nginx, Caddy, Traefik and load balancers; nothing that could break a line of a log. */
const REQUEST_ID = /^[\w.:=+/-]{1,128}$/;

/** What monitors ask for every few seconds. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Gives each request an id, that of a trusted proxy if it has one, and logs how it was answered. */
export function identifyAndLog(app: App): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id');
    const isTaken = given !== undefined && REQUEST_ID.test(given) && isFromProxy(request);
    response.locals.requestId = isTaken ? given : randomUUID();
    response.setHeader('X-Request-Id', response.locals.requestId);
    const level = PROBES.has(request.path) ? 'debug' : 'info';
    if (app.services.log.isLevelEnabled(level)) {
      const startedMs = performance.now();
      response.once('close', () => {
        app.services.log[level](
          {
            requestId: response.locals.requestId,
            address: response.locals.clientAddress, // these five are what docs/self-hosting.md gives fail2ban
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

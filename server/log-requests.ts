import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { App } from '../app/create-app.server';
import type { RequestTrace } from '../app/features/operations/index.server';
import { PROBES, type MatchedRoute } from './find-route';
import { isFromProxy } from './request-target';

declare module 'express-serve-static-core' {
  interface Locals {
    /** Undefined if traces are off. */
    trace: RequestTrace | undefined;
  }
}

/** Ids of nginx, Caddy, Traefik and load balancers; no characters that could break a log line. */
const REQUEST_ID = /^[\w.:=+/-]{1,128}$/;

/** Gives each request an id, or takes that of a trusted proxy, and logs the response. */
export function identifyAndLog(
  app: Pick<App, 'metrics' | 'traces'> & { services: Pick<App['services'], 'log'> },
  findRoute: (path: string) => MatchedRoute,
): RequestHandler {
  const { log } = app.services;
  return (request, response, next) => {
    const given = request.get('x-request-id');
    const isAccepted = given !== undefined && REQUEST_ID.test(given) && isFromProxy(request);
    response.locals.requestId = isAccepted ? given : randomUUID();
    response.setHeader('X-Request-Id', response.locals.requestId);
    const level = PROBES.has(request.path) ? 'debug' : 'info';
    if (log.isLevelEnabled(level)) {
      const startedMs = performance.now();
      response.once('close', () => {
        log[level](
          {
            requestId: response.locals.requestId,
            address: response.locals.clientAddress, // docs/self-hosting.md documents these five fields for fail2ban
            method: request.method,
            path: pathOf(request),
            status: response.statusCode,
            ms: Math.round((performance.now() - startedMs) * 10) / 10,
          },
          'request',
        );
      });
    }
    if (app.metrics || app.traces) observe(app, findRoute, request, response);
    next();
  };
}

/** Records metrics and traces by route pattern, never by path. */
function observe(
  { metrics, traces }: Pick<App, 'metrics' | 'traces'>,
  findRoute: (path: string) => MatchedRoute,
  request: Request,
  response: Response,
): void {
  const { method } = request;
  const { requestId } = response.locals;
  const headers = isFromProxy(request) ? request.headers : {};
  const trace = traces?.beginRequest({ method, requestId, headers });
  response.locals.trace = trace;
  const startedMs = performance.now();
  response.once('close', () => {
    const ms = performance.now() - startedMs;
    const status = response.statusCode;
    const { kind, route } = findRoute(pathOf(request));
    metrics?.observeRequest({ method, status, kind, route, ms });
    trace?.end({ status, route });
  });
}

/** Runs after the admission queue, which continues a request in another one's context. */
export function enterTrace(_request: Request, response: Response, next: NextFunction): void {
  const { trace } = response.locals;
  if (trace) trace.run(next);
  else next();
}

/** The full path (Express strips mount paths from `url`) without the query, which may hold a token. */
const pathOf = ({ originalUrl }: Request): string => originalUrl.split('?', 1)[0] ?? '';

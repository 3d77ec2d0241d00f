import path from 'node:path';
import { createRequestHandler } from '@remix-run/express';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import expressStaticGzip from 'express-static-gzip';
import type { App } from '../app/create-app.server';
import type { ServerEntry } from './server-entry';
import { serializePipelinedRequests } from './pipelined-requests';
import { drainBody } from './drain-body';
import { findPageOf, redirectToCanonicalPath } from './canonical-path';
import { healthRoutes } from './health';
import { dropUntrustedLogin, signInOnPages } from './login-proxy';
import { limitAnonymousRequests } from './anonymous-rate-limit';
import { enterTrace, identifyAndLog } from './log-requests';
import { createRouteFinder } from './find-route';
import { createAdmissionQueue } from './admission-queue';
import { applyForwardedHeaders, validateRequestTarget } from './request-target';
import { PDF_FILES_PATH, servePdfFiles } from './pdf-files';
import { serveApi } from './serve-api';
import { assignNonce, securityHeaders } from './security-headers';

export interface HostOptions {
  app: App;
  entry: ServerEntry;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Loaded for each request in development. */
  loadApi: () => Promise<ServerEntry['api']> | ServerEntry['api'];
  /** Folder of the browser's files; undefined if Vite serves them. */
  clientDir: string | undefined;
  /** Vite's middleware, in development. */
  developmentMiddleware?: RequestHandler;
  isStopping: () => boolean;
}

export function createExpressApp(options: HostOptions): Express {
  const { app, entry, clientDir } = options;
  const isHttps = app.services.env.APP_URL?.startsWith('https:') ?? false;
  const server = express();
  server.disable('x-powered-by');
  server.enable('case sensitive routing');
  server.enable('strict routing');
  server.set('trust proxy', app.services.env.TRUST_PROXY);
  const findPage = typeof options.build === 'function' ? undefined : findPageOf(options.build.routes);
  const findRoute = createRouteFinder(entry.api, findPage);
  server.use(
    serializePipelinedRequests(),
    applyForwardedHeaders(app),
    identifyAndLog(app, findRoute),
    validateRequestTarget,
    drainBody,
    dropUntrustedLogin(app, entry),
  );
  server.use(healthRoutes(app, options.isStopping));
  server.use(
    assignNonce,
    securityHeaders({
      isHttps,
      isDevelopment: clientDir === undefined,
      includeSubDomains: app.services.env.HSTS_INCLUDE_SUBDOMAINS,
    }),
  );
  if (clientDir !== undefined) {
    // File names contain a content hash, so the files never change. The build has compressed them.
    server.use(
      '/assets',
      expressStaticGzip(path.join(clientDir, 'assets'), {
        enableBrotli: true,
        orderPreference: ['br'],
        serveStatic: { immutable: true, maxAge: '1y', fallthrough: false },
      }),
    );
    // Only paths with an extension can be files, so pages need no file access.
    server.get(/\.\w+$/, express.static(clientDir, { maxAge: '1h', index: false }));
  }
  server.use(PDF_FILES_PATH, servePdfFiles());
  server.use(limitAnonymousRequests(app, entry));
  const admissionQueue = createAdmissionQueue();
  server.use((_request, response, next) => admissionQueue(next, () => response.closed));
  if (app.traces) server.use(enterTrace);
  server.use(compression({ filter: shouldCompress }));
  if (options.developmentMiddleware) server.use(options.developmentMiddleware);
  server.use(refuseCrossSite(app, entry));
  const contextOf = (request: Request, response: Response): AppLoadContext => ({
    services: app.services,
    nonce: response.locals.nonce,
    requestId: response.locals.requestId,
    clientAddress: response.locals.clientAddress,
    onResponseClosed: (listener) => {
      if (response.closed) listener();
      else response.once('close', listener);
    },
  });
  server.use(serveApi(options.loadApi, contextOf));
  if (findPage) server.use(redirectToCanonicalPath(findPage));
  server.use(signInOnPages(app, entry));
  const servePage = createRequestHandler({
    build: options.build,
    mode: clientDir === undefined ? 'development' : 'production',
    getLoadContext: contextOf,
  });
  server.all('*', (request, response, next) => void servePage(request, response, next));
  server.use(handleError(app));
  return server;
}

/** Event streams must not be buffered, and small responses aren't worth the time. */
function shouldCompress(request: Request, response: Response): boolean {
  const type = response.getHeader('Content-Type');
  return (
    !(typeof type === 'string' && type.startsWith('text/event-stream')) &&
    compression.filter(request, response)
  );
}

/** Where only bearer tokens count, another site can't act for a user. */
const acceptsAnyOrigin = ({ dialects }: ServerEntry['api'], path: string): boolean =>
  dialects.some(({ prefix }) => path.startsWith(prefix));

function refuseCrossSite(app: App, entry: ServerEntry): RequestHandler {
  return (request, response, next) => {
    const incoming = { method: request.method, header: (name: string) => request.get(name) };
    if (acceptsAnyOrigin(entry.api, request.path)) {
      next();
      return;
    }
    if (entry.isCrossSite(incoming, app.services.env.APP_URL)) {
      response.status(403).json(entry.CROSS_SITE_REFUSAL);
      return;
    }
    // Remix would compare Origin with Host again, without knowing APP_URL. Behind a proxy that changes the host or
    // port, every form would fail.
    delete request.headers.origin;
    next();
  };
}

function handleError(app: App) {
  return (error: unknown, _request: Request, response: Response, next: NextFunction): void => {
    const status = statusOf(error);
    if (status >= 500)
      app.services.log.error({ err: error, requestId: response.locals.requestId }, 'request failed');
    if (response.headersSent) {
      next(error);
      return;
    }
    response.status(status).json({
      message: status === 404 ? 'There is no such file.' : 'This request could not be answered.',
      requestId: response.locals.requestId,
    });
  };
}

function statusOf(error: unknown): number {
  const status =
    typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : 500;
}

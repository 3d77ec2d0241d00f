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
import { inConnectionTurns } from './connection-turns';
import { drainBody } from './drain-body';
import { findPageOf, redirectToExactAddress } from './exact-address';
import { healthRoutes } from './health';
import { limitStrangers } from './limit-strangers';
import { enterTrace, identifyAndLog } from './log-requests';
import { createRouteFinder } from './find-route';
import { createPace } from './pace';
import { readForwarded, readTarget } from './read-target';
import { PDF_FILES_PATH, servePdfFiles } from './pdf-files';
import { serveApi } from './serve-api';
import { giveNonce, securityHeaders } from './security-headers';

export interface HostOptions {
  app: App;
  entry: ServerEntry;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** In development the newest is loaded for each request. */
  loadApi: () => Promise<ServerEntry['api']> | ServerEntry['api'];
  /** Where the browser's files are; undefined while Vite serves them itself. */
  clientDir: string | undefined;
  /** Vite's own middleware, in development. */
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
  server.use(inConnectionTurns(), readForwarded(app), identifyAndLog(app, findRoute), readTarget, drainBody);
  server.use(healthRoutes(app, options.isStopping));
  server.use(
    giveNonce,
    securityHeaders({
      isHttps,
      isDevelopment: clientDir === undefined,
      includeSubDomains: app.services.env.HSTS_INCLUDE_SUBDOMAINS,
    }),
  );
  if (clientDir !== undefined) {
    // Built files carry a hash of their content in their name, so they never change; the build has compressed them.
    server.use(
      '/assets',
      expressStaticGzip(path.join(clientDir, 'assets'), {
        enableBrotli: true,
        orderPreference: ['br'],
        serveStatic: { immutable: true, maxAge: '1y', fallthrough: false },
      }),
    );
    // Only names with an ending are files: a page must not cost a look at the disk.
    server.get(/\.\w+$/, express.static(clientDir, { maxAge: '1h', index: false }));
  }
  server.use(PDF_FILES_PATH, servePdfFiles());
  server.use(limitStrangers(app, entry));
  const pace = createPace();
  server.use((_request, response, next) => pace(next, () => response.closed));
  if (app.traces) server.use(enterTrace);
  server.use(compression({ filter: isWorthCompressing }));
  if (options.developmentMiddleware) server.use(options.developmentMiddleware);
  server.use(refuseCrossSite(app, entry));
  const contextOf = (request: Request, response: Response): AppLoadContext => ({
    services: app.services,
    nonce: response.locals.nonce,
    requestId: response.locals.requestId,
    clientAddress: response.locals.clientAddress,
    onAnswered: (listener) => {
      if (response.closed) listener();
      else response.once('close', listener);
    },
  });
  server.use(serveApi(options.loadApi, contextOf));
  if (findPage) server.use(redirectToExactAddress(findPage));
  const servePage = createRequestHandler({
    build: options.build,
    mode: clientDir === undefined ? 'development' : 'production',
    getLoadContext: contextOf,
  });
  server.all('*', (request, response, next) => void servePage(request, response, next));
  server.use(answerFault(app));
  return server;
}

/** A stream of events must reach the browser piece by piece; small answers are not worth the time. */
function isWorthCompressing(request: Request, response: Response): boolean {
  const type = response.getHeader('Content-Type');
  return (
    !(typeof type === 'string' && type.startsWith('text/event-stream')) &&
    compression.filter(request, response)
  );
}

function refuseCrossSite(app: App, entry: ServerEntry): RequestHandler {
  return (request, response, next) => {
    const incoming = { method: request.method, header: (name: string) => request.get(name) };
    if (entry.isCrossSite(incoming, app.services.env.APP_URL)) {
      response.status(403).json(entry.CROSS_SITE_REFUSAL);
      return;
    }
    // Remix would compare it with Host once more, without knowing APP_URL: behind a proxy that hides the host or its
    // port, every form would fail.
    delete request.headers.origin;
    next();
  };
}

function answerFault(app: App) {
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

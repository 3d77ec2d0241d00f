import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { writeReadableStreamToWritable } from '@remix-run/node';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { NextFunction, Request as HostRequest, RequestHandler, Response as HostResponse } from 'express';
import { RequestBody } from './request-body';

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];
type Handler = NonNullable<RouteModule['loader']>;

/**
 * Answers API addresses without parameters by calling the route's loader or action at once. Remix would first match
 * the whole route table, twice a request, and copy the request each time, which costs more than a paid call does
 * (docs/decisions/0008-direct-routes.md). Whatever is not found here goes on to Remix.
 */
export function directRoutes(
  build: ServerBuild,
  contextOf: (request: HostRequest, response: HostResponse) => AppLoadContext,
): RequestHandler {
  const modules = new Map(
    Object.values(build.routes).flatMap((route) => {
      const isApi = route.path?.startsWith('api/') === true && !/[:*?]/.test(route.path);
      return isApi && route.module.default === undefined ? [[`/${route.path ?? ''}`, route.module]] : [];
    }),
  );
  return (request, response, next) => {
    const module = modules.get(request.path);
    const handler = module && handlerOf(module, request.method);
    if (!handler) {
      next();
      return;
    }
    answer(handler, request, response, contextOf(request, response)).catch(next as NextFunction);
  };
}

/** The build without its API: what a page's address is matched against, and what a page is drawn with. */
export const pagesOf = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: withoutApi(build.routes),
  assets: { ...build.assets, routes: withoutApi(build.assets.routes) },
});

const withoutApi = <Route extends { path?: string }>(routes: Record<string, Route>): Record<string, Route> =>
  Object.fromEntries(Object.entries(routes).filter(([, route]) => route.path?.startsWith('api/') !== true));

const handlerOf = (module: RouteModule, method: string): Handler | undefined =>
  method === 'GET' ? module.loader : method === 'HEAD' ? undefined : module.action;

async function answer(
  handler: Handler,
  request: HostRequest,
  response: HostResponse,
  context: AppLoadContext,
): Promise<void> {
  const body = request.method === 'GET' ? undefined : new RequestBody(request);
  const result: unknown = await handler({
    request: webRequest(request, response, body?.stream),
    context,
    params: {},
  });
  body?.throwRestAway();
  if (!(result instanceof Response)) throw new Error(`${request.path} answered with no Response`);
  response.status(result.status);
  for (const [name, value] of result.headers) response.append(name, value);
  const isStream = result.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
  if (isStream) response.flushHeaders();
  if (!result.body) response.end();
  else if (isStream) await writeReadableStreamToWritable(result.body, response);
  else if (!isJson(result)) await sendAtReadersPace(result.body, response);
  else response.end(await result.text());
}

/** A download may be larger than what memory should hold for a slow reader. One who goes away is no fault. */
async function sendAtReadersPace(body: ReadableStream<Uint8Array>, response: HostResponse): Promise<void> {
  try {
    await pipeline(Readable.fromWeb(body as NodeReadableStream), response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

const isJson = (result: Response): boolean =>
  result.headers.get('Content-Type')?.startsWith('application/json') === true;

function webRequest(
  request: HostRequest,
  response: HostResponse,
  body: ReadableStream<Uint8Array> | undefined,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const each of value ?? []) headers.append(name, each);
  }
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const url = `${request.protocol}://${request.get('host') ?? 'localhost'}${request.originalUrl}`;
  return new Request(url, {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
}

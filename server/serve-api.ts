import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { AppLoadContext } from '@remix-run/node';
import type { Request as HostRequest, RequestHandler, Response as HostResponse } from 'express';
import { RequestBody } from './request-body';
import type { ServerEntry } from './server-entry';

type Api = ServerEntry['api'];

/**
 * Serves API requests directly, in development and production. Remix would match the whole route table twice and copy
 * the request, which costs more than a completion does (docs/decisions/0008-api-beside-remix.md).
 */
export function serveApi(
  loadApi: () => Promise<Api> | Api,
  contextOf: (request: HostRequest, response: HostResponse) => AppLoadContext,
): RequestHandler {
  return (request, response, next) => {
    const serve = async (): Promise<void> => {
      const api = await loadApi();
      // Paths ending in .data are forms or fetchers of pages; Remix handles them with the same `api`.
      if (api.owns(request.path) && !request.path.endsWith('.data')) {
        await respond(api, request, response, contextOf(request, response));
      } else next();
    };
    serve().catch(next);
  };
}

async function respond(
  api: Api,
  request: HostRequest,
  response: HostResponse,
  context: AppLoadContext,
): Promise<void> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = hasBody ? new RequestBody(request) : undefined;
  const result = await api.serve(webRequest(request, response, body?.stream), context);
  body?.discardRest();
  response.status(result.status);
  for (const [name, value] of result.headers) response.append(name, value);
  const type = result.headers.get('Content-Type') ?? '';
  const isStream = type.startsWith('text/event-stream');
  if (isStream) response.flushHeaders();
  if (!result.body) response.end();
  else if (request.method === 'HEAD') {
    await result.body.cancel();
    response.end();
  } else if (isStream) await sendEvents(result.body, response);
  else if (result.headers.has('Content-Encoding')) response.end(Buffer.from(await result.arrayBuffer()));
  else if (type.startsWith('application/json')) response.end(await result.text());
  else await sendWithBackpressure(result.body, response);
}

/** Sends each event at once, with backpressure. */
export async function sendEvents(
  body: ReadableStream<Uint8Array>,
  response: Writable & { flush?: () => void },
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    for await (const event of body as NodeReadableStream<Uint8Array>) {
      const hasRoom = response.write(event);
      // The compression middleware would buffer it.
      response.flush?.();
      if (!hasRoom) await once(response, 'drain', { signal: gone.signal });
    }
    response.end();
  } catch {
    // Nothing to report: the client has disconnected or does not read, and the stream is cancelled.
    response.destroy();
  }
}

/**
 * Streams with backpressure, so that slow clients of large downloads don't fill memory. A disconnect is not an error.
 */
async function sendWithBackpressure(body: ReadableStream<Uint8Array>, response: HostResponse): Promise<void> {
  try {
    // As an iterator: `Readable.fromWeb` throws outside the pipeline when the client disconnects, which would end the
    // process.
    await pipeline((body as NodeReadableStream<Uint8Array>).values(), response);
  } catch (error) {
    if (!response.destroyed) throw error;
  }
}

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

import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node';
import { isRouteErrorResponse } from '@remix-run/react';
import { isbot } from 'isbot';
import { drawPage } from './core/server/draw-page.server';
import { createSharedPages } from './core/server/shared-pages.server';
import { steadyClock } from './core/shared/clock';

// The host and the commands take the application from here, so that one module graph serves everything.
export { api } from './api.server';
export { createApp } from './create-app.server';
export { readEnv, SettingsError } from './core/server/env.server';
export { findActor } from './core/edge/actor.server';
export { addressKey } from './core/server/rate-limits.server';
export { createLogger } from './core/server/logger.server';
export { findMisspelledSettings } from './core/server/misspelled-settings.server';
export { isCrossSite, CROSS_SITE_REFUSAL } from './core/server/same-origin.server';
export { runCommand } from './commands.server';

export const streamTimeout = 10_000;

const sharedPages = createSharedPages(steadyClock);
/** Pages being drawn: other visitors who ask for one wait for it. */
const sharedDrawings = new Map<string, Promise<{ html: string; hasFailed: boolean }>>();

let lastTurn = Promise.resolve();

/** Of pages that are asked for together, each is made in a turn of its own of the event loop, and others between them. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { services, nonce, requestId }: AppLoadContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  // Pages with forms say so themselves (core/edge/form.server.ts); Remix refuses for the others.
  if (status === 405 && !headers.has('Allow')) headers.set('Allow', 'GET, HEAD');

  await ownTurn();
  const draw = (options: { nonce: string; isWhole: boolean }) =>
    drawPage({
      ...options,
      context,
      url: request.url,
      timeoutMs: streamTimeout + 1000,
      onError: (error, isUnderWay) => {
        if (isUnderWay && !request.signal.aborted) {
          services.log.error({ err: error, requestId }, 'rendering failed');
        }
      },
    });

  const drawShared = async () => {
    const { body, hasFailed } = await draw({ nonce: sharedPages.nonceMark, isWhole: true });
    return { html: await text(body), hasFailed: hasFailed() };
  };
  const key = sharedPages.keyOf(status, context);
  if (key !== undefined) {
    await sharedDrawings.get(key)?.catch(() => undefined);
    const kept = sharedPages.find(key, nonce);
    if (kept !== undefined) return new Response(kept, { headers, status });
    const drawing = drawShared();
    sharedDrawings.set(key, drawing);
    const { html, hasFailed } = await drawing.finally(() => sharedDrawings.delete(key));
    if (!hasFailed) return new Response(sharedPages.keep(key, html, nonce), { headers, status });
    // Not drawn again, as the data for the browser can be read once: the browser tries what has failed.
    return new Response(html.replaceAll(sharedPages.nonceMark, nonce), { headers, status: 500 });
  }

  // Robots want the whole page at once; people want its beginning soon.
  const { body, hasFailed } = await draw({ nonce, isWhole: isbot(request.headers.get('User-Agent')) });
  return new Response(createReadableStreamFromReadable(body), {
    headers,
    status: hasFailed() ? 500 : status,
  });
}

/**
 * A page without its frame, as a browser fetches it that goes on from another. What a link fetches ahead must be kept
 * until it is pressed; anything else would lie in the browser's cache after its user has logged out.
 */
export function handleDataRequest(response: Response, { request }: { request: Request }): Response {
  const isPrefetch = PREFETCH_HEADERS.some((name) => request.headers.get(name)?.includes('prefetch'));
  response.headers.set('Cache-Control', isPrefetch ? 'private, no-cache' : 'no-store');
  return response;
}

/** The standard's name, and those of older browsers. */
const PREFETCH_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Moz'];

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (request.signal.aborted) return; // the reader went away
  if (isRouteErrorResponse(error) && error.status < 500) return; // a wrong method, not a fault
  context.services.log.error({ err: error, requestId: context.requestId }, 'request failed');
}

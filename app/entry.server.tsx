import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node';
import { isRouteErrorResponse } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderPageToStream } from './core/server/render-page.server';
import { createSharedPages } from './core/server/shared-pages.server';
import { steadyClock } from './core/shared/clock';

// The host and the commands import the application from here, so that everything shares one module graph.
export { api } from './api.server';
export { createApp } from './create-app.server';
export { readEnv, SettingsError } from './core/server/env.server';
export { clientOf, findActor } from './core/edge/actor.server';
export { noteUntrustedProxy, signInByProxy, trustedProxy } from './features/accounts/index.server';
export { addressKey } from './core/server/rate-limits.server';
export { createLogger } from './core/server/logger.server';
export { findMisspelledSettings } from './core/server/misspelled-settings.server';
export { isCrossSite, CROSS_SITE_REFUSAL } from './core/server/same-origin.server';
export { runCommand } from './commands.server';

export const streamTimeout = 10_000;

const sharedPages = createSharedPages(steadyClock);
/** Pages being rendered. Other visitors' requests for the same page wait for the result. */
const pendingRenders = new Map<string, Promise<{ html: string; hasFailed: boolean }>>();

let lastRenderTick = Promise.resolve();

/** Renders one page per event-loop tick, so that other work runs between simultaneous requests. */
function nextRenderTick(): Promise<void> {
  lastRenderTick = lastRenderTick.then(() => setImmediate());
  return lastRenderTick;
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
  // Pages with forms set Allow themselves (core/edge/form.server.ts); Remix answers 405 for the others.
  if (status === 405 && !headers.has('Allow')) headers.set('Allow', 'GET, HEAD');

  await nextRenderTick();
  const render = (options: { nonce: string; isWhole: boolean }) =>
    renderPageToStream({
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

  const renderShared = async () => {
    const { body, hasFailed } = await render({ nonce: sharedPages.nonceMark, isWhole: true });
    return { html: await text(body), hasFailed: hasFailed() };
  };
  const key = sharedPages.keyOf(status, context);
  if (key !== undefined) {
    await pendingRenders.get(key)?.catch(() => undefined);
    const kept = sharedPages.find(key, nonce);
    if (kept !== undefined) return new Response(kept, { headers, status });
    const rendering = renderShared();
    pendingRenders.set(key, rendering);
    const { html, hasFailed } = await rendering.finally(() => pendingRenders.delete(key));
    if (!hasFailed) return new Response(sharedPages.keep(key, html, nonce), { headers, status });
    // Not rendered again, because the loader data can be read only once. The browser retries the part that failed.
    return new Response(html.replaceAll(sharedPages.nonceMark, nonce), { headers, status: 500 });
  }

  // Crawlers need the whole page at once; browsers get it streamed.
  const { body, hasFailed } = await render({ nonce, isWhole: isbot(request.headers.get('User-Agent')) });
  return new Response(createReadableStreamFromReadable(body), {
    headers,
    status: hasFailed() ? 500 : status,
  });
}

/**
 * Sets caching of the data of client-side navigations. Prefetched data must stay in the cache until the click; anything
 * else would remain in the browser's cache after logging out.
 */
export function handleDataRequest(response: Response, { request }: { request: Request }): Response {
  const isPrefetch = PREFETCH_HEADERS.some((name) => request.headers.get(name)?.includes('prefetch'));
  response.headers.set('Cache-Control', isPrefetch ? 'private, no-cache' : 'no-store');
  return response;
}

/** The standard header, then those of older browsers. */
const PREFETCH_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Moz'];

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (request.signal.aborted) return; // the client disconnected
  if (isRouteErrorResponse(error) && error.status < 500) return; // e.g. a wrong method, which is not a bug
  context.services.log.error({ err: error, requestId: context.requestId }, 'request failed');
}

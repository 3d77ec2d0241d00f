import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceContext } from './core/nonce';

// The host and the commands take the application from here, so that one module graph serves everything.
export { createApp } from './app.server';
export { readEnv, SettingsError } from './core/env.server';
export { isCrossSite, CROSS_SITE_REFUSAL } from './core/same-origin.server';
export { runCommand } from './commands.server';

export const streamTimeout = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { app, nonce, requestId }: AppLoadContext,
): Promise<Response> {
  // Robots want the whole page at once; people want its beginning soon.
  const whenReady = isbot(request.headers.get('User-Agent')) ? 'onAllReady' : 'onShellReady';
  return new Promise((resolve, reject) => {
    let isShellSent = false;
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        [whenReady]() {
          isShellSent = true;
          const body = new PassThrough();
          headers.set('Content-Type', 'text/html; charset=utf-8');
          if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: finalStatus }));
          pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          finalStatus = 500;
          if (isShellSent && !request.signal.aborted)
            app.log.error({ err: error, requestId }, 'rendering failed');
        },
      },
    );
    setTimeout(abort, streamTimeout + 1000).unref();
  });
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (request.signal.aborted) return; // the reader went away
  context.app.log.error({ err: error, requestId: context.requestId }, 'request failed');
}

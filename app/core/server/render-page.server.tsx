import { PassThrough } from 'node:stream';
import type { EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceContext } from '~/core/shared/nonce';

interface DrawOptions {
  context: EntryContext;
  url: string;
  nonce: string;
  /** Waits for the complete page instead of streaming. */
  isWhole: boolean;
  timeoutMs: number;
  onError: (error: unknown, isUnderWay: boolean) => void;
}

export interface Drawing {
  body: PassThrough;
  /** True if a part failed to render; the browser then renders it again. */
  hasFailed: () => boolean;
}

/** Renders a page to HTML. Rejects if not even its shell can be rendered. */
export function renderPageToStream({
  context,
  url,
  nonce,
  isWhole,
  timeoutMs,
  onError,
}: DrawOptions): Promise<Drawing> {
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    let isUnderWay = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={context} url={url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        [isWhole ? 'onAllReady' : 'onShellReady']() {
          isUnderWay = true;
          const body = new PassThrough();
          body.once('close', () => clearTimeout(timer));
          resolve({ body, hasFailed: () => hasFailed });
          pipe(body);
        },
        onShellError: (error) => {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
        onError: (error) => {
          hasFailed = true;
          onError(error, isUnderWay);
        },
      },
    );
    const timer = setTimeout(abort, timeoutMs);
    timer.unref();
  });
}

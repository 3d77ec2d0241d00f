import { PassThrough } from 'node:stream';
import type { EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceContext } from '~/core/shared/nonce';

interface DrawOptions {
  context: EntryContext;
  url: string;
  nonce: string;
  /** Waits for the whole page instead of its beginning. */
  isWhole: boolean;
  timeoutMs: number;
  onError: (error: unknown, isUnderWay: boolean) => void;
}

export interface Drawing {
  body: PassThrough;
  /** True once a part could not be drawn; the browser then tries that part again. */
  hasFailed: () => boolean;
}

/** Turns a page into HTML. Rejects when not even its frame can be drawn. */
export function drawPage({
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

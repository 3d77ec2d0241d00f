import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { sendEvents } from './serve-api';

const PIECE = Buffer.alloc(64 * 1024, 'x');

let server: http.Server;
afterEach(() => server.close());

/** Serves a stream that never ends; `given()` says how much has been taken of it. */
async function serveEndless() {
  let bytes = 0;
  let isCancelled = false;
  server = http.createServer((_, response) => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          bytes += PIECE.length;
          controller.enqueue(PIECE);
        },
        cancel: () => {
          isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    response.flushHeaders();
    void sendEvents(body, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = http.get({ host: '127.0.0.1', port });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  return { answer, given: () => bytes, isCancelled: () => isCancelled };
}

it('takes no more events than their reader has room for, and none when the reader is gone', async () => {
  const { answer, given, isCancelled } = await serveEndless();
  answer.pause();
  let before = -1;
  await vi.waitFor(
    () => {
      const now = given();
      const stands = now === before;
      before = now;
      expect(stands).toBe(true);
    },
    { interval: 200, timeout: 20_000 },
  );
  // What the connection itself holds at both of its ends.
  expect(given()).toBeLessThan(20 * 1024 * 1024);

  const stood = given();
  answer.resume();
  await vi.waitFor(() => expect(given()).toBeGreaterThan(stood + PIECE.length), { timeout: 20_000 });
  answer.destroy();
  await vi.waitFor(() => expect(isCancelled()).toBe(true), { timeout: 20_000 });
});

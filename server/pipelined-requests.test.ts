import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import express, { type Response } from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import { serializePipelinedRequests } from './pipelined-requests';

interface Served {
  begun: string[];
  /** Those that were begun and are not answered yet. */
  open: Set<Response>;
  maxConcurrent: number;
  connect: () => Promise<Socket>;
}

async function serve(maxWaiting?: number, answer?: (response: Response) => void): Promise<Served> {
  const served: Served = { begun: [], open: new Set(), maxConcurrent: 0, connect };
  const app = express();
  app.use(serializePipelinedRequests(maxWaiting));
  app.use((request, response) => {
    served.begun.push(request.url);
    served.open.add(response);
    served.maxConcurrent = Math.max(served.maxConcurrent, served.open.size);
    for (const end of ['finish', 'close']) response.once(end, () => served.open.delete(response));
    answer?.(response);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  async function connect(): Promise<Socket> {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }
  return served;
}

const requests = (count: number, last = ''): string =>
  Array.from(
    { length: count },
    (_, index) => `GET /${String(index)} HTTP/1.1\r\nHost: a\r\n${index === count - 1 ? last : ''}\r\n`,
  ).join('');

it('answers what one connection asks at once one after the other, in its order', async () => {
  const served = await serve(undefined, (response) => setImmediate(() => response.send(response.req.url)));
  const socket = await served.connect();
  socket.write(requests(20, 'Connection: close\r\n'));
  const answers = await text(socket);
  expect(answers.match(/^\/\d+/gm)).toEqual(Array.from({ length: 20 }, (_, index) => `/${String(index)}`));
  expect(served.maxConcurrent).toBe(1);
});

it('begins nothing more for a connection that is gone', async () => {
  const served = await serve();
  const socket = await served.connect();
  socket.write(requests(50));
  await vi.waitFor(() => expect(served.begun).toEqual(['/0']));
  const [first] = served.open;
  socket.destroy();
  await vi.waitFor(() => expect(served.open.size).toBe(0));
  first?.end();
  const other = await served.connect();
  other.write(requests(1));
  await vi.waitFor(() => expect(served.begun).toEqual(['/0', '/0']));
});

it('makes no answer for a peer that has not read the one before', async () => {
  const large = Buffer.alloc(8 * 1024 * 1024);
  const served = await serve(undefined, (response) => response.send(large));
  const socket = await served.connect();
  socket.pause();
  socket.write(requests(4));
  await vi.waitFor(() => expect(served.begun).toHaveLength(1));
  // A second connection is answered all the while.
  const other = await served.connect();
  other.write(requests(1, 'Connection: close\r\n'));
  other.resume();
  await once(other, 'close');
  expect(served.begun).toHaveLength(2);
  socket.resume();
  await vi.waitFor(() => expect(served.begun).toHaveLength(5), { timeout: 60_000 });
});

it('cuts off a connection with more requests ahead than any client sends', async () => {
  const served = await serve(10);
  const socket = await served.connect();
  socket.write(requests(12));
  socket.resume();
  await once(socket, 'close');
  expect(served.begun).toEqual(['/0']);
});

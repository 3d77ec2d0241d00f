import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { closeUnreadConnections } from './unread-connections';

const TIMEOUT_MS = 500;
const MUCH = Buffer.alloc(32 * 1024 * 1024, 'x');

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function start(): Promise<{ server: Server; port: number }> {
  const server = createServer(({ url }, response) => {
    if (url === '/') response.end(MUCH);
    else setTimeout(() => response.end('at last'), 3 * TIMEOUT_MS);
  });
  servers.push(server);
  closeUnreadConnections(server, TIMEOUT_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

const ask = (port: number, path = '/'): Socket => {
  const peer = connect(port, '127.0.0.1');
  peer.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  return peer;
};

it('cuts off a peer that reads nothing of its answer', async () => {
  const { server, port } = await start();
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const peer = ask(port);
  peer.pause();
  const [socket] = await connected;
  await once(socket, 'close');
  expect(socket.bytesWritten).toBeGreaterThan(0);
  peer.destroy();
});

it('leaves one that reads slowly its connection @soak', async () => {
  const { port } = await start();
  const peer = ask(port);
  let received = 0;
  peer.on('data', (piece: Buffer) => {
    received += piece.length;
    peer.pause();
    setTimeout(() => peer.resume(), 1);
  });
  await once(peer, 'end');
  expect(received).toBeGreaterThan(MUCH.length);
});

it('leaves one its connection whose answer takes long to make @soak', async () => {
  const { port } = await start();
  const peer = ask(port, '/slow');
  let answer = '';
  peer.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
  await once(peer, 'end');
  expect(answer).toContain('at last');
});

import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { drainBody } from './drain-body';

async function connect(): Promise<net.Socket> {
  const app = express();
  app.use(drainBody, (_request, response) => {
    response.status(401).json({ message: 'No authentication token found' });
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

it('lets a sender that closes the connection afterward send everything and read why it was refused', async () => {
  const bytes = 30 * 1024 * 1024;
  for (let round = 0; round < 5; round += 1) {
    const socket = await connect();
    const answer = text(socket);
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${String(bytes)}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(bytes));
    expect(await answer).toMatch(/^HTTP\/1\.1 401 [^]*No authentication token found/);
    if (!socket.closed) await once(socket, 'close');
  }
});

it('closes a connection without a body at once', async () => {
  const socket = await connect();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
});

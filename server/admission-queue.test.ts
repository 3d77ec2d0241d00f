import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createAdmissionQueue } from './admission-queue';

it('begins few of a burst in each turn of the event loop, in their order, and all in the end', async () => {
  const pace = createAdmissionQueue({ maxPerTick: 20, maxDelayMs: 0 });
  const begun: number[] = [];
  for (let index = 0; index < 50; index += 1) pace(() => begun.push(index));
  expect(begun).toHaveLength(1);
  await setImmediate();
  expect(begun).toHaveLength(21);
  // Who comes now stands behind those who wait.
  pace(() => begun.push(50));
  await setImmediate();
  await setImmediate();
  expect(begun).toEqual(Array.from({ length: 51 }, (_, index) => index));
});

it('keeps a single request waiting for nothing', async () => {
  const pace = createAdmissionQueue({ maxPerTick: 1 });
  const begun: string[] = [];
  pace(() => begun.push('first'));
  expect(begun).toEqual(['first']);
  for (let turns = 0; turns < 3; turns += 1) await setImmediate();
  pace(() => begun.push('second'));
  expect(begun).toEqual(['first', 'second']);
});

it('lets a burst of connections in before it works on most of them', async () => {
  const CONNECTIONS = 200;
  const pace = createAdmissionQueue({ maxPerTick: 4, maxDelayMs: 60_000 });
  let connected = 0;
  /** How many were connected when each request began. */
  const connectedAtBegin: number[] = [];
  const server = http.createServer((_request, response) => {
    pace(() => {
      connectedAtBegin.push(connected);
      response.end();
    });
  });
  server.on('connection', () => (connected += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new http.Agent();
  onTestFinished(() => {
    agent.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      http
        .get({ port, agent, host: '127.0.0.1' }, (response) => response.resume().once('end', resolve))
        .once('error', reject);
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  expect(connectedAtBegin).toHaveLength(CONNECTIONS);
  // Those that begin at once are few; the others found nearly all connected.
  expect(connectedAtBegin.filter((count) => count < CONNECTIONS / 2).length).toBeLessThan(CONNECTIONS / 4);
});

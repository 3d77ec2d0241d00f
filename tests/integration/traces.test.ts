import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startServer } from '../support/server';

/** A collector that keeps what it is sent. */
async function startCollector() {
  const received: { path: string; body: string }[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', body: Buffer.concat(parts).toString('utf8') });
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

it('the built server sends traces of requests, without what was asked for in them', async () => {
  const collector = await startCollector();
  const server = await startServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin } });
  expect((await fetch(`${server.origin}/docs?q=nobody-elses-business`)).status).toBe(200);
  await server.stop(); // which sends what is waiting
  await collector.close();
  expect(collector.received.map(({ path }) => path)).toContain('/v1/traces');
  const sent = collector.received.map(({ body }) => body).join('');
  expect(sent).toContain('promptwell');
  expect(sent).toContain('service.version');
  expect(sent).not.toContain('nobody-elses-business');
});

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WireTrace, type TransportFailure } from './wire-trace.js';
import { createHttpClient, DEFAULT_TIMEOUTS, type HttpClient } from './http-client.js';
import { StreamedBody } from './streamed-body.js';

describe('the HTTP client', () => {
  const sockets = new Set<unknown>();
  let requests = 0;
  const server = http.createServer((request, response) => {
    requests++;
    sockets.add(request.socket);
    ROUTES[request.url ?? '']?.(response);
  });
  let origin: string;
  let port: number;
  const clients: HttpClient[] = [];

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    origin = `http://127.0.0.1:${port}`;
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    sockets.clear();
    requests = 0;
  });
  afterAll(() => void server.close());

  function open(options: Partial<Parameters<typeof createHttpClient>[0]> = {}): HttpClient {
    const client = createHttpClient({ allowPrivate: true, ...options });
    clients.push(client);
    return client;
  }

  test('lets a model think in silence after its first event for as long as before it', () => {
    const { firstByteTimeoutMs, stallTimeoutMs, deadlineMs } = DEFAULT_TIMEOUTS;
    expect(stallTimeoutMs).toBe(firstByteTimeoutMs);
    expect(stallTimeoutMs).toBeLessThan(deadlineMs);
  });

  test('keeps connections for the calls that follow', async () => {
    const client = open();
    for (let i = 0; i < 10; i++) await (await client.fetch(`${origin}/json`)).json();
    expect(requests).toBe(10);
    // Two, as an answer is handed over a moment before its connection is free again.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  test('follows no redirect', async () => {
    const response = await open().fetch(`${origin}/redirect`);
    expect(response.status).toBe(302);
    expect(requests).toBe(1);
  });

  test('pauses a fast sender while nobody reads, and loses nothing', async () => {
    const body = new StreamedBody();
    const response = await open().fetch(`${origin}/long`, withTrace(new WireTrace(body)));
    expect(response.status).toBe(200);
    expect(await sizeOf(body)).toBe(LONG_BYTES);
  });

  test('refuses an answer without end', async () => {
    const trace = new WireTrace(new StreamedBody());
    await open({ maxAnswerBytes: 100_000 }).fetch(`${origin}/long`, withTrace(trace));
    await expect(sizeOf(trace.body)).rejects.toMatchObject({ reason: 'answer_too_large' });
    expect(trace.failure?.reason).toBe('answer_too_large');
  });

  test('ends a body that nobody wants any more', async () => {
    const trace = new WireTrace(new StreamedBody());
    await open().fetch(`${origin}/long`, withTrace(trace));
    trace.abort('caller_stopped');
    await expect(sizeOf(trace.body)).rejects.toMatchObject({ reason: 'caller_stopped' });
    expect(trace.failure?.reason).toBe('caller_stopped');
  });

  test('obeys the signal of an ordinary fetch', async () => {
    const stopper = new AbortController();
    const running = open().fetch(`${origin}/never`, { signal: stopper.signal });
    stopper.abort();
    await expect(running).rejects.toMatchObject({ reason: 'caller_stopped' });
  });

  describe('for addresses that must be public', () => {
    test.each([
      ['a loopback address', () => origin],
      ['a name that leads to one', () => `http://localhost:${port}`],
      ['the IPv6 loopback', () => `http://[::1]:${port}`],
      ['an IPv4 address in IPv6 clothing', () => `http://[::ffff:127.0.0.1]:${port}`],
      ['a number that stands for one', () => `http://2130706433:${port}`],
      ['a private network', () => 'http://10.0.0.1'],
      ['the cloud’s metadata', () => 'http://169.254.169.254/latest/meta-data'],
    ])('refuses %s before anything is sent', async (_, address) => {
      const trace = new WireTrace();
      const running = open({ allowPrivate: false }).fetch(`${address()}/json`, withTrace(trace));
      await expect(running).rejects.toMatchObject({
        reason: 'address_refused',
      } satisfies Partial<TransportFailure>);
      expect(trace.sent).toBe(false);
      expect(requests).toBe(0);
    });
  });
});

const LONG_BYTES = 8 * 1024 * 1024;

const ROUTES: Record<string, (response: http.ServerResponse) => void> = {
  '/json': (response) => response.end('{"ok":true}'),
  '/redirect': (response) => response.writeHead(302, { location: '/json' }).end(),
  '/long': (response) => response.end(Buffer.alloc(LONG_BYTES, 'x')),
  '/never': () => undefined,
};

async function sizeOf(body: StreamedBody | null): Promise<number> {
  let bytes = 0;
  for (let chunks = await body?.next(); chunks; chunks = await body?.next()) {
    for (const chunk of chunks) bytes += chunk.length;
  }
  return bytes;
}

function withTrace(trace: WireTrace): RequestInit {
  const init = { method: 'GET', trace };
  return init;
}

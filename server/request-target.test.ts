import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../app/core/server/logger.server';
import { createProxyWatch } from '../app/core/server/proxy-watch.server';
import { pipeline } from '../tests/support/pipelining';
import { applyForwardedHeaders, validateRequestTarget } from './request-target';

interface Seen {
  address: string;
  url: string;
}

let seen: Seen[];
beforeEach(() => {
  seen = [];
});

/** A server that makes the web's own URL of each request, as pages and the API do. */
async function serve(trusted: number | string[] = 0) {
  const proxyWatch = createProxyWatch({ clock: Date.now, log: createLogger('silent'), trusted });
  const app = express();
  app.set('trust proxy', trusted);
  app.use(applyForwardedHeaders({ services: { proxyWatch } }), validateRequestTarget);
  app.use((request, response) => {
    const url = new URL(`${request.protocol}://${request.get('host') ?? ''}${request.originalUrl}`).href;
    seen.push({ address: response.locals.clientAddress, url });
    response.status(204).end();
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const ask = async (headers: Record<string, string>, path = '/login?a=b') =>
    (await pipeline(origin, [{ path, headers }]))[0]?.status;
  return { ask, proxyWatch };
}

const BAD_HOSTS = [
  'evil@promptwell.test',
  'promptwell.test/admin',
  'promptwell.test?x',
  'promptwell.test#x',
  'promptwell test',
  'promptwell.test:99999',
  'promptwell.test:99999999',
  '[::1::2]',
  '1.2.3.999',
  'promptwell.test:port',
  'a:b@c',
  '[::1',
  '..\\x',
  '',
];

describe('a host', () => {
  it.each(BAD_HOSTS)('that is none is answered with 400: %j', async (host) => {
    const { ask } = await serve(1);
    expect(await ask({ Host: host })).toBe(400);
    if (host !== '') expect(await ask({ 'X-Forwarded-Host': host })).toBe(400);
    expect(seen).toEqual([]);
  });

  it.each([
    'promptwell.test',
    'promptwell.test:8443',
    '127.0.0.1',
    '[::1]:3000',
    'my_host',
    'xn--bcher-kva.example',
  ])('stays as it was asked for: %s', async (host) => {
    const { ask } = await serve();
    expect(await ask({ Host: host })).toBe(204);
    expect(seen[0]?.url).toBe(`http://${host}/login?a=b`);
  });
});

describe('what a proxy says', () => {
  const headers = {
    'X-Forwarded-For': '192.0.2.66, [2001:db8::7]:50112',
    'X-Forwarded-Host': 'public.example',
    'X-Forwarded-Proto': 'https',
  };

  it('is believed when it is trusted', async () => {
    const { ask, proxyWatch } = await serve(1);
    expect(await ask(headers)).toBe(204);
    expect(seen).toEqual([{ address: '2001:db8::7', url: 'https://public.example/login?a=b' }]);
    expect(proxyWatch.lastUntrusted()).toBeUndefined();
  });

  it.each([0, ['10.0.0.0/8']])('is ignored when it is not (%j), and noticed', async (trusted) => {
    const { ask, proxyWatch } = await serve(trusted);
    expect(await ask(headers)).toBe(204);
    expect(seen).toEqual([{ address: '127.0.0.1', url: 'http://promptwell.test/login?a=b' }]);
    expect(proxyWatch.lastUntrusted()).toMatchObject({ peer: '127.0.0.1' });
  });

  it.each(['javascript', 'https:', 'ftp, https', ''])(
    'of a protocol that is none is ignored: %j',
    async (proto) => {
      const { ask } = await serve(1);
      expect(await ask({ 'X-Forwarded-Proto': proto })).toBe(204);
      expect(seen[0]?.url).toMatch(/^http:/);
    },
  );
});

describe('a request line', () => {
  it('with a whole URL, as clients send it to a proxy, is that URL', async () => {
    const { ask } = await serve();
    expect(await ask({ Host: 'other.test' }, 'http://promptwell.test/docs?q=1')).toBe(204);
    expect(await ask({}, 'http://promptwell.test')).toBe(204);
    expect(await ask({}, 'HTTP://promptwell.test?q=2')).toBe(204);
    expect(seen.map(({ url }) => url)).toEqual([
      'http://promptwell.test/docs?q=1',
      'http://promptwell.test/',
      'http://promptwell.test/?q=2',
    ]);
  });

  it.each(['http://evil@promptwell.test/', 'ftp://promptwell.test/', '*', 'login'])(
    'with something else is answered with 400: %s',
    async (path) => {
      const { ask } = await serve();
      expect(await ask({}, path)).toBe(400);
    },
  );
});

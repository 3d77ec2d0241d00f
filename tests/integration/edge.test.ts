import fs from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CALLS } from '../support/declared-calls';
import { builtPages, type BuiltPage } from '../support/pages';
import { fromElsewhere } from '../support/people';
import { connectTo, pipeline, rawRequests, type RawRequest } from '../support/pipelining';
import { ADMIN, ADMIN_ENV, apiOf, signInByApi, startServer, type TestServer } from '../support/server';

// What a stranger can do to everybody else, over the whole route table: a new address is in it without being named.

const METRICS_TOKEN = 'edge-edge-edge-edge';

let server: TestServer;
let token: string;
let pages: BuiltPage[];
beforeAll(async () => {
  server = await startServer({
    env: { ...ADMIN_ENV, METRICS_TOKEN, TRUST_PROXY: 'on', LOG_LEVEL: 'info', DEMO_PROVIDER: 'on' },
  });
  token = await signInByApi(server.origin);
  pages = await builtPages();
});
afterAll(() => server.stop());

const get = (address: string, headers: Record<string, string> = fromElsewhere()) =>
  fetch(server.origin + address, { redirect: 'manual', headers });

/** The requests from an address that were begun, as the log has them. */
const logged = (address: string): Record<string, unknown>[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(`"address":"${address}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const callAddresses = (isWanted: (access: string) => boolean): string[] =>
  CALLS.filter(({ method, call }) => method === 'GET' && isWanted(call.access)).map(({ route }) =>
    route.path.replace(/:\w+/g, randomUUID()),
  );

describe('one connection', () => {
  it.each(['/api/openapi.json', '/docs/learn/api'])(
    'that asks for %s 500 times and is gone, or never reads, keeps nobody waiting @soak',
    async (address) => {
      const [gone, unread] = [fromElsewhere(), fromElsewhere()];
      const requests = (headers: Record<string, string>): string =>
        rawRequests(
          Array.from({ length: 500 }, (): RawRequest => ({ path: address, headers })),
          false,
        );
      const leaver = await connectTo(server.origin);
      leaver.write(requests(gone), () => leaver.destroy());
      const silent = await connectTo(server.origin);
      silent.pause();
      silent.write(requests(unread));
      expect((await get('/login')).status).toBe(200);
      expect((await get(address)).status).toBe(200);
      for (const headers of [gone, unread])
        expect(logged(headers['X-Forwarded-For'] ?? '').length).toBeLessThan(10);
      silent.destroy();
    },
  );

  it.each([
    ['strangers', 'anyone'],
    ['people who are signed in', 'signed-in'],
  ])('is answered in turn, whichever address that is open to %s it asks for', async (_, access) => {
    const addresses = [
      ...callAddresses((each) => each === access),
      ...pages.filter((page) => page.access === access).map(({ address }) => address),
    ];
    expect(addresses.length).toBeGreaterThan(10);
    for (const address of addresses) {
      const headers = {
        ...fromElsewhere(),
        ...(access === 'anyone' ? {} : { Authorization: `Bearer ${token}` }),
      };
      const socket = await connectTo(server.origin);
      socket.write(
        rawRequests(
          Array.from({ length: 20 }, () => ({ path: address, headers })),
          false,
        ),
        () => socket.destroy(),
      );
    }
    expect((await get('/login')).status).toBe(200);
    expect((await get('/healthz')).status).toBe(200);
  });
});

describe('one address', () => {
  it('is refused after 300 units, at every address that is open to strangers, and told how long to wait @soak', async () => {
    const headers = fromElsewhere();
    const addresses = [
      ...callAddresses(() => true),
      ...pages.flatMap(({ address }) => [address, `${address === '/' ? '/_root' : address}.data`]),
      '/nothing',
      '/nothing.php',
    ];
    const refused = new Set<string>();
    await vi.waitFor(
      async () => {
        const spend = Array.from({ length: 10 }, () => ({ path: '/api/nothing', headers }));
        await Promise.all(
          Array.from({ length: 6 }, async () => {
            for (let begin = 0; begin < addresses.length; begin += 90) {
              const tried = addresses.slice(begin, begin + 90);
              const requests = [...spend, ...tried.map((path2) => ({ path: path2, headers }))];
              const answers = (await pipeline(server.origin, requests)).slice(spend.length);
              for (const [index, { status, headers: given }] of answers.entries())
                if (status === 429 && Number(given['retry-after']) >= 1) refused.add(tried[index] ?? '');
            }
          }),
        );
        expect(addresses.filter((address) => !refused.has(address))).toEqual([]);
      },
      { timeout: 120_000 },
    );
    // Others, those who are signed in, and probes are not.
    expect((await get('/login')).status).toBe(200);
    expect((await get('/api/billing/balance', { ...headers, Authorization: `Bearer ${token}` })).status).toBe(
      200,
    );
    expect((await get('/healthz', headers)).status).toBe(200);
    const page = await get('/login', { ...headers, Accept: 'text/html' });
    if (page.status === 429) expect(await page.text()).toContain('Too many requests');
  });

  it('has room for a class of forty that opens the login page and the docs @soak', async () => {
    const headers = fromElsewhere();
    const statuses = new Map<number, number>();
    const open = async (address: string): Promise<string> => {
      const response = await get(address, headers);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      return response.text();
    };
    const pupil = async (): Promise<void> => {
      const files = new Set<string>(['/favicon.svg']);
      for (const address of ['/login', '/docs']) {
        const html = await open(address);
        for (const [, file = ''] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) files.add(file);
      }
      // What scripts fetch when one goes on: the FAQ, and a link that the pointer was over.
      await Promise.all(['/docs.data', ...files].map(open));
    };
    await Promise.all(Array.from({ length: 40 }, pupil));
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThan(40 * 10);
  });
});

describe('an address', () => {
  const twinsOf = (address: string): string[] => {
    const first = /[a-z]/i.exec(address.slice(1))?.[0];
    const other = (text: string): string =>
      text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
    return [
      `${address}/`,
      `/${address}`,
      ...(first === undefined
        ? []
        : [
            address.replace(first, other(first)),
            address.replace(first, `%${first.charCodeAt(0).toString(16)}`),
          ]),
    ];
  };

  it('of a page is exact: its twins lead to it', async () => {
    for (const { address, pattern } of pages.filter(
      (page) => !/^\/[*]$/.test(page.pattern) && page.address !== '/',
    ))
      for (const twin of twinsOf(address)) {
        const { status, headers } = await get(`${twin}?a=b`);
        const to = pattern.endsWith('*') && twin.endsWith('/') ? address : address;
        expect([twin, status, headers.get('Location')]).toEqual([twin, 308, `${to}?a=b`]);
      }
    const form = await fetch(`${server.origin}/LOGIN.data`, {
      method: 'POST',
      redirect: 'manual',
      headers: fromElsewhere(),
    });
    expect([form.status, form.headers.get('Location')]).toEqual([308, '/login.data']);
  });

  it('of the API and of the probes is exact: their twins are not there @soak', async () => {
    // What ends in a name with slashes has no twin with one more.
    const exact = callAddresses(() => true).filter((address) => !address.endsWith('*'));
    const addresses = [...exact, '/metrics', '/healthz', '/readyz'];
    for (const address of addresses)
      for (const twin of twinsOf(address)) {
        const response = await get(twin, { ...fromElsewhere(), Authorization: `Bearer ${METRICS_TOKEN}` });
        expect([twin, response.status]).toEqual([twin, 404]);
      }
    expect((await get('/api/FAQ/categories')).status).toBe(200);
    expect((await get('/metrics', { Authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(200);
  });
});

describe('what a browser keeps', () => {
  it('of a page is nothing, except for what a link fetched ahead', async () => {
    const ask = async (headers: Record<string, string>) =>
      (await get('/account.data', { Authorization: `Bearer ${token}`, ...headers })).headers.get(
        'Cache-Control',
      );
    expect(await ask({})).toBe('no-store');
    expect(await ask({ 'Sec-Purpose': 'prefetch' })).toBe('private, no-cache');
    expect(await ask({ 'Sec-Purpose': 'prefetch;prerender' })).toBe('private, no-cache');
  });

  it('is cleared when its user logs out, from a page or by the API', async () => {
    const body = new URLSearchParams({ intent: 'sign-out' });
    for (const address of ['/logout', '/logout.data', '/api/auth/logout']) {
      const response = await fetch(server.origin + address, {
        method: 'POST',
        redirect: 'manual',
        headers: fromElsewhere(),
        ...(address.startsWith('/api') ? {} : { body }),
      });
      expect([address, response.headers.get('Clear-Site-Data')]).toEqual([address, '"cache"']);
    }
  });
});

it('names in every answer what of a device a page may use', async () => {
  for (const address of ['/login', '/api/faq', '/docs/learn/api']) {
    const policy = (await get(address)).headers.get('Permissions-Policy');
    expect(policy).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(self\)/);
  }
});

describe('the request log', () => {
  it('has the client’s address, in the form that the documented fail2ban filter reads', async () => {
    const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/self-hosting.md'), 'utf8');
    const expression = /^failregex = (.+)$/m.exec(guide)?.[1] ?? '';
    const filter = new RegExp(expression.replace('<ADDR>', '(?<address>[\\d.:a-f]+)'));
    const from = async (address: string, headers: Record<string, string>, password: string) => {
      await apiOf(server.origin)('POST', '/api/auth/login', { email: ADMIN.email, password }, headers);
      await vi.waitFor(() => expect(logged(address)).not.toEqual([]));
      const lines = server
        .output()
        .split('\n')
        .filter((line) => line.includes(`"address":"${address}"`));
      const addressesIn = (texts: string[]) => texts.map((text) => filter.exec(text)?.groups?.address);
      // fail2ban takes the date out of a line of a file before it reads the rest; a line of the journal stays whole.
      const found = addressesIn(lines);
      expect(addressesIn(lines.map((line) => line.replace(/"time":"[^"]*Z/, '')))).toEqual(found);
      return found;
    };
    expect(
      await from('203.0.113.77', { 'X-Forwarded-For': '192.0.2.1, 203.0.113.77:4711' }, 'Wrong-1'),
    ).toEqual(['203.0.113.77']);
    expect(await from('2001:db8::77', { 'X-Forwarded-For': '[2001:db8::77]:4711' }, 'Wrong-1')).toEqual([
      '2001:db8::77',
    ]);
    expect(await from('203.0.113.78', { 'X-Forwarded-For': '203.0.113.78' }, ADMIN.password)).toEqual([
      undefined,
    ]);
  });

  it('takes over the request id of a trusted proxy, and no other text', async () => {
    const idOf = async (id: string) =>
      (await get('/healthz', { 'X-Request-Id': id })).headers.get('X-Request-Id');
    expect(await idOf('0af7651916cd43dd8448eb211c80319c')).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(await idOf('a"b {}')).not.toContain('"');
  });
});

it('has left no fault in the log', () => {
  const faults = server
    .output()
    .split('\n')
    .filter((line) => /"level":(?:50|60)/.test(line));
  expect(faults).toEqual([]);
});

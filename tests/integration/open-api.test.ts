import { once } from 'node:events';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, ADMIN_ENV, apiOf, signInByApi, startServer, type TestServer } from '../support/server';
import { faultsInBooks } from '../support/server-database';
import { fromElsewhere } from '../support/people';

// `/v1` as the host serves it: sizes, sites, origins and addresses.

const MEGABYTE = 1024 * 1024;

let server: TestServer;
let token: string;
let secret: string;
beforeAll(async () => {
  server = await startServer({ env: { ...ADMIN_ENV, DEMO_PROVIDER: 'on', TRUST_PROXY: 'on' } });
  token = await signInByApi(server.origin);
  const { body } = await apiOf(server.origin, token)<{ secret: string }>('POST', '/api/keys', {
    name: 'A program',
    currentPassword: ADMIN.password,
  });
  ({ secret } = body);
});
afterAll(async () => {
  expect(await faultsInBooks(server.dataDir)).toEqual([]);
  await server.stop();
});

const chat = (headers: Record<string, string>) =>
  fetch(`${server.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...fromElsewhere(), ...headers },
    body: JSON.stringify({ model: 'demo/demo', messages: [{ role: 'user', content: 'Hello' }] }),
  });
/** What a browser says of a page of another site. */
const ELSEWHERE = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };

describe('a page of another site', () => {
  it('may use a key that it has, and read the answer', async () => {
    const response = await chat({ ...ELSEWHERE, Authorization: `Bearer ${secret}` });
    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(await response.json()).toMatchObject({ object: 'chat.completion' });
  });

  it.each([ELSEWHERE, {}])('never acts with the cookie of a user (%j)', async (site) => {
    const signedIn = await fetch(`${server.origin}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: fromElsewhere(),
      body: new URLSearchParams({ intent: 'sign-in', email: ADMIN.email, password: ADMIN.password }),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    expect(cookie).toContain('session=');
    const page = await fetch(`${server.origin}/api/keys`, { headers: { Cookie: cookie } });
    expect(page.status).toBe(200); // the cookie works where cookies do
    const response = await chat({ ...site, Cookie: cookie });
    expect(response.status).toBe(401);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
  });

  it('gets no answer for a name that isn’t a host’s', async () => {
    const request = http.request(`${server.origin}/v1/models`, {
      headers: { Host: 'a b/c', Authorization: `Bearer ${secret}` },
    });
    request.end();
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(400);
  });
});

describe('a body of 33 MB', () => {
  /** Sends it piece by piece until the server answers; with or without saying its length. */
  async function sendMuch(withLength: boolean) {
    const piece = Buffer.alloc(MEGABYTE, 'x'); // no JSON: parsing it would be another error
    const request = http.request(`${server.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(withLength && { 'Content-Length': String(33 * MEGABYTE) }),
      },
    });
    request.on('error', () => undefined); // the server may stop reading
    const progress = { isAnswered: false };
    const answered = once(request, 'response').then(async ([response]: http.IncomingMessage[]) => {
      progress.isAnswered = true;
      return { status: response?.statusCode, body: response && (await json(response)) };
    });
    for (let sent = 0; sent < 33 && !progress.isAnswered; sent += 1)
      await new Promise<void>((resolve) => request.write(piece, () => resolve()));
    request.end();
    return answered;
  }

  it.each([true, false])(
    'is 413 in OpenAI’s shape, and never parsed (length said: %s)',
    async (withLength) => {
      expect(await sendMuch(withLength)).toMatchObject({
        status: 413,
        body: { error: { type: 'invalid_request_error', code: 'too_large', param: null } },
      });
    },
  );
});

describe('an address that asks too often without a key @soak', () => {
  it('is told in OpenAI’s shape how long to wait, and pages may read it', async () => {
    const one = fromElsewhere();
    const ask = () => fetch(`${server.origin}/v1/models`, { headers: { ...one, ...ELSEWHERE } });
    let refused = await ask();
    for (let asked = 0; refused.status === 401 && asked < 2_000; asked += 1) {
      await refused.arrayBuffer();
      refused = await ask();
    }
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(await refused.json()).toMatchObject({
      error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
    });
  });
});

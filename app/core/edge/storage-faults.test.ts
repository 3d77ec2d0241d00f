import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '~/api.server';
import { testServices, type SignedUp, type TestServices } from '../../../tests/support/services';

let services: TestServices;
let user: SignedUp;
beforeAll(async () => {
  services = testServices();
  user = await services.signUp({ roles: ['paiduser', 'admin'] });
});
afterAll(() => services.close());

/** A value large enough to grow the database. */
const LONG = 'x'.repeat(200_000);

const WRITES: readonly [method: string, path: string, body: unknown][] = [
  ['POST', '/api/baiql/scripts', { name: 'Long', content: LONG }],
  ['POST', '/api/userpreferences', { PreferredTimezone: 'Europe/Zurich' }],
  ['POST', '/api/billing/low-balance-threshold', { lowBalanceWarnCents: 500 }],
  ['POST', '/api/auth/logout', undefined],
];

async function ask(method: string, path: string, body: unknown) {
  const request = new Request(`http://site.test${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${user.token}` },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const context = { services, nonce: '', requestId: 'r', clientAddress: '203.0.113.7' };
  const response = await api.serve(request, context);
  return { status: response.status, headers: response.headers, body: (await response.json()) as object };
}

it('a write that finds the disk full is answered with 503 and a sentence', async () => {
  const pages = services.connection.pragma('page_count', { simple: true });
  services.connection.pragma(`max_page_count = ${String(pages)}`);
  const answer = await ask('POST', '/api/baiql/scripts', { name: 'Long', content: LONG });
  services.connection.pragma('max_page_count = 1000000');
  expect(answer).toMatchObject({
    status: 503,
    body: { code: 'disk_full', message: expect.stringContaining('disk is full') as string },
  });
});

describe('when the disk takes nothing', () => {
  beforeAll(() => services.connection.pragma('query_only = ON'));
  afterAll(() => services.connection.pragma('query_only = OFF'));

  it.each(WRITES)('%s %s is answered with 503 and a sentence', async (method, path, body) => {
    expect(await ask(method, path, body)).toMatchObject({
      status: 503,
      body: { code: 'disk_failed', message: expect.stringContaining('disk') as string },
    });
  });
});

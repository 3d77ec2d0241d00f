import express from 'express';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { clientOf, findActor } from '../app/core/edge/actor.server';
import { noteUntrustedProxy, signInByProxy, trustedProxy } from '../app/features/accounts/index.server';
import { newPerson } from '../tests/support/accounts';
import { testServices, type TestServices } from '../tests/support/services';
import { dropUntrustedLogin, signInOnPages } from './login-proxy';

const entry = { clientOf, findActor, noteUntrustedProxy, signInByProxy, trustedProxy };
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

/** A server whose pages say who is signed in, and which login headers reached them. */
async function serve(trusted: string): Promise<{ services: TestServices; origin: string }> {
  const services = testServices({ AUTH_PROXY_HEADER: 'Remote-User', AUTH_PROXY_TRUSTED: trusted });
  const server = express();
  server.use((_request, response, next) => {
    response.locals.clientAddress = '203.0.113.7';
    next();
  });
  server.use(dropUntrustedLogin({ services }, entry), signInOnPages({ services }, entry));
  server.all('*', (request, response) => {
    const page = new Request('https://promptwell.test/', {
      headers: { Cookie: request.headers.cookie ?? '' },
    });
    void findActor(page, { services }).then((actor) => {
      response.json({ email: actor?.email ?? null, header: request.headers['remote-user'] ?? null });
    });
  });
  const listener = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  cleanups.push(() => services.close());
  cleanups.push(
    () =>
      new Promise((resolve) => {
        listener.closeAllConnections();
        listener.close(() => resolve());
      }),
  );
  return { services, origin: `http://127.0.0.1:${String((listener.address() as AddressInfo).port)}` };
}

const ADA = { 'Remote-User': 'ada', 'Remote-Email': 'ada@example.org' };
const ask = async (
  origin: string,
  {
    method = 'GET',
    path = '/ai',
    headers = ADA,
  }: { method?: string; path?: string; headers?: Record<string, string> } = {},
) => {
  const response = await fetch(origin + path, { method, headers, redirect: 'manual' });
  return { cookies: response.headers.getSetCookie(), body: (await response.json()) as unknown };
};

describe('headers of a login proxy', () => {
  it('from the trusted peer open a session when a page is opened', async () => {
    const { origin } = await serve('127.0.0.1');
    const { body, cookies } = await ask(origin);
    expect(body).toEqual({ email: 'ada@example.org', header: 'ada' });
    expect(cookies.some((each) => each.includes('promptwell_session='))).toBe(true);
  });

  it.each([
    ['a form', { method: 'POST' }],
    ['data of a page', { path: '/ai.data' }],
    ['a script', { headers: { ...ADA, Authorization: 'Bearer abc' } }],
  ])('open none for %s', async (_, request) => {
    const { origin, services } = await serve('127.0.0.1');
    expect((await ask(origin, request)).cookies).toEqual([]);
    expect(await services.prisma.user.count()).toBe(0);
  });

  it('from any other peer are removed and audited once, and make and link no account, whatever X-Forwarded-For says', async () => {
    const { origin, services } = await serve('10.0.0.2');
    await newPerson(services, 'ada');
    const forged = {
      ...ADA,
      'Remote-Groups': 'admin',
      'X-Forwarded-For': '10.0.0.2',
      'X-Real-IP': '10.0.0.2',
      Forwarded: 'for=10.0.0.2',
    };
    for (let time = 0; time < 3; time += 1)
      expect(await ask(origin, { headers: forged })).toEqual({
        cookies: [],
        body: { email: null, header: null },
      });
    const { prisma } = services;
    expect([await prisma.user.count(), await prisma.providerLink.count()]).toEqual([1, 0]);
    expect(await prisma.auditEvent.findMany({ where: { subject: 'proxy' } })).toMatchObject([
      { action: 'sign-in.proxy-ignored', actorId: null, address: '127.0.0.1' },
    ]);
  });
});

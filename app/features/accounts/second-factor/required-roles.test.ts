import type { AppLoadContext } from '@remix-run/node';
import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '~/api.server';
import { SECOND_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { action as accountForms, loader as accountPage } from '~/routes/pages/account';
import { loader as usersPage } from '~/routes/pages/admin.users';
import { loader as setUpPage } from '~/routes/pages/account.second-factor';
import { GOOD_PASSWORD, logIn, newPerson, signedIn } from '../../../../tests/support/accounts';
import { makeKey, serve } from '../../../../tests/support/api-keys';
import { CALLS, NOBODYS_ID } from '../../../../tests/support/declared-calls';
import { HOME, testServices, SITE, type TestServices } from '../../../../tests/support/services';
import {
  disableSecondFactor,
  enableSecondFactor,
  readRequiredRoles,
  requireSecondFactorOf,
  startSecondFactor,
} from '../index.server';

let accounts: TestServices;
beforeEach(() => {
  accounts = testServices();
});
afterEach(() => accounts.close());

const PROOF = { currentPassword: GOOD_PASSWORD };
const MISSING = { status: 403, code: 'second_factor_setup_required' };
const context = (): AppLoadContext => ({
  services: accounts,
  nonce: '',
  requestId: 'r',
  clientAddress: '203.0.113.7',
});

/** An administrator whose role requires a second factor, and who has none. */
async function restricted() {
  const person = await newPerson(accounts);
  const { userId } = person.actor;
  await accounts.prisma.userRole.create({ data: { userId, role: 'admin' } });
  accounts.sessions.forget(userId);
  await requireSecondFactorOf(accounts, person.actor, { roles: ['admin'] });
  const refresh = async (): Promise<Actor> => {
    const actor = await accounts.sessions.find(person.token, 'cookie');
    if (!actor) throw new Error('not signed in');
    return actor;
  };
  return { ...person, refresh };
}

const cookieOf = (token: string) => ({ Cookie: `__Host-promptwell_session=${token}` });

async function ask(token: string, method: string, path: string) {
  const secret = path.startsWith('/v1/') ? { Authorization: `Bearer ${token}` } : cookieOf(token);
  const init = { method, headers: { ...secret, 'Content-Type': 'application/json' } };
  const body = method === 'GET' ? null : '{}';
  const answer = await api.serve(new Request(`${SITE}${path}`, { ...init, body }), context());
  const { code, error } = (await answer.json().catch(() => ({}))) as {
    code?: string;
    error?: { code?: string };
  };
  return { status: answer.status, code: code ?? error?.code };
}

type Route = (args: Parameters<typeof accountPage>[0]) => Promise<unknown>;
async function visit(route: Route, token: string, path: string, form?: Record<string, string>) {
  const headers = cookieOf(token);
  const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
  const request = new Request(`${SITE}${path}`, { ...init, headers });
  const result = await route({ request, context: context(), params: {} }).catch((thrown: unknown) => thrown);
  return result instanceof Response ? { status: result.status, to: result.headers.get('Location') } : result;
}

describe('a session of somebody who must have a second factor and has none', () => {
  it('is refused by every call of the API but those that set one up', async () => {
    const { token, email } = await restricted();
    // Cookies open nothing under /v1.
    const { token: bearer } = await logIn(accounts, { email, password: GOOD_PASSWORD }, HOME, 'bearer');
    const open: string[] = [];
    for (const { call, method, route, name } of CALLS.filter((each) => each.call.access !== 'anyone')) {
      const path = route.path.replace(/:\w+/g, encodeURIComponent(NOBODYS_ID));
      if (call.beforeSecondFactor === true) open.push(name);
      else
        expect({ name, ...(await ask(path.startsWith('/v1/') ? bearer : token, method, path)) }).toEqual({
          name,
          ...MISSING,
        });
    }
    expect(open.toSorted()).toEqual([
      'GET /api/auth/second-factor',
      'POST /api/auth/passkeys',
      'POST /api/auth/passkeys/proof',
      'POST /api/auth/passkeys/proof-options',
      'POST /api/auth/passkeys/registration-options',
      'POST /api/auth/second-factor/enable',
      'POST /api/auth/second-factor/setup',
    ]);
  });

  it('is led to the set-up by every page and form', async () => {
    const { token } = await restricted();
    const toSetUp = { status: 302, to: '/account/second-factor' };
    expect(await visit(usersPage as Route, token, '/admin/users?page=2')).toEqual(toSetUp);
    expect(await visit(accountPage, token, '/account?proof=x')).toEqual({
      status: 302,
      to: '/account/second-factor?proof=x',
    });
    const form = { intent: 'end-others' };
    expect(await visit(accountForms as Route, token, '/account', form)).toMatchObject({ status: 302 });
    expect(await visit(setUpPage as Route, token, '/account/second-factor')).toMatchObject({
      status: { isRequired: true },
    });
  });

  it('may do everything once it is set up, and nothing when it is turned off again', async () => {
    const { token, refresh } = await restricted();
    expect((await refresh()).mustSetUpSecondFactor).toBe(true);
    const { secret } = await startSecondFactor(accounts, await refresh(), PROOF);
    const code = generateSync({ secret, epoch: Math.floor(accounts.clock() / SECOND_MS) });
    await enableSecondFactor(accounts, await refresh(), { code });
    expect(await ask(token, 'GET', '/api/admin/second-factor-roles')).toMatchObject({ status: 200 });
    await disableSecondFactor(accounts, await refresh(), PROOF);
    expect(await ask(token, 'GET', '/api/admin/second-factor-roles')).toEqual(MISSING);
  });

  it('leaves the user’s API keys at what they are for, and makes and changes none', async () => {
    const { actor, email } = await newPerson(accounts);
    const { userId } = actor;
    const { id, secret: key } = await makeKey(accounts, actor, { permissions: ['usage'] });
    await accounts.prisma.userRole.create({ data: { userId, role: 'admin' } });
    await requireSecondFactorOf(accounts, actor, { roles: ['admin'] });
    expect(await serve(accounts, key, 'GET', '/v1/key')).toMatchObject({ status: 200 });
    const { token: bearer } = await logIn(accounts, { email, password: GOOD_PASSWORD }, HOME, 'bearer');
    for (const [method, path] of [
      ['POST', '/api/keys'],
      ['PATCH', `/api/keys/${id}`],
    ] as const) {
      expect((await serve(accounts, bearer, method, path, {})).body).toMatchObject({ code: MISSING.code });
      expect((await serve(accounts, key, method, path, {})).body).toMatchObject({
        code: 'key_not_permitted',
      });
    }
    expect((await serve(accounts, key, 'GET', '/api/admin/users')).body).toMatchObject({
      code: 'key_not_permitted',
    });
  });

  it('can log out', async () => {
    const { token } = await restricted();
    expect(await ask(token, 'POST', '/api/auth/logout')).toMatchObject({ status: 200 });
  });

  it('is one with a passkey beside a password, which would open the account without it', async () => {
    const { actor, refresh } = await restricted();
    const { userId } = actor;
    const passkey = { id: 'p', userId, name: 'Key', publicKey: Buffer.from('k'), createdAt: new Date() };
    await accounts.prisma.passkey.create({ data: passkey });
    accounts.sessions.forget(userId);
    expect((await refresh()).mustSetUpSecondFactor).toBe(true);
    await accounts.prisma.user.update({ where: { id: userId }, data: { passwordHash: null } });
    accounts.sessions.forget(userId);
    expect((await refresh()).mustSetUpSecondFactor).toBe(false);
  });
});

describe('the roles that need a second factor', () => {
  it('are set as a whole, audited, and concern sessions that are open already', async () => {
    const { actor, token } = await restricted();
    const eve = await newPerson(accounts, 'eve');
    expect((await signedIn(accounts, eve.email)).actor.mustSetUpSecondFactor).toBe(false);
    expect(await readRequiredRoles(accounts)).toEqual(['admin']);
    accounts.pass(SECOND_MS);
    await requireSecondFactorOf(accounts, actor, { roles: ['paiduser', 'teamadmin'] });
    expect(await readRequiredRoles(accounts)).toEqual(['paiduser', 'teamadmin']);
    expect(await ask(token, 'GET', '/api/admin/second-factor-roles')).toMatchObject({ status: 200 });
    const events = await accounts.prisma.auditEvent.findMany({
      where: { action: 'second-factor.required' },
      orderBy: { at: 'asc' },
    });
    expect(events.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([
      { roles: ['admin'] },
      { roles: ['paiduser', 'teamadmin'] },
    ]);
  });
});

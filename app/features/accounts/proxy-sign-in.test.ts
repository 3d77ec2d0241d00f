import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newPerson } from '../../../tests/support/accounts';
import { HOME, SITE, testServices, type TestServices } from '../../../tests/support/services';
import { action as logOut } from '~/routes/pages/logout';
import type { Actor } from '../../core/server/session.server';
import { signInByProxy } from './index.server';

let accounts: TestServices;
const start = (settings: Record<string, string> = {}) => {
  accounts = testServices({
    AUTH_PROXY_HEADER: 'Remote-User',
    AUTH_PROXY_TRUSTED: '10.0.0.2',
    AUTH_PROXY_ROLE_MAP: 'it=admin,staff=paiduser',
    ...settings,
  });
};
beforeEach(() => start());
afterEach(() => accounts.close());

const ADA = { 'Remote-User': 'ada', 'Remote-Email': 'Ada@example.org', 'Remote-Name': 'Ada Lovelace' };
const open = (headers: Record<string, string>, actor?: Actor, path = '/ai?x=1') =>
  signInByProxy(accounts, HOME, {
    request: new Request(`https://promptwell.test${path}`, { headers }),
    actor,
  });
/** The actor of the session that was opened. */
const actorOf = async (headers: Record<string, string>, before?: Actor) => {
  const cookies = (await open(headers, before))?.setCookies ?? [];
  const [token = ''] = cookies.flatMap((each) => /^__Host-promptwell_session=([^;]+)/.exec(each)?.[1] ?? []);
  const actor = await accounts.sessions.find(token, 'cookie');
  if (!actor) throw new Error('not signed in');
  return actor;
};
const refusals = () => accounts.prisma.auditEvent.findMany({ where: { action: 'sign-in.refused' } });

describe('the user whom a proxy names', () => {
  it('gets an account with a confirmed address, and is found again by name', async () => {
    const first = await actorOf(ADA);
    expect(first).toMatchObject({ email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace' });
    const again = await actorOf({ ...ADA, 'Remote-Email': 'ada.l@example.org' });
    expect(again).toMatchObject({ userId: first.userId, email: 'ada@example.org' });
    expect(await accounts.prisma.user.count()).toBe(1);
  });

  it('has the roles of the groups', async () => {
    expect((await actorOf({ ...ADA, 'Remote-Groups': 'users, staff' })).roles).toEqual(['paiduser']);
    expect((await actorOf({ ...ADA, 'Remote-Groups': 'users' })).roles).toEqual([]);
  });

  it('may have a name in any script', async () => {
    const name = Buffer.from('𠮷野 家', 'utf8').toString('latin1');
    expect(await actorOf({ ...ADA, 'Remote-Name': name })).toMatchObject({
      firstName: '𠮷野',
      lastName: '家',
    });
  });

  it('keeps the session that is theirs, and ends that of somebody else', async () => {
    const ada = await actorOf(ADA);
    expect(await open(ADA, ada)).toBeUndefined();
    const grace = await actorOf({ 'Remote-User': 'grace', 'Remote-Email': 'grace@example.org' }, ada);
    expect(grace.email).toBe('grace@example.org');
    expect(await accounts.prisma.session.count({ where: { userId: ada.userId } })).toBe(0);
  });

  it('is asked about the password of an account, before the proxy opens it', async () => {
    await newPerson(accounts);
    const asked = await open(ADA);
    expect(asked?.location).toMatch(
      /^\/login\?google_token=[^&]+&success=true&provider=proxy&returnTo=%2Fai%3Fx%3D1$/,
    );
    expect(await accounts.prisma.providerLink.count()).toBe(0);
  });
});

describe('nobody is signed in', () => {
  const refused = async (headers: Record<string, string>, error: string) => {
    expect((await open(headers))?.location).toBe(`/login?error=${error}&provider=proxy`);
    expect(await open(headers, undefined, `/login?error=${error}&provider=proxy`)).toBeUndefined();
    expect(await accounts.prisma.session.count()).toBe(0);
  };

  it('without a user or an address, which is written down once an hour', async () => {
    await refused({ 'Remote-User': 'ada' }, 'no_email');
    await refused({ 'Remote-User': 'ada', 'Remote-Email': 'nobody' }, 'no_email');
    await refused({ ...ADA, 'Remote-User': ' ' }, 'user_info_failed');
    expect((await refusals()).map(({ detail }) => detail).sort()).toEqual([
      '{"code":"no_email"}',
      '{"code":"user_info_failed"}',
    ]);
    expect(await accounts.prisma.user.count()).toBe(0);
  });

  it.each(['closed', 'invite'])('new while REGISTRATION is %s', async (mode) => {
    await accounts.close();
    start({ REGISTRATION: mode });
    await refused(ADA, 'registration_closed');
    expect(await accounts.prisma.user.count()).toBe(0);
  });

  it('whose account is suspended', async () => {
    const { userId } = await actorOf(ADA);
    await accounts.prisma.user.update({ where: { id: userId }, data: { suspendedAt: new Date() } });
    await accounts.sessions.endAll(userId);
    await refused(ADA, 'account_suspended');
  });
});

it('Logout ends the session and leads to where the proxy logs out, or its next page would log in again', async () => {
  await accounts.close();
  start({ AUTH_PROXY_LOGOUT_URL: 'https://auth.example.org/logout' });
  const Cookie = (await open(ADA))?.setCookies.map((each) => each.split(';')[0]).join('; ') ?? '';
  const body = new URLSearchParams({ intent: 'sign-out' });
  const thrown: unknown = await logOut({
    request: new Request(`${SITE}/logout`, { method: 'POST', body, headers: { Cookie } }),
    params: {},
    context: { services: accounts, nonce: '', requestId: '1', clientAddress: HOME.address },
  }).catch((error: unknown) => error);
  expect(thrown instanceof Response && thrown.headers.get('Location')).toBe(
    'https://auth.example.org/logout',
  );
  expect(await accounts.prisma.session.count()).toBe(0);
});

import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  GOOD_PASSWORD,
  isAlive,
  newPerson,
  register,
  registerAndConfirm,
  registration,
} from '../../../tests/support/accounts';
import { landOn, roundTrip, startProvider } from '../../../tests/support/provider-round-trip';
import { HOME, SITE, testServices, type TestServices } from '../../../tests/support/services';
import {
  giveLastingRole,
  linkDroppingPassword,
  linkKeepingPassword,
  proveByPassword,
  startProviderSignIn,
  unlinkProvider,
} from './index.server';
import { findUser } from './users.server';

type Provider = Awaited<ReturnType<typeof startProvider>>;
let school: Provider;
let work: Provider;
let accounts: TestServices;

beforeAll(async () => {
  [school, work] = await Promise.all([startProvider(), startProvider()]);
});
afterAll(async () => {
  await Promise.all([school.stop(), work.stop()]);
});
const start = (settings: Record<string, string> = {}) => {
  accounts = testServices({
    OIDC_PROVIDERS: 'school,work',
    OIDC_SCHOOL_ISSUER: school.issuer,
    OIDC_SCHOOL_CLIENT_ID: 'client',
    OIDC_SCHOOL_CLIENT_SECRET: 'secret',
    OIDC_SCHOOL_LABEL: 'Ada’s School',
    OIDC_WORK_ISSUER: work.issuer,
    OIDC_WORK_CLIENT_ID: 'client',
    OIDC_WORK_CLIENT_SECRET: 'secret',
    ...settings,
  });
};
beforeEach(() => {
  school.person('ada');
  work.person('ada');
});
afterEach(() => accounts.close());

const signIn = async (provider = 'oidc:school') => landOn(accounts, await roundTrip(accounts, provider));
const userCount = () => accounts.prisma.user.count();
const linkCount = () => accounts.prisma.providerLink.count();
const audited = async () =>
  (await accounts.prisma.auditEvent.findMany({ where: { action: 'sign-in.refused' } })).map(
    ({ actorId, subject, detail, address }) => ({
      actorId,
      subject,
      detail: JSON.parse(detail) as unknown,
      address,
    }),
  );
const actorOf = async (token: string | undefined) => {
  const actor = await accounts.sessions.find(token ?? '', 'cookie');
  if (!actor) throw new Error('not signed in');
  return actor;
};

describe('a named provider', () => {
  beforeEach(() => start());

  it('makes an account and signs in; the next time it is found by its subject', async () => {
    const { signedIn, token } = await signIn();
    expect(signedIn).toMatchObject({ firstName: 'Ada' });
    const { userId } = await actorOf(token);
    expect((await actorOf((await signIn()).token)).userId).toBe(userId);
    expect(await userCount()).toBe(1);
  });

  it('is another one than its neighbor, though both say the same subject', async () => {
    const { userId } = await actorOf((await signIn('oidc:school')).token);
    work.person('ada', { email: 'other@example.org' });
    expect((await actorOf((await signIn('oidc:work')).token)).userId).not.toBe(userId);
  });

  it('keeps an account whose address has changed there, and links it to nobody else', async () => {
    const { userId } = await actorOf((await signIn()).token);
    await registerAndConfirm(accounts, registration({ email: 'grace@example.org' }));
    school.person('ada', { email: 'grace@example.org' });
    const again = await actorOf((await signIn()).token);
    expect(again).toMatchObject({ userId, email: 'ada@example.org' });
    expect(await linkCount()).toBe(1);
  });

  it('asks about a password once, and ends all sessions', async () => {
    const stranger = await newPerson(accounts);
    const page = await signIn();
    expect(page).toMatchObject({
      signedIn: null,
      pendingLink: { email: 'ada@example.org', provider: 'Ada’s School' },
    });
    expect(await linkCount()).toBe(0);
    expect(await isAlive(accounts, stranger.token)).toBe(true);
  });

  it('is refused in the flow of another provider', async () => {
    const { location } = await roundTrip(accounts, 'oidc:school', { backTo: 'oidc:work' });
    expect(location.search).toBe('?error=invalid_state&provider=oidc%3Awork');
  });

  it('that nobody named is none', async () => {
    const { location } = await roundTrip(accounts, 'oidc:nobody');
    expect(location.searchParams.get('error')).toBe('provider_error');
  });
});

describe('refused, with its sentence, audited, and without a new account or link', () => {
  beforeEach(() => start());

  const refusals: readonly [string, string, string, () => void][] = [
    [
      'an id token for another client',
      'token_exchange_failed',
      'Failed to exchange authorization code. Please try again.',
      () => (school.says.idToken.aud = 'another'),
    ],
    [
      'an id token of another issuer',
      'token_exchange_failed',
      'Failed to exchange authorization code. Please try again.',
      () => (school.says.idToken.iss = work.issuer),
    ],
    [
      'an id token of another round trip',
      'token_exchange_failed',
      'Failed to exchange authorization code. Please try again.',
      () => (school.says.idToken.nonce = 'another'),
    ],
    [
      'an id token that has expired',
      'token_exchange_failed',
      'Failed to exchange authorization code. Please try again.',
      () => (school.says.idToken.exp = 1),
    ],
    [
      'an id token of the future',
      'token_exchange_failed',
      'Failed to exchange authorization code. Please try again.',
      () => (school.says.idToken.nbf = Date.now() / 1000 + 3600),
    ],
    [
      'a profile of somebody else',
      'user_info_failed',
      'Failed to retrieve user information from Ada’s School. Please try again.',
      () => (school.says.userInfo.sub = 'grace'),
    ],
    [
      'a token endpoint that fails',
      'token_exchange_failed',
      'Failed to exchange authorization code. Please try again.',
      () => (school.says.tokenStatus = 500),
    ],
    [
      'no address',
      'no_email',
      'No email address received from Ada’s School. Please try again.',
      () => school.person('ada', { email: undefined }),
    ],
    [
      'an address that is none',
      'no_email',
      'No email address received from Ada’s School. Please try again.',
      () => school.person('ada', { email: 'ada' }),
    ],
    [
      'an address that is not verified',
      'email_not_verified',
      'Ada’s School hasn’t verified your email address. Verify it there, then try again.',
      () => school.person('ada', { email_verified: false }),
    ],
    [
      'an address of which nothing is said',
      'email_not_verified',
      'Ada’s School hasn’t verified your email address. Verify it there, then try again.',
      () => school.person('ada', { email_verified: undefined }),
    ],
  ];
  it.each(refusals)('%s', async (_, code, message, arrange) => {
    arrange();
    const end = await roundTrip(accounts, 'oidc:school');
    expect(end.location.searchParams.get('error')).toBe(code);
    expect(await landOn(accounts, end)).toMatchObject({ failure: message, signedIn: null });
    expect(await audited()).toEqual([
      { actorId: null, subject: 'oidc:school', detail: { code }, address: '203.0.113.7' },
    ]);
    expect([await userCount(), await linkCount()]).toEqual([0, 0]);
  });

  it('an unverified address of an existing account', async () => {
    const { actor } = await newPerson(accounts);
    school.person('ada', { email_verified: false });
    expect(await signIn()).toMatchObject({ signedIn: null, pendingLink: null });
    expect(await findUser(accounts, { id: actor.userId })).toMatchObject({ providerLinks: [] });
  });

  it('a suspended account', async () => {
    const { userId } = await actorOf((await signIn()).token);
    await accounts.prisma.user.update({ where: { id: userId }, data: { suspendedAt: new Date() } });
    expect((await signIn()).failure).toBe('This account is suspended. Contact this server’s administrator.');
    expect(await audited()).toMatchObject([
      { subject: 'oidc:school', detail: { code: 'account_suspended' } },
    ]);
  });

  describe('an account with an authenticator', () => {
    const withAuthenticator = async () => {
      const person = await newPerson(accounts);
      const { userId } = person.actor;
      const now = new Date(accounts.clock());
      const turnOn = () =>
        accounts.prisma.authenticator.create({
          data: { userId, sealedSecret: 'x', createdAt: now, enabledAt: now },
        });
      return { ...person, userId, turnOn };
    };

    it('is not linked from the login page, where no code is asked for', async () => {
      const { token, userId, turnOn } = await withAuthenticator();
      await turnOn();
      for (const passwordHash of [undefined, null]) {
        await accounts.prisma.user.update({ where: { id: userId }, data: { passwordHash } });
        expect(await signIn()).toMatchObject({
          signedIn: null,
          pendingLink: null,
          failure:
            'Your account has a second factor. Log in as you usually do, then link Ada’s School on your account page.',
        });
      }
      expect(await linkCount()).toBe(0);
      expect(await isAlive(accounts, token)).toBe(true);
      expect(await audited()).toMatchObject(
        Array.from({ length: 2 }, () => ({ subject: 'oidc:school', detail: { code: 'second_factor_set' } })),
      );
    });

    it('is not linked by a link begun before it was turned on', async () => {
      const { turnOn } = await withAuthenticator();
      const end = await roundTrip(accounts, 'oidc:school');
      const { pendingLink } = await landOn(accounts, end);
      await turnOn();
      const request = new Request(`${SITE}/login`, { headers: { Cookie: end.cookie } });
      const given = { token: pendingLink?.token ?? '', request };
      const keeping = linkKeepingPassword(accounts, HOME, { ...given, password: GOOD_PASSWORD });
      await expect(keeping).rejects.toMatchObject({ code: 'invalid_link' });
      await expect(linkDroppingPassword(accounts, HOME, given)).rejects.toMatchObject({
        code: 'invalid_link',
      });
      expect(await linkCount()).toBe(0);
    });
  });

  it('a callback that no browser set out for, without an entry that anyone could cause', async () => {
    const { location } = await roundTrip(accounts, 'oidc:school', {
      onTheWay: (back) => {
        back.searchParams.set('state', 'another');
        return undefined;
      },
    });
    expect(location.searchParams.get('error')).toBe('invalid_state');
    expect(await audited()).toEqual([]);
  });

  it('a cookie that was changed in the browser', async () => {
    const { location } = await roundTrip(accounts, 'oidc:school', {
      onTheWay: (_, cookie) => cookie.replace('=', '=x'),
    });
    expect(location.searchParams.get('error')).toBe('invalid_state');
  });

  it('a code in the browser that did not set out for it', async () => {
    const other = await roundTrip(accounts, 'oidc:school');
    const end = await roundTrip(accounts, 'oidc:school');
    expect(await landOn(accounts, { ...end, cookie: other.cookie })).toMatchObject({ signedIn: null });
    expect((await landOn(accounts, end)).signedIn).not.toBeNull();
    expect((await landOn(accounts, end)).signedIn).toBeNull();
  });
});

it('a provider that is down is said so, and audited once an hour', async () => {
  start({ OIDC_SCHOOL_ISSUER: 'http://127.0.0.1:9' });
  const { location } = await roundTrip(accounts, 'oidc:school');
  expect(location.searchParams.get('error')).toBe('provider_error');
  expect((await landOn(accounts, { location, cookie: '' })).failure).toBe(
    'An error occurred during Ada’s School authentication. Please try again.',
  );
  await roundTrip(accounts, 'oidc:school');
  await roundTrip(accounts, 'oidc:nobody');
  expect(await audited()).toMatchObject([
    { actorId: null, subject: 'oidc:school', detail: { code: 'provider_error' } },
  ]);
  expect([await userCount(), await linkCount()]).toEqual([0, 0]);
});

it('a provider that was down works once it is up again', async () => {
  let isUp = false;
  const server = http.createServer((_request, response) => {
    const document = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    };
    response.writeHead(isUp ? 200 : 503, { 'Content-Type': 'application/json' });
    response.end(isUp ? JSON.stringify(document) : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  start({ OIDC_SCHOOL_ISSUER: issuer });
  const begin = async (): Promise<string> => {
    const query = { from: 'login' as const };
    const given = { provider: 'oidc:school', query, actor: undefined };
    return (await startProviderSignIn(accounts, HOME, given)).headers.get('Location') ?? '';
  };
  expect(await begin()).toContain('error=provider_error');
  isUp = true;
  expect(await begin()).toContain(`${issuer}/authorize?`);
  server.closeAllConnections();
  server.close();
});

it('a provider that takes a connection and never answers is given up @soak', async () => {
  const silent = http.createServer(() => undefined);
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  start({ OIDC_SCHOOL_ISSUER: `http://127.0.0.1:${String(port)}` });
  const { location } = await roundTrip(accounts, 'oidc:school');
  expect(location.searchParams.get('error')).toBe('provider_error');
  expect([await userCount(), await linkCount()]).toEqual([0, 0]);
  expect(await audited()).toMatchObject([{ subject: 'oidc:school', detail: { code: 'provider_error' } }]);
  silent.closeAllConnections();
  silent.close();
});

describe('an issuer without email_verified', () => {
  it('is trusted only where the operator says so, for its domains', async () => {
    start({ OIDC_SCHOOL_TRUST_EMAIL: 'true', OIDC_SCHOOL_ALLOWED_DOMAINS: 'example.org' });
    school.person('ada', { email_verified: undefined });
    expect((await signIn()).signedIn).not.toBeNull();
    school.person('grace', { email_verified: false });
    expect((await signIn()).failure).toContain('hasn’t verified your email address');
    school.person('mallory', { email: 'admin@elsewhere.example', email_verified: undefined });
    expect((await signIn()).failure).toBe(
      'Your email address at Ada’s School isn’t of a domain that may log in here.',
    );
    school.person('mallory', { email: 'm@sub.example.org', email_verified: true });
    expect((await signIn()).signedIn).toBeNull();
    expect(await userCount()).toBe(1);
  });
});

describe('groups', () => {
  const ROLES = {
    OIDC_SCHOOL_ROLE_CLAIM: 'realm_access.roles',
    OIDC_SCHOOL_ROLE_MAP: 'teachers=paiduser,it=admin',
  };
  const rolesAfter = async (...groups: unknown[]) => {
    school.person('ada', { realm_access: { roles: groups } });
    return (await actorOf((await signIn()).token)).roles;
  };

  it('give roles and take back what they gave, also in a session that is open', async () => {
    start(ROLES);
    const { token } = await signIn();
    expect(await rolesAfter('teachers', 'it', 7, null)).toEqual(['admin', 'paiduser']);
    expect((await actorOf(token)).roles).toEqual(['admin', 'paiduser']);
    // The last administrator stays one.
    expect(await rolesAfter('teachers')).toEqual(['admin', 'paiduser']);
    await newPerson(accounts, 'grace');
    const grace = await accounts.prisma.user.findUniqueOrThrow({ where: { email: 'grace@example.org' } });
    await accounts.prisma.userRole.create({ data: { userId: grace.id, role: 'admin' } });
    expect(await rolesAfter()).toEqual([]);
  });

  it('that map to nothing give nothing', async () => {
    start(ROLES);
    expect(await rolesAfter('admin', 'Teachers', 'teachers=paiduser', '__proto__', 'it ')).toEqual([]);
  });

  it('never take back a role that was given by hand', async () => {
    start(ROLES);
    const { userId } = await actorOf((await signIn()).token);
    await accounts.prisma.userRole.create({ data: { userId, role: 'paiduser' } });
    accounts.sessions.forget(userId);
    expect(await rolesAfter('teachers')).toEqual(['paiduser']);
    expect(await rolesAfter()).toEqual(['paiduser']);
  });

  it('never take back a role that was paid for, or that a plan wants, since they gave it', async () => {
    start(ROLES);
    expect(await rolesAfter('teachers', 'it')).toEqual(['admin', 'paiduser']);
    const { userId } = await actorOf((await signIn()).token);
    await accounts.prisma.$transaction(async (transaction) => {
      await giveLastingRole(transaction, { userId, role: 'paiduser' });
    });
    await rolesAfter();
    expect(await rolesAfter()).toContain('paiduser');
    expect(await rolesAfter('teachers')).toContain('paiduser');
  });
});

describe('who may register', () => {
  it.each([
    [
      { REGISTRATION: 'closed' },
      'Registration is closed on this server. Ask its administrator for an invitation.',
    ],
    [
      { REGISTRATION: 'invite' },
      'Registration is closed on this server. Ask its administrator for an invitation.',
    ],
    [
      { REGISTRATION: 'domains', REGISTRATION_DOMAINS: 'school.example' },
      'Registration is closed on this server. Ask its administrator for an invitation.',
    ],
    [
      { OIDC_SCHOOL_AUTO_REGISTER: 'false' },
      'There’s no account for you here yet. Ask this server’s administrator for an invitation.',
    ],
  ])('%j makes no account', async (settings, message) => {
    start(settings);
    expect((await signIn()).failure).toBe(message);
    expect(await userCount()).toBe(0);
    expect(await audited()).toHaveLength(1);
  });

  it('an address that somebody registered and nobody confirmed is no way around it', async () => {
    start({ OIDC_SCHOOL_AUTO_REGISTER: 'false' });
    await register(accounts);
    expect((await signIn()).signedIn).toBeNull();
  });

  it('existing accounts still sign in', async () => {
    start({ REGISTRATION: 'closed' });
    await accounts.signUp();
    const [known] = await accounts.prisma.user.findMany();
    school.person('x', { email: known?.email });
    expect(await signIn()).toMatchObject({ failure: null });
  });
});

describe('linking on the account page', () => {
  beforeEach(() => start());
  const link = (actor: Awaited<ReturnType<typeof actorOf>>, provider = 'oidc:school') =>
    roundTrip(accounts, provider, {
      from: 'account',
      purpose: 'link',
      returnTo: '/account#providers',
      actor,
    });

  it('takes a recent proof, and then signs in with it', async () => {
    const { actor } = await newPerson(accounts, 'grace');
    const refused = await link(actor);
    expect(refused.location.searchParams.get('error')).toBe('proof_required');
    await proveByPassword(accounts, actor, { password: GOOD_PASSWORD });
    const done = await link(actor);
    expect(done.location.pathname + done.location.search).toBe(
      '/account?linked=oidc%3Aschool&provider=oidc%3Aschool',
    );
    expect((await actorOf((await signIn()).token)).userId).toBe(actor.userId);
    expect((await accounts.mails()).at(-1)?.subject).toBe('You can now log in with Ada’s School');
  });

  it('never takes another account’s identity, nor works in another session', async () => {
    const owner = await actorOf((await signIn()).token);
    const { actor } = await newPerson(accounts, 'grace');
    await proveByPassword(accounts, actor, { password: GOOD_PASSWORD });
    expect((await link(actor)).location.searchParams.get('error')).toBe('already_linked');
    expect((await actorOf((await signIn()).token)).userId).toBe(owner.userId);
    const cookieOfGrace = await roundTrip(accounts, 'oidc:work', {
      from: 'account',
      purpose: 'link',
      actor,
      onTheWay: () => undefined,
    });
    expect(cookieOfGrace.location.searchParams.get('linked')).toBe('oidc:work');
  });

  it('is undone, except for the last way in', async () => {
    const { actor } = await newPerson(accounts, 'grace');
    await proveByPassword(accounts, actor, { password: GOOD_PASSWORD });
    await link(actor);
    const input = { provider: 'oidc:school', currentPassword: GOOD_PASSWORD };
    await unlinkProvider(accounts, actor, input);
    expect(await linkCount()).toBe(0);
    await link(actor);
    await accounts.prisma.user.update({ where: { id: actor.userId }, data: { passwordHash: null } });
    await expect(unlinkProvider(accounts, actor, input)).rejects.toMatchObject({ code: 'last_way_in' });
    expect((await signIn()).signedIn).not.toBeNull();
  });
});

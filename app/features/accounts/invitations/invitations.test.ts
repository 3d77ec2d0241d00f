import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { confirm, GOOD_PASSWORD, logIn, register, registration } from '../../../../tests/support/accounts';
import { landOn, roundTrip, startProvider } from '../../../../tests/support/provider-round-trip';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { createInvitation, listInvitations, resendInvitation, revokeInvitation } from '../index.server';
import { issueToken } from '../account-tokens.server';
import { newInvitationSchema } from './schema';
import { sweepInvitationGrants } from './use-invitation.server';

let school: Awaited<ReturnType<typeof startProvider>>;
let accounts: TestServices;
let admin: Actor;

beforeAll(async () => {
  school = await startProvider();
});
afterAll(() => school.stop());
const start = async (settings: Record<string, string> = {}) => {
  accounts = testServices({
    REGISTRATION: 'invite',
    OIDC_PROVIDERS: 'school',
    OIDC_SCHOOL_ISSUER: school.issuer,
    OIDC_SCHOOL_CLIENT_ID: 'client',
    OIDC_SCHOOL_CLIENT_SECRET: 'secret',
    OIDC_SCHOOL_AUTO_REGISTER: 'false',
    ...settings,
  });
  admin = (await accounts.signUp({ roles: ['admin'] })).actor;
};
beforeEach(() => {
  school.person('ada');
  return start();
});
afterEach(async () => {
  expect((await accounts.ledger.reconcile()).faults).toEqual([]);
  await accounts.close();
});

const invite = async (input: Record<string, unknown> = {}) => {
  const invitation = await createInvitation(
    accounts,
    admin,
    newInvitationSchema.parse({ email: null, ...input }),
  );
  const token = new URL(invitation.link ?? '').searchParams.get('token') ?? '';
  return { ...invitation, token };
};
const accept = (token: string, changes: Record<string, unknown> = {}) =>
  register(accounts, registration({ invitation: token, ...changes }));
const userOf = (email = 'ada@example.org') =>
  accounts.prisma.user.findUnique({ where: { email }, include: { roles: true } });
const balanceOf = async (email?: string) => {
  const user = await userOf(email);
  return user ? (await accounts.ledger.balance(user.id)).postedMicroUsd : undefined;
};
const usesOf = async (id: string) =>
  (await listInvitations(accounts, { page: 1, pageSize: 25 })).invitations.find((each) => each.id === id);
const REFUSED = { kind: 'forbidden', code: 'invalid_invitation' };
const withMail = () => ({ SMTP_URL: 'smtp://127.0.0.1:9' });

describe('registering without an invitation', () => {
  it.each([
    [
      { REGISTRATION: 'invite' },
      'Registration is by invitation only. Ask this server’s administrator for one.',
    ],
    [{ REGISTRATION: 'closed' }, 'Registration is closed on this server.'],
    [
      { REGISTRATION: 'domains', REGISTRATION_DOMAINS: 'school.example,example.com' },
      'Registration is open to addresses at school.example or example.com. Others need an invitation from this server’s administrator.',
    ],
  ])('is refused with %j', async (settings, message) => {
    await accounts.close();
    await start(settings);
    await expect(register(accounts)).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'registration_closed',
      message,
    });
    expect(await userOf()).toBeNull();
  });

  it('is open to the domains that are named, and not to their subdomains', async () => {
    await accounts.close();
    await start({ REGISTRATION: 'domains', REGISTRATION_DOMAINS: 'example.org' });
    await register(accounts);
    for (const email of ['ada@sub.example.org', 'ada@example.org.evil.example', 'ada@notexample.org'])
      await expect(register(accounts, registration({ email }))).rejects.toMatchObject({
        code: 'registration_closed',
      });
  });
});

describe('an invitation for an address', () => {
  it('makes a confirmed account with its role and credit, once, without a mail server', async () => {
    const { token, id } = await invite({ email: 'Ada@example.org', role: 'teamuser', creditCents: 500 });
    expect(await accept(token)).toEqual({ message: 'Your account is ready. You can log in now.' });
    const user = await userOf();
    expect(user?.roles.map(({ role }) => role).sort()).toEqual(['paiduser', 'teamuser']);
    expect(await balanceOf()).toBe(5_000_000n);
    await logIn(accounts, { email: 'ada@example.org', password: GOOD_PASSWORD });
    expect(await usesOf(id)).toMatchObject({
      state: 'used',
      link: null,
      uses: [{ email: 'ada@example.org' }],
    });
    await expect(accept(token)).rejects.toMatchObject(REFUSED);
    await sweepInvitationGrants(accounts);
    expect(await balanceOf()).toBe(5_000_000n);
  });

  it('works for no other address', async () => {
    const { token } = await invite({ email: 'ada@example.org' });
    await expect(accept(token, { email: 'grace@example.org' })).rejects.toMatchObject({
      code: 'invitation_for_other_address',
    });
    school.person('grace');
    const { location } = await roundTrip(accounts, 'oidc:school', { from: 'invite', invitation: token });
    expect(location.searchParams.get('error')).toBe('invitation_refused');
    expect(await accounts.prisma.user.count()).toBe(1);
    expect(await accounts.prisma.providerLink.count()).toBe(0);
  });

  it('leaves nobody’s password on the account', async () => {
    await accounts.close();
    await start({ REGISTRATION: 'open' });
    await register(accounts, registration({ password: 'Thief-horse-7', confirmPassword: 'Thief-horse-7' }));
    const { token } = await invite({ email: 'ada@example.org' });
    await accept(token);
    await expect(
      logIn(accounts, { email: 'ada@example.org', password: 'Thief-horse-7' }),
    ).rejects.toMatchObject({ code: 'wrong_login' });
    await logIn(accounts, { email: 'ada@example.org', password: GOOD_PASSWORD });
  });

  it('is not made for an address that has an account, and takes none over', async () => {
    const { token } = await invite({ email: 'ada@example.org' });
    await accounts.prisma.user.create({
      data: { email: 'ada@example.org', firstName: 'A', lastName: 'L', emailConfirmedAt: new Date() },
    });
    await expect(accept(token)).rejects.toMatchObject({ code: 'already_registered' });
    expect((await userOf())?.passwordHash).toBeNull();
    await expect(invite({ email: 'ada@example.org' })).rejects.toMatchObject({ code: 'already_registered' });
  });

  it('works through a provider that makes no accounts by itself', async () => {
    const { token } = await invite({ email: 'ada@example.org', role: 'paiduser', creditCents: 100 });
    const end = await roundTrip(accounts, 'oidc:school', { from: 'invite', invitation: token });
    expect((await landOn(accounts, end)).signedIn).not.toBeNull();
    expect(await balanceOf()).toBe(1_000_000n);
  });

  it('does not work through a provider that has not verified the address', async () => {
    const { token, id } = await invite({ email: 'ada@example.org' });
    school.person('ada', { email_verified: false });
    const { location } = await roundTrip(accounts, 'oidc:school', { from: 'invite', invitation: token });
    expect(location.searchParams.get('error')).toBe('email_not_verified');
    expect(await usesOf(id)).toMatchObject({ useCount: 0 });
  });
});

describe('a link for anyone', () => {
  it('works as often as it says, also when all use it at once', async () => {
    const { token, id } = await invite({ maxUses: 2, creditCents: 100 });
    const people = ['a', 'b', 'c', 'd'].map((name) => accept(token, { email: `${name}@example.org` }));
    const results = await Promise.allSettled(people);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await usesOf(id)).toMatchObject({ useCount: 2, state: 'used' });
    expect(await accounts.prisma.user.count()).toBe(3);
  });

  it('waits for the address to be confirmed where the server can send mail', async () => {
    await accounts.close();
    await start(withMail());
    const { token } = await invite({ role: 'teamuser', creditCents: 100 });
    expect((await accept(token)).message).toContain('Check your email');
    expect(await userOf()).toMatchObject({ emailConfirmedAt: null, roles: [] });
    expect(await balanceOf()).toBe(0n);
    const { id: userId } = (await userOf()) ?? { id: '' };
    const registrationId = (await accounts.prisma.pendingRegistration.findFirst({ where: { userId } }))?.id;
    const secret = await issueToken(accounts, {
      userId,
      purpose: 'confirm-email',
      registrationId: registrationId ?? null,
    });
    await confirm(accounts, { userId, token: secret });
    expect((await userOf())?.roles.map(({ role }) => role).sort()).toEqual(['paiduser', 'teamuser']);
    expect(await balanceOf()).toBe(1_000_000n);
  });
});

describe('an invitation that is over', () => {
  it.each<[string, (id: string) => unknown]>([
    ['expired', () => accounts.pass(7 * DAY_MS)],
    ['revoked', (id) => revokeInvitation(accounts, admin, id)],
  ])('because it was %s opens nothing', async (_, end) => {
    const { token, id } = await invite();
    await end(id);
    await expect(accept(token)).rejects.toMatchObject(REFUSED);
    const { location } = await roundTrip(accounts, 'oidc:school', { from: 'invite', invitation: token });
    expect(location.searchParams.get('error')).toBe('invitation_refused');
    await expect(revokeInvitation(accounts, admin, id)).rejects.toMatchObject({ code: 'invitation_over' });
    expect(await accounts.prisma.user.count()).toBe(1);
  });

  it.each(['', 'x', 'a'.repeat(200)])('and the token %j was never one', async (token) => {
    await expect(accept(token)).rejects.toMatchObject(REFUSED);
  });
});

it('no invitation works while registration is closed', async () => {
  const { token } = await invite();
  Object.assign(accounts.env, { REGISTRATION: 'closed' });
  await expect(accept(token)).rejects.toMatchObject(REFUSED);
  await expect(invite()).rejects.toMatchObject({ code: 'registration_closed' });
});

it('an administrator is invited by address only, and an address once', () => {
  expect(newInvitationSchema.safeParse({ email: null, role: 'admin' }).success).toBe(false);
  expect(newInvitationSchema.safeParse({ email: 'a@example.org', maxUses: 2 }).success).toBe(false);
  expect(newInvitationSchema.safeParse({ role: 'admin', email: 'a@example.org' }).success).toBe(true);
});

it('is mailed, mailed again, and written down', async () => {
  await expect(
    resendInvitation(accounts, admin, (await invite({ email: 'ada@example.org' })).id),
  ).resolves.toMatchObject({
    message: 'This server can’t send email: copy the link and send it to ada@example.org yourself.',
  });
  const { id } = await invite();
  await expect(resendInvitation(accounts, admin, id)).rejects.toMatchObject({ code: 'invitation_over' });
  const events = await accounts.prisma.auditEvent.findMany({
    where: { action: { startsWith: 'invitation.' } },
  });
  expect(events.map(({ action }) => action).sort()).toEqual([
    'invitation.created',
    'invitation.created',
    'invitation.resent',
  ]);
});

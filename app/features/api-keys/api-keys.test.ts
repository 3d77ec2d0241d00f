import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KEY_PERMISSIONS } from '~/core/shared/api-keys';
import { DAY_MS, MINUTE_MS } from '~/core/shared/clock';
import { newApiKeySecret, prefixOfApiKey } from '~/core/server/api-keys.server';
import { hashSecret, type Actor } from '~/core/server/session.server';
import { deleteAccount, exportData } from '~/features/accounts/index.server';
import { suspendUser, unsuspendUser } from '~/features/admin/index.server';
import { loader as keysPage } from '~/routes/pages/settings.usage';
import { makeKey, serve } from '../../../tests/support/api-keys';
import { CALLS, NOBODYS_ID } from '../../../tests/support/declared-calls';
import { GOOD_PASSWORD, newPerson } from '../../../tests/support/accounts';
import { HOME, SITE, testServices, type TestServices } from '../../../tests/support/services';
import type { ApiKeyView, CreatedKey } from './schema';

let services: TestServices;
let actor: Actor;
let token: string;
beforeEach(async () => {
  services = testServices();
  ({ actor, token } = await services.signUp({ roles: ['paiduser'] }));
});
afterEach(() => services.close());

const KEY_CALL = ['GET', '/api/ai/models'] as const;
const call = (secret: string, method: string = KEY_CALL[0], path: string = KEY_CALL[1], body?: unknown) =>
  serve(services, secret, method, path, body);
const statusOf = async (secret: string) => (await call(secret)).status;
const INVALID = { status: 401, body: { code: 'invalid_api_key' } };

describe('making a key', () => {
  it('shows the secret once and stores only its hash', async () => {
    const { secret, ...key } = await makeKey(services, actor, { name: '  My script ' });
    expect(key).toEqual({
      id: expect.any(String) as string,
      name: 'My script',
      last4: secret.slice(-4),
      createdAt: '2026-11-20T09:00:00.000Z',
      lastUsedAt: null,
      expiresAt: null,
      state: 'active',
      permissions: ['completions'],
      models: null,
      monthlyCapCents: null,
      perRequestCapCents: null,
      requestsPerMinute: null,
      spentThisMonthMicroUsd: 0,
    });
    const listed = await serve<{ items: ApiKeyView[] }>(services, token, 'GET', '/api/keys');
    expect(listed.body.items).toEqual([key]);
    expect(JSON.stringify(await services.prisma.apiKey.findMany())).not.toContain(secret.slice(20));
  });

  it('asks for a proof of the last ten minutes', async () => {
    const { token: browser } = await newPerson(services);
    const { sessionId } = (await services.sessions.find(browser, 'cookie')) ?? actor;
    const bearer = await services.sessions.start({ userId: actor.userId, kind: 'bearer' });
    expect(await serve(services, bearer.token, 'POST', '/api/keys', { name: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'proof_required' },
    });
    const own = await services.prisma.session.findUniqueOrThrow({ where: { id: sessionId } });
    const script = await services.sessions.start({ userId: own.userId, kind: 'bearer' });
    const ask = (currentPassword?: string) =>
      serve<CreatedKey>(services, script.token, 'POST', '/api/keys', { name: 'x', currentPassword });
    expect(await ask()).toMatchObject({ status: 400, body: { code: 'proof_required' } });
    expect(await ask('wrong')).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect(await ask(GOOD_PASSWORD)).toMatchObject({ status: 201, body: { name: 'x' } });
    expect(await services.prisma.apiKey.count()).toBe(1);
  });

  it.each([
    [{ name: '' }, 'Enter a name'],
    [{ name: 'a\nb' }, 'The name contains characters that are not allowed'],
    [{ permissions: [] }, 'Choose at least one permission'],
    [{ permissions: ['admin'] }, 'permissions'],
    [{ monthlyCapCents: 0 }, 'monthlyCapCents'],
    [{ monthlyCapCents: 1.5 }, 'whole cents'],
    [{ perRequestCapCents: -1 }, 'perRequestCapCents'],
    [{ requestsPerMinute: 0 }, 'requestsPerMinute'],
    [{ models: ['gpt-4o'] }, 'provider/model'],
    [{ models: ['openai/no-such-model'] }, 'There is no model openai/no-such-model here'],
    [{ expiresAt: '2026-11-20T08:59:59Z' }, 'must be in the future'],
    [{ expiresAt: 'tomorrow' }, 'must be a date'],
  ])('refuses %j', async (wrong, message) => {
    await makeKey(services, actor); // the proof is recent now
    const answer = await serve<{ message: string }>(services, token, 'POST', '/api/keys', {
      name: 'x',
      ...wrong,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
    expect(await services.prisma.apiKey.count()).toBe(1);
  });

  it('ends at fifty active keys, however many are asked for at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 55 }, () => makeKey(services, actor)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const [first] = await services.prisma.apiKey.findMany({ take: 1 });
    await call(token, 'DELETE', `/api/keys/${first?.id ?? ''}`);
    await expect(makeKey(services, actor)).resolves.toMatchObject({ state: 'active' });
  });
});

describe('a key', () => {
  it('is its user, with one indexed read and then none', async () => {
    const { secret, id } = await makeKey(services, actor);
    const run = vi.spyOn(services.lock, 'run');
    expect(await services.apiKeys.find(secret)).toMatchObject({
      userId: actor.userId,
      roles: ['paiduser'],
      via: 'api-key',
      apiKey: { id, name: 'A script', permissions: ['completions'] },
    });
    expect(run).toHaveBeenCalledTimes(2); // the key, and its last use
    for (let i = 0; i < 10; i += 1) await services.apiKeys.find(secret);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it.each(['byPrefix', 'byId'] as const)('is found %s by an index alone', async (query) => {
    const { KEY_QUERIES } = await import('./create-key-rows.server');
    const plan = services.connection
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${KEY_QUERIES[query]}`)
      .all({ prefix: 'x', id: 'x' });
    expect(plan.map(({ detail }) => detail).filter((detail) => detail.includes('SCAN'))).toEqual([]);
  });

  it('records its last use at most once a minute', async () => {
    const { secret, id } = await makeKey(services, actor);
    const lastUse = async () =>
      (await services.prisma.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt?.toISOString();
    await call(secret);
    services.pass(MINUTE_MS - 1);
    await call(secret);
    expect(await lastUse()).toBe('2026-11-20T09:00:00.000Z');
    services.pass(1);
    await call(secret);
    expect(await lastUse()).toBe('2026-11-20T09:01:00.000Z');
  });

  it('counts requests a minute, and says how long to wait', async () => {
    const { secret, id } = await makeKey(services, actor, { requestsPerMinute: 2 });
    expect([await statusOf(secret), await statusOf(secret)]).toEqual([200, 200]);
    const third = await call(secret);
    expect(third).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(third.headers.get('Retry-After'))).toBeGreaterThan(0);
    await call(token, 'PATCH', `/api/keys/${id}`, { requestsPerMinute: null });
    expect(await statusOf(secret)).toBe(200);
  });

  it('opens no page', async () => {
    const { secret } = await makeKey(services, actor, {
      permissions: ['completions', 'baiql', 'prompts', 'usage'],
    });
    const request = new Request(`${SITE}/settings/usage`, { headers: { Authorization: `Bearer ${secret}` } });
    const context = { services, nonce: '', requestId: '1', clientAddress: HOME.address };
    await expect(keysPage({ request, context, params: {} })).rejects.toMatchObject({ status: 403 });
  });
});

describe('a key that must not work', () => {
  it('is refused with a wrong checksum, a wrong end, and a well-formed secret of nobody', async () => {
    const { secret } = await makeKey(services, actor);
    const other = newApiKeySecret();
    for (const wrong of [`${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`, other, 'pw_x'])
      expect(await call(wrong)).toMatchObject(INVALID);
    // Somebody else's row with the same prefix: the hash decides.
    await services.prisma.apiKey.updateMany({ data: { prefix: prefixOfApiKey(other) } });
    expect(await call(other)).toMatchObject(INVALID);
    expect(hashSecret(other)).not.toBe(hashSecret(secret));
  });

  it('ends at once when it is revoked, and cannot be changed any more', async () => {
    const { secret, id } = await makeKey(services, actor);
    expect(await statusOf(secret)).toBe(200);
    expect((await call(token, 'DELETE', `/api/keys/${id}`)).status).toBe(204);
    expect(await call(secret)).toMatchObject(INVALID);
    expect((await call(token, 'DELETE', `/api/keys/${id}`)).status).toBe(204);
    expect(await call(token, 'PATCH', `/api/keys/${id}`, { name: 'again' })).toMatchObject({
      status: 409,
      body: { code: 'key_revoked' },
    });
    expect(await services.apiKeys.limitsOf(id)).toBeUndefined();
    expect(
      await services.prisma.auditEvent.findMany({ where: { subject: id }, orderBy: { action: 'asc' } }),
    ).toMatchObject([{ action: 'key.created' }, { action: 'key.revoked' }]);
  });

  it('ends when it expires', async () => {
    const { secret, id } = await makeKey(services, actor, { expiresAt: '2026-11-21T09:00:00Z' });
    services.pass(DAY_MS - 1);
    expect(await statusOf(secret)).toBe(200);
    services.pass(1);
    expect(await call(secret)).toMatchObject(INVALID);
    expect(await services.apiKeys.limitsOf(id)).toBeUndefined();
    const { body } = await serve<{ items: ApiKeyView[] }>(services, token, 'GET', '/api/keys');
    expect(body.items).toMatchObject([{ id, state: 'expired' }]);
  });

  it('ends while its account is suspended', async () => {
    const { secret } = await makeKey(services, actor);
    const { actor: admin } = await services.signUp({ roles: ['admin'] });
    expect(await statusOf(secret)).toBe(200);
    await suspendUser(services, admin, actor.userId);
    expect(await call(secret)).toMatchObject(INVALID);
    await unsuspendUser(services, admin, actor.userId);
    expect(await statusOf(secret)).toBe(200);
  });

  it.each(['revoked', 'expired', 'suspended'])('is refused by every call once it is %s', async (how) => {
    const { actor: user, token: own } = await services.signUp({ roles: ['admin', 'paiduser'] });
    const permissions = [...KEY_PERMISSIONS];
    const { secret, id } = await makeKey(services, user, { permissions, expiresAt: '2026-11-21T09:00:00Z' });
    expect(await statusOf(secret)).toBe(200);
    if (how === 'revoked') await call(own, 'DELETE', `/api/keys/${id}`);
    else if (how === 'expired') services.pass(DAY_MS);
    else await suspendUser(services, (await services.signUp({ roles: ['admin'] })).actor, user.userId);
    const asked = CALLS.filter(({ call: { access } }) => access !== 'anyone');
    const answers = await Promise.all(
      asked.map(async ({ name, method, route }) => {
        const path = route.path.replace(/:\w+\*?/g, NOBODYS_ID);
        const { status, body } = await serve(services, secret, method, path);
        const { code } = (body.error ?? body) as { code: unknown };
        return `${name}: ${String(status)} ${String(code)}`;
      }),
    );
    expect(answers).toEqual(asked.map(({ name }) => `${name}: 401 invalid_api_key`));
  });

  it('ends with its account, which exported it without its secret, and leaves nothing', async () => {
    const { secret } = await makeKey(services, actor);
    expect(await statusOf(secret)).toBe(200);
    const pieces: Uint8Array[] = [];
    for await (const piece of await exportData(services, actor)) pieces.push(piece as Uint8Array);
    const files = unzipSync(Buffer.concat(pieces));
    const exported: unknown = JSON.parse(strFromU8(files['api-keys.json'] ?? new Uint8Array()));
    expect(exported).toMatchObject([{ name: 'A script', last4: secret.slice(-4), state: 'active' }]);
    for (const [name, file] of Object.entries(files))
      expect(strFromU8(file), name).not.toContain(secret.slice(3, 40));
    await deleteAccount(services, actor, undefined);
    expect(await call(secret)).toMatchObject(INVALID);
    expect(await services.prisma.apiKey.count()).toBe(0);
  });
});

describe('what a key may do', () => {
  const all = ['completions', 'baiql', 'prompts', 'usage'] as const;

  it('is said by every call, and what a call does not say is refused', async () => {
    const { actor: admin } = await services.signUp({ roles: ['admin', 'paiduser'] });
    const secrets = new Map<string, string>();
    for (const missing of [...all, 'none']) {
      const permissions = all.filter((each) => each !== missing);
      secrets.set(missing, (await makeKey(services, admin, { permissions })).secret);
    }
    const asked = CALLS.filter(({ call: { access, apiKey } }) => access !== 'anyone' && apiKey !== 'any');
    const answers = await Promise.all(
      asked.map(async ({ name, method, route, call: { apiKey } }) => {
        const path = route.path.replace(/:\w+\*?/g, NOBODYS_ID);
        const { status, body } = await serve(services, secrets.get(apiKey), method, path);
        // Under /v1, errors have OpenAI's shape.
        const { code } = (body.error ?? body) as { code: unknown };
        return `${name}: ${String(status)} ${String(code)}`;
      }),
    );
    expect(answers).toEqual(asked.map(({ name }) => `${name}: 403 key_not_permitted`));
  });

  it('is nothing of an account, of payments, of keys or of an administrator', () => {
    const closed = CALLS.filter(({ route: { path } }) =>
      /^\/api\/(?:keys|account|auth|admin|payments|user|diagnostics|feedback)/.test(path),
    );
    expect(closed.length).toBeGreaterThan(50);
    expect(closed.filter(({ call: { apiKey } }) => apiKey !== 'none').map(({ name }) => name)).toEqual([]);
  });

  it('is less than a stranger where anyone may call: it is ignored', async () => {
    const { secret } = await makeKey(services, actor, { permissions: [...all] });
    expect((await call(secret, 'POST', '/api/auth/logout')).status).toBe(
      (await serve(services, undefined, 'POST', '/api/auth/logout')).status,
    );
    expect(await statusOf(secret)).toBe(200);
  });

  it('never reaches the keys of others, by id', async () => {
    const { id } = await makeKey(services, actor);
    const stranger = await services.signUp();
    for (const [method, body] of [
      ['PATCH', { name: 'mine' }],
      ['DELETE', undefined],
    ] as const) {
      expect(await serve(services, stranger.token, method, `/api/keys/${id}`, body)).toMatchObject({
        status: 404,
        body: { code: 'no_such_key' },
      });
      expect((await serve(services, stranger.token, method, `/api/keys/${randomUUID()}`, body)).status).toBe(
        404,
      );
    }
    expect(
      (await serve<{ items: unknown[] }>(services, stranger.token, 'GET', '/api/keys')).body.items,
    ).toEqual([]);
  });
});

describe('administrators', () => {
  it('see a user’s keys without their secrets, and revoke them; nobody else does', async () => {
    const { actor: admin, token: adminToken } = await services.signUp({ roles: ['admin'] });
    const { secret, id } = await makeKey(services, actor, { name: 'Script' });
    const list = `/api/admin/users/${actor.userId}/keys`;
    expect((await call(token, 'GET', list)).status).toBe(403);
    expect((await call(token, 'DELETE', `${list}/${id}`)).status).toBe(403);
    const listed = await serve<{ items: ApiKeyView[] }>(services, adminToken, 'GET', list);
    expect(listed.body.items).toMatchObject([{ id, name: 'Script', last4: secret.slice(-4) }]);
    expect(JSON.stringify(listed.body)).not.toContain(secret.slice(0, 13));
    // A key is found only below its own user.
    const elsewhere = `/api/admin/users/${admin.userId}/keys/${id}`;
    expect(await call(adminToken, 'DELETE', elsewhere)).toMatchObject({
      status: 404,
      body: { code: 'no_such_key' },
    });
    expect(await statusOf(secret)).toBe(200);

    expect((await call(adminToken, 'DELETE', `${list}/${id}`)).status).toBe(204);
    expect(await call(secret)).toMatchObject(INVALID);
    expect(await services.prisma.auditEvent.findMany({ where: { action: 'key.revoked' } })).toMatchObject([
      { actorId: admin.userId, subject: id },
    ]);
    expect(await call(adminToken, 'GET', `/api/admin/users/${randomUUID()}/keys`)).toMatchObject({
      status: 404,
      body: { code: 'no_such_user' },
    });
  });
});

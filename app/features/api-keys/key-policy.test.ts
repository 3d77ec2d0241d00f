import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { makeKey, serve } from '../../../tests/support/api-keys';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { readKeysPage } from './read-keys-page.server';

let services: PayingServices;
let admin: { token: string };
let actor: Actor;
beforeEach(async () => {
  services = await payingServices();
  admin = await services.signUp({ roles: ['admin'] });
  actor = await services.customer({ cents: 500 });
});
afterEach(async () => {
  expect(await services.ledger.reconcile()).toMatchObject({ faults: [] });
  await services.close();
});

const SETTINGS = '/api/admin/keys/settings';
const forbid = (...forbiddenFor: string[]) =>
  serve(services, admin.token, 'POST', SETTINGS, { forbiddenFor });
const use = (secret: string, path = '/api/ai/models') => serve(services, secret, 'GET', path);
const FORBIDDEN = {
  status: 403,
  body: {
    code: 'keys_forbidden',
    message: 'An administrator has turned off API keys for the Pro plan.',
  },
};

it('a role that may not use keys is refused at once, under /v1 too, and makes none; others are not', async () => {
  const { secret } = await makeKey(services, actor);
  const other = await services.signUp({ roles: ['teamuser'] });
  const { secret: others } = await makeKey(services, other.actor);
  expect((await use(secret)).status).toBe(200);

  expect(await forbid('paiduser')).toMatchObject({ status: 200, body: { forbiddenFor: ['paiduser'] } });
  expect(await use(secret)).toMatchObject(FORBIDDEN);
  expect(await use(secret, '/v1/models')).toMatchObject({
    status: 403,
    body: { error: { type: 'permission_error', code: 'keys_forbidden', message: FORBIDDEN.body.message } },
  });
  await expect(makeKey(services, actor)).rejects.toMatchObject({ code: 'keys_forbidden' });
  expect(await readKeysPage(services, actor)).toMatchObject({ denial: FORBIDDEN.body.message });
  expect((await use(others)).status).toBe(200);
  expect(await readKeysPage(services, other.actor)).toMatchObject({ denial: null });

  await forbid();
  expect((await use(secret)).status).toBe(200);
});

it('someone with several roles needs all of them allowed', async () => {
  const both = await services.signUp({ roles: ['paiduser', 'teamuser'] });
  const { secret } = await makeKey(services, both.actor);
  await forbid('teamuser');
  expect(await use(secret)).toMatchObject({ status: 403, body: { code: 'keys_forbidden' } });
});

it('the Free plan is also that of a Pro user without money', async () => {
  const poor = await services.signUp({ roles: ['paiduser'] });
  const free = await services.signUp();
  const team = await services.signUp({ roles: ['teamuser'] });
  const secrets = await Promise.all(
    [poor.actor, free.actor, team.actor, actor].map(async (user) => (await makeKey(services, user)).secret),
  );
  await forbid('free');
  const statuses = await Promise.all(secrets.map(async (secret) => (await use(secret)).status));
  expect(statuses).toEqual([403, 403, 200, 200]);
});

it('a run that a key began pays for nothing more, and holds no money', async () => {
  const { secret } = await makeKey(services, actor);
  const byKey = await services.apiKeys.find(secret);
  if (!byKey) throw new Error('The key works.');
  await forbid('paiduser');
  await expect(services.send(byKey)).rejects.toMatchObject({ code: 'keys_forbidden' });
  expect(await services.ledger.balance(actor.userId)).toMatchObject({ heldMicroUsd: 0n });
});

it('only administrators set it, and the audit log says who did', async () => {
  const { token } = await services.signUp({ roles: ['paiduser'] });
  expect(await serve(services, token, 'POST', SETTINGS, { forbiddenFor: [] })).toMatchObject({ status: 403 });
  expect(await forbid('everyone')).toMatchObject({ status: 400 });
  await forbid('admin', 'free');
  expect(await serve(services, admin.token, 'GET', SETTINGS)).toMatchObject({
    body: { forbiddenFor: ['free', 'admin'] },
  });
  expect(await services.prisma.auditEvent.findMany({ where: { action: 'key.policy' } })).toMatchObject([
    { subject: 'api-keys', detail: '{"forbiddenFor":["free","admin"]}' },
  ]);
});

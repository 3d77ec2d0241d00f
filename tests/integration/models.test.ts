import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsInBooks } from '../support/server-database';
import { complete } from '../support/paying-server';
import { registerPerson } from '../support/people';
import {
  ADMIN,
  ADMIN_ENV,
  apiOf,
  signInByApi,
  startServer,
  type ApiAnswer,
  type TestServer,
} from '../support/server';
import { startOpenAiServer } from '../vendors/openai-server';
import type { VendorServer } from '../vendors/vendor-server';

// An administrator adds a server of their own over HTTP, and people send to it. The rules are tested beside
// app/features/models.

const KEY = 'sk-local-0123456789-wxyz';
const GONE = {
  kind: 'status',
  status: 404,
  code: 'model_not_found',
  message: 'The model `old` has been deprecated.',
} as const;

interface Provider {
  id: string;
  key: string;
  keySource: string;
  keyEnding: string | null;
}

let server: TestServer;
let vendor: VendorServer;
let api: ReturnType<typeof apiOf>;
let token: string;
const start = async (secret: string, dataDir?: string) => {
  const env = { ...ADMIN_ENV, LOG_LEVEL: 'trace', SESSION_SECRET: secret };
  server = await startServer({ env, ...(dataDir === undefined ? {} : { dataDir }) });
  token = await signInByApi(server.origin);
  api = apiOf(server.origin, token);
};
beforeAll(async () => {
  vendor = await startOpenAiServer({ models: ['old', 'new'] });
  await start('the first secret of this server, long enough');
});
afterAll(async () => {
  await server.stop();
  await vendor.close();
  expect(await faultsInBooks(server.dataDir)).toEqual([]);
});

const keys = async () =>
  (await api<{ providers: { key: string }[] }>('GET', '/api/ai/models')).body.providers.map(({ key }) => key);

let number = 0;
/** A server of an administrator's, which is the vendor on this machine under a key of its own. */
async function addServer() {
  number += 1;
  const added: ApiAnswer<{ provider: Provider }> = await api('POST', '/api/admin/providers', {
    key: `lab${number}`,
    name: `Lab ${number}`,
    baseUrl: vendor.baseUrl,
    allowPrivateAddress: true,
    apiKey: KEY,
  });
  const { provider } = added.body;
  const addModel = (modelName: string, more: object = {}) =>
    api('POST', `/api/admin/providers/${provider.id}/models`, {
      modelName,
      inputPricePer1K: '0.001',
      outputPricePer1K: '0.002',
      ...more,
    });
  return { added, provider, addModel };
}

/** The same with an old model and the one that follows it. */
async function addServerWithModels(): Promise<Provider> {
  const { provider, addModel } = await addServer();
  await addModel('old', { replacedBy: 'new' });
  await addModel('new', { displayName: 'The new one' });
  return provider;
}

/** Somebody sends to the old model, which the server has withdrawn. */
function sendToGone({ key }: Provider) {
  vendor.script(GONE, GONE);
  return complete(server.origin, token, { provider: key, model: 'old' });
}

describe('a server that an administrator adds', () => {
  it('is refused while nothing answers at its address, and its key is nowhere in the answer', async () => {
    const answer = await api('POST', '/api/admin/providers', {
      key: 'away',
      name: 'Away',
      baseUrl: 'http://127.0.0.1:9/v1',
      allowPrivateAddress: true,
      apiKey: KEY,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'connection_failed' } });
    expect(JSON.stringify(answer.body)).not.toContain(KEY);
    expect(await keys()).not.toContain('away');
  });

  it('answers people at once, for its price, and Demo steps back', async () => {
    const { added, provider, addModel } = await addServer();
    expect(added).toMatchObject({
      status: 201,
      body: { provider: { keySource: 'stored', keyEnding: 'wxyz' }, connection: { models: ['new', 'old'] } },
    });
    expect((await addModel('old', { replacedBy: 'new' })).status).toBe(201);
    expect(await addModel('new', { displayName: 'The new one' })).toMatchObject({
      status: 201,
      body: { sortOrder: 20 },
    });
    expect(await addModel('new')).toMatchObject({ status: 409, body: { code: 'model_exists' } });
    const { key } = provider;
    expect(await keys()).toContain(key);
    expect(await keys()).not.toContain('demo');
    const sent = await complete(server.origin, token, { provider: key, model: 'old' });
    expect(sent).toMatchObject({ status: 200, body: { provider: key, model: 'old' } });
    expect(sent.body.usage.costUsd).toBeGreaterThan(0);
    expect(vendor.log.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('leads from a model that it withdraws to its successor', async () => {
    const provider = await addServerWithModels();
    expect(await sendToGone(provider)).toMatchObject({
      status: 400,
      body: { code: 'provider_model_gone', successor: 'new' },
    });
    const { body } = await api<{ models: { modelName: string; goneAt: string | null }[] }>(
      'GET',
      `/api/admin/providers/${provider.id}/models`,
    );
    expect(body.models).toMatchObject([
      { modelName: 'old', goneAt: expect.any(String) as string },
      { modelName: 'new', goneAt: null },
    ]);
    const sent = await complete(server.origin, token, { provider: provider.key, model: 'new' });
    expect(sent.status).toBe(200);
  });

  it('tells whoever had chosen that model who answers instead', async () => {
    const provider = await addServerWithModels();
    await sendToGone(provider);
    const chosen = { DefaultProvider: provider.key, DefaultModel: 'old' };
    expect((await api('POST', '/api/userpreferences', chosen)).status).toBe(200);
    const entered = await fetch(`${server.origin}/login`, {
      method: 'POST',
      body: new URLSearchParams({ intent: 'sign-in', ...ADMIN }),
      redirect: 'manual',
    });
    const cookie = entered.headers.getSetCookie().map((each) => each.split(';')[0]);
    const page = await fetch(`${server.origin}/account`, { headers: { Cookie: cookie.join('; ') } });
    expect(await page.text()).toContain('old (The new one answers instead)');
  });

  it('keeps its key to itself: not in the log, nor in anybody’s export, nor for other people', async () => {
    await addServer();
    const copy = await api('GET', '/api/account/export');
    expect(copy.status).toBe(200);
    const person = await signInByApi(server.origin, await registerPerson(server));
    expect((await apiOf(server.origin, person)('GET', '/api/admin/providers')).status).toBe(403);
    const seen = JSON.stringify([
      copy.body,
      (await api('GET', '/api/admin/providers')).body,
      server.output(),
    ]);
    expect(seen).not.toContain(KEY);
  });

  it('asks for its key again once SESSION_SECRET is another one; the server starts all the same @soak', async () => {
    const provider = await addServerWithModels();
    await server.stop();
    await start('the second secret of this server, long too', server.dataDir);
    const { body } = await api<{ providers: Provider[] }>('GET', '/api/admin/providers');
    expect(body.providers.find(({ id }) => id === provider.id)).toMatchObject({ keySource: 'unreadable' });
    expect(await keys()).toEqual(['demo']);
  });
});

import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from '~/core/edge/read-request.server';
import { deriveKey } from '~/core/server/secrets.server';
import type { Actor } from '~/core/server/session.server';
import {
  completePrompt,
  completeRequestSchema,
  listModels,
  seedModels,
} from '~/features/completions/index.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import { startOpenAiServer } from '../../../tests/vendors/openai-server';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import {
  addModel,
  addProvider,
  addProviderSchema,
  changeProvider,
  changeProviderSchema,
  createProviderKeys,
  deleteProvider,
  listProviders,
  modelSchema,
  readModelsPage,
  refreshProviders,
  removeKey,
  testProvider,
} from './index.server';

const KEY = 'sk-test-0123456789-abcd';

let services: TestServices;
let vendor: VendorServer;
let root: Actor;
async function start(settings: Record<string, string> = {}): Promise<void> {
  services = testServices(settings);
  await seedModels(services.prisma);
  await refreshProviders(services);
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
}
beforeEach(async () => {
  vendor = await startOpenAiServer({ models: ['llama3.2', 'gpt-4o-mini'] });
});
afterEach(async () => {
  await services.close();
  await vendor.close();
});

const add = (changes: object = {}) =>
  addProvider(
    services,
    root,
    check(addProviderSchema, {
      key: 'ollama',
      name: 'Ollama',
      baseUrl: vendor.baseUrl,
      allowPrivateAddress: true,
      ...changes,
    }),
  );
const idOf = async (key: string) => {
  const found = (await listProviders(services)).find((each) => each.key === key);
  if (!found) throw new Error(`There is no provider ${key}.`);
  return found.id;
};
const change = async (key: string, changes: object) => {
  const id = await idOf(key);
  const row = await services.prisma.aiProvider.findUniqueOrThrow({ where: { id } });
  const { name, baseUrl, defaultModel, isActive, allowPrivateAddress } = row;
  const now = { name, baseUrl, defaultModel, isActive, allowPrivateAddress };
  return changeProvider(services, root, { id, ...check(changeProviderSchema, { ...now, ...changes }) });
};
/** OpenAI with a key that was entered here, at the local vendor. */
const setKey = (apiKey: string) =>
  change('openai', { apiKey, baseUrl: vendor.baseUrl, allowPrivateAddress: true });
const stateOf = async (key: string) => (await listProviders(services)).find((each) => each.key === key);
const setUp = async () => (await listModels(services)).map(({ key }) => key);

describe('deleting a provider', () => {
  beforeEach(() => start());
  const stays = async () => {
    const { providers } = await readModelsPage(services, root);
    return providers.find(({ key }) => key === 'ollama')?.staysBecause;
  };

  it('takes its models and its key with it, is told to the audit, and offers it no longer', async () => {
    const { provider } = await add({ apiKey: KEY });
    const model = check(modelSchema, { modelName: 'llama3.2' });
    await addModel(services, root, { ...model, providerId: provider.id });
    expect(await stays()).toBeNull();
    await deleteProvider(services, root, provider.id);
    expect(await stateOf('ollama')).toBeUndefined();
    expect(await services.prisma.aiModel.count({ where: { providerId: provider.id } })).toBe(0);
    expect(services.providers.list()).not.toContain('ollama');
    const event = await services.prisma.auditEvent.findFirst({ where: { action: 'provider.deleted' } });
    expect(event).toMatchObject({ subject: 'ollama', actorId: root.userId });
    expect(event?.detail).toContain('llama3.2');
    expect(event?.detail).not.toContain(KEY);
    await expect(deleteProvider(services, root, provider.id)).rejects.toMatchObject({ kind: 'not-found' });
    await add(); // its name is free again
  });

  it('is refused while a price, a request or a preference names it, with the reason', async () => {
    const { provider } = await add();
    const refused = expect.objectContaining({ code: 'provider_in_use', kind: 'conflict' }) as unknown;
    const data = JSON.stringify({ DefaultProvider: 'ollama', DefaultModel: 'llama3.2' });
    await services.prisma.userPreferences.create({ data: { userId: root.userId, data } });
    expect(await stays()).toBe('people have chosen it as their default');
    await expect(deleteProvider(services, root, provider.id)).rejects.toEqual(refused);
    await services.prisma.userPreferences.deleteMany();

    const priced = { modelName: 'llama3.2', inputPricePer1K: '0.001', outputPricePer1K: '0.002' };
    await addModel(services, root, { ...check(modelSchema, priced), providerId: provider.id });
    expect(await stays()).toBe('its models have a price history');
    await expect(deleteProvider(services, root, provider.id)).rejects.toEqual(refused);

    await services.ledger.credit({
      userId: root.userId,
      amountMicroUsd: 1_000_000n,
      source: 'grant',
      key: 'grant',
      note: '-',
      actorId: root.userId,
    });
    const request = check(completeRequestSchema, { provider: 'ollama', model: 'llama3.2', prompt: 'Hello' });
    await completePrompt(services, root, { key: 'a-request-of-it', request });
    expect(await stays()).toBe('its models have a price history');
    await expect(deleteProvider(services, root, provider.id)).rejects.toEqual(refused);
    expect(await stateOf('ollama')).toBeDefined();
    expect((await services.ledger.reconcile()).faults).toEqual([]);
  });
});

describe('a server of one’s own', () => {
  beforeEach(() => start());

  it('is tried when it is added: its models are listed, and one says a word', async () => {
    const { provider, connection } = await add();
    expect(provider).toMatchObject({
      key: 'ollama',
      protocol: 'openai-compatible',
      isSetUp: true,
      keySource: 'none',
    });
    expect(connection).toMatchObject({
      models: ['gpt-4o-mini', 'llama3.2'],
      model: 'gpt-4o-mini',
      problem: null,
    });
    expect(connection?.said).not.toBe('');
  });

  it('is saved without a trial while it is switched off, and tried when it is switched on', async () => {
    const { connection } = await add({ isActive: false, baseUrl: 'http://127.0.0.1:9/v1' });
    expect(connection).toBeNull();
    expect(services.providers.list()).not.toContain('ollama');
    await expect(change('ollama', { isActive: true })).rejects.toMatchObject({ field: 'baseUrl' });
    await change('ollama', { isActive: true, baseUrl: vendor.baseUrl });
    expect(services.providers.list()).toContain('ollama');
  });

  it('that lists its models but is busy is saved, and what is wrong is said', async () => {
    const { connection } = await add({ defaultModel: 'mock-503' });
    expect(connection).toMatchObject({
      said: null,
      problem: expect.stringContaining('overloaded') as string,
    });
  });

  it('whose model thinks longer than the trial lets it speak works', async () => {
    vendor.script({ kind: 'reply', text: '', finish: 'length' });
    const { connection } = await add();
    expect(connection).toMatchObject({ model: 'gpt-4o-mini', said: null, problem: null });
  });

  it.each([
    ['an address where nothing answers', { baseUrl: 'http://127.0.0.1:9/v1' }, 'baseUrl', /^Nothing answers/],
    ['a private address that is not allowed', { allowPrivateAddress: false }, 'baseUrl', /private network/],
    ['a path without an API', { baseUrl: 'PATH' }, 'baseUrl', /no API at this address \(404\)/],
    ['a key that is taken', { key: 'openai' }, 'key', /A provider named OpenAI \(openai\) already exists/],
    ['a name that is taken', { name: 'GEMINI' }, 'name', /A provider named Gemini/],
  ])('is refused at its field, and nothing saved: %s', async (_what, changes, field, message) => {
    const baseUrl =
      'baseUrl' in changes && changes.baseUrl === 'PATH' ? `${vendor.origin}/elsewhere` : undefined;
    await expect(add({ ...changes, ...(baseUrl && { baseUrl }) })).rejects.toMatchObject({
      field,
      message: expect.stringMatching(message) as string,
    });
    expect(await stateOf('ollama')).toBeUndefined();
    expect(await services.prisma.auditEvent.count()).toBe(0);
  });

  it.each([
    [200, { 'content-type': 'text/html' }, '<!doctype html><title>Home</title>'],
    [302, { location: 'http://127.0.0.1:1/' }, ''],
  ])(
    'that answers as a web site does, with %i, is refused, and no redirect is followed',
    async (status, headers, body) => {
      const site = http.createServer((_request, response) => response.writeHead(status, headers).end(body));
      site.listen(0, '127.0.0.1');
      await once(site, 'listening');
      const { port } = site.address() as AddressInfo;
      await expect(add({ baseUrl: `http://127.0.0.1:${String(port)}/v1` })).rejects.toMatchObject({
        field: 'baseUrl',
        message: expect.stringMatching(/^The server answered, but not as an API does/) as string,
      });
      site.close();
    },
  );
});

describe('a key that an administrator enters', () => {
  it('is tried, used without a restart, kept encrypted, and shown by its end alone', async () => {
    await start();
    expect(await setUp()).toEqual(['demo']);
    const { provider, connection } = await setKey(`  ${KEY}\n`);
    expect(connection).toMatchObject({ model: 'gpt-4o-mini' });
    expect(vendor.log.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(provider).toMatchObject({ keySource: 'stored', keyEnding: 'abcd', isSetUp: true });
    expect(await setUp()).toEqual(['openai']);

    const stored = JSON.stringify([
      await services.prisma.aiProvider.findMany(),
      await services.prisma.auditEvent.findMany(),
      await listProviders(services),
    ]);
    expect(stored).not.toContain(KEY.slice(0, -4));
    expect(await services.prisma.auditEvent.findFirst()).toMatchObject({
      actorId: root.userId,
      action: 'provider.key-set',
      subject: 'openai',
    });
  });

  it('that the server refuses is refused at its field, and the one before stays', async () => {
    await start();
    await setKey(KEY);
    vendor.script({ kind: 'status', status: 401 });
    await expect(setKey('sk-wrong')).rejects.toMatchObject({ field: 'apiKey', code: 'connection_failed' });
    expect(await stateOf('openai')).toMatchObject({ keyEnding: 'abcd' });
    expect(await testProvider(services, root, await idOf('openai'))).toMatchObject({ problem: null });
  });

  it('is asked for again when the address changes: it was meant for the old one', async () => {
    await start();
    await setKey(KEY);
    await expect(change('openai', { baseUrl: 'http://127.0.0.1:1/v1' })).rejects.toMatchObject({
      field: 'apiKey',
      code: 'key_needed_again',
    });
  });

  it('can be removed, and is sent no more', async () => {
    await start();
    await setKey(KEY);
    expect(await removeKey(services, root, await idOf('openai'))).toMatchObject({
      keySource: 'none',
      keyEnding: null,
    });
    await testProvider(services, root, await idOf('openai'));
    expect(vendor.log.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('gives way to the environment’s, which the list names', async () => {
    await start({ OPENAI_API_KEY: 'sk-of-the-environment', OPENAI_BASE_URL: vendor.baseUrl });
    expect(await stateOf('openai')).toMatchObject({
      keySource: 'environment',
      environment: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    });
    await expect(change('openai', { apiKey: KEY })).rejects.toMatchObject({ code: 'set_by_environment' });
    await testProvider(services, root, await idOf('openai'));
    expect(vendor.log.requests.at(-1)?.headers.authorization).toBe('Bearer sk-of-the-environment');
    await change('openai', { name: 'Our OpenAI' });
    expect(await stateOf('openai')).toMatchObject({ name: 'Our OpenAI', keySource: 'environment' });
  });

  it('that another SESSION_SECRET sealed is asked for again, and the server runs without it', async () => {
    await start();
    await setKey(KEY);
    const others = createProviderKeys(deriveKey('another secret, just as long as this', 'provider keys'));
    await services.prisma.aiProvider.updateMany({
      where: { key: 'openai' },
      data: { apiKey: others.seal('openai', KEY) },
    });
    await refreshProviders(services);
    expect(await stateOf('openai')).toMatchObject({ keySource: 'unreadable', isSetUp: false });
    expect(await setUp()).toEqual(['demo']);
    await setKey(KEY);
    expect(await setUp()).toEqual(['openai']);
  });

  it('of OpenAI itself also asks OpenAI to judge what its models are sent', async () => {
    await start();
    expect(services.moderation.judgedBy()).toBe('none');
    await services.prisma.aiProvider.updateMany({
      where: { key: 'openai' },
      data: { apiKey: services.providerKeys.seal('openai', KEY) },
    });
    await refreshProviders(services);
    expect(services.moderation.judgedBy()).toBe('openai-models');
    await setKey(KEY); // at a server of one's own, which is not OpenAI
    expect(services.moderation.judgedBy()).toBe('none');
  });

  it('cannot be moved to another provider’s place', async () => {
    await start();
    const { providerKeys } = services;
    const sealed = providerKeys.seal('openai', KEY);
    expect(providerKeys.open('openai', sealed)).toBe(KEY);
    expect(providerKeys.open('ollama', sealed)).toBeUndefined();
  });
});

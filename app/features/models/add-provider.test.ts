import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from '~/core/edge/read-request.server';
import type { Actor } from '~/core/server/session.server';
import { findKnownModel } from '~/features/billing/index.server';
import {
  completePrompt,
  completeRequestSchema,
  listModels,
  seedModels,
} from '~/features/completions/index.server';
import { readRule } from '~/features/ledger/index.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import { startAnsweringServer } from '../../../tests/vendors/answering-server';
import { startOpenAiServer } from '../../../tests/vendors/openai-server';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import {
  addModel,
  addProvider,
  addProviderSchema,
  deleteModel,
  listProviderModels,
  listProviders,
  modelSchema,
  refreshProviders,
  setModelShown,
  tryProvider,
  tryProviderSchema,
} from './index.server';

const FREE = { inputPricePer1K: '0', outputPricePer1K: '0' };
const OPENROUTER = 'https://openrouter.ai/api/v1';

let services: TestServices;
let vendor: VendorServer;
let root: Actor;
async function start(settings: Record<string, string> = {}): Promise<void> {
  services = testServices(settings);
  await seedModels(services.prisma);
  await refreshProviders(services);
  ({ actor: root } = await services.signUp({ roles: ['admin'] }));
  await services.ledger.credit({
    userId: root.userId,
    amountMicroUsd: 1_000_000n,
    source: 'grant',
    key: 'grant',
    note: 'For a test',
    actorId: root.userId,
  });
}
beforeEach(async () => {
  vendor = await startOpenAiServer({ models: ['all-minilm', 'llama3.2', 'nomic-embed-text', 'qwen3:8b'] });
  await start();
});
afterEach(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
  await vendor.close();
});

const lab = (changes: object = {}) =>
  check(addProviderSchema, {
    key: 'lab',
    name: 'Lab',
    baseUrl: vendor.baseUrl,
    allowPrivateAddress: true,
    ...changes,
  });
const add = (changes: object = {}) => addProvider(services, root, lab(changes));
const tryOut = (changes: object = {}) =>
  tryProvider(
    services,
    root,
    check(tryProviderSchema, { baseUrl: vendor.baseUrl, allowPrivateAddress: true, ...changes }),
  );
/** The models that users can choose, from the API. */
const usable = async () =>
  (await listModels(services)).map(({ key, allowedModels }) => [key, ...allowedModels]);
const send = (provider: string, model: string) =>
  completePrompt(services, root, {
    key: randomUUID(),
    request: check(completeRequestSchema, { provider, model, prompt: 'Hello' }),
  });
const count = async () => [
  await services.prisma.aiProvider.count({ where: { key: 'lab' } }),
  await services.prisma.aiModel.count({ where: { provider: { key: 'lab' } } }),
  await services.prisma.aiPrice.count({ where: { provider: 'lab' } }),
];

describe('testing a server that is not saved', () => {
  it('lists the models that answer prompts, at no cost in a private network, and keeps nothing', async () => {
    const { connection, offered } = await tryOut();
    expect(connection).toMatchObject({ model: 'llama3.2', problem: null });
    expect(offered.map(({ modelName }) => modelName)).toEqual(['llama3.2', 'qwen3:8b']);
    expect(offered[0]).toMatchObject({ inputPricePer1K: '0', outputPricePer1K: '0' });
    expect(await listProviders(services)).toHaveLength(5);
    expect(await usable()).toEqual([['demo', 'demo']]);
  });

  it('says what to type where Azure lists no deployments, and tries the one that was typed', async () => {
    const azure = await startAnsweringServer(({ method }) => ({
      status: method === 'GET' ? 404 : 200,
      headers: { 'content-type': 'text/event-stream' },
      pieces: [
        method === 'GET'
          ? '{"error":{"code":"404","message":"Resource not found"}}'
          : 'data: {"id":"a","choices":[{"delta":{"content":"OK."},"finish_reason":"stop"}]}\n\n',
      ],
    }));
    const resource = { protocol: 'azure', baseUrl: azure.origin, apiKey: 'key-0123456789' };
    const { connection, offered } = await tryOut(resource);
    expect(connection).toMatchObject({
      model: null,
      problem: expect.stringMatching(
        /^This resource lists no deployments.*by the name of its deployment/,
      ) as string,
    });
    expect(offered).toEqual([]);
    const typed = await tryOut({ ...resource, defaultModel: 'our-gpt' });
    expect(typed.connection).toMatchObject({ model: 'our-gpt', said: 'OK.', problem: null });
    expect(typed.offered.map(({ modelName }) => modelName)).toEqual(['our-gpt']);
    await azure.close();
  });

  it('sends the key that was entered, and writes it down nowhere', async () => {
    const apiKey = 'sk-lab-0123456789-wxyz';
    await tryOut({ apiKey });
    expect(vendor.log.requests.at(-1)?.headers.authorization).toBe(`Bearer ${apiKey}`);
    const events = await services.prisma.auditEvent.findMany();
    expect(events.filter(({ action }) => action.startsWith('provider.'))).toMatchObject([
      { action: 'provider.tested', subject: vendor.baseUrl },
    ]);
    expect(JSON.stringify(events)).not.toContain(apiKey);
  });

  it.each([
    ['no address', { baseUrl: '' }, 'baseUrl', 'Enter the server’s address.'],
    ['nothing there', { baseUrl: 'http://127.0.0.1:9/v1' }, 'baseUrl', /^Nothing answers/],
    ['a private address that is not allowed', { allowPrivateAddress: false }, 'baseUrl', /private network/],
    ['a cloud without its region', { protocol: 'bedrock', apiKey: 'key' }, 'region', /^Enter a region/],
  ])('says at the field what is wrong: %s', async (_what, changes, field, message) => {
    await expect(tryOut(changes)).rejects.toMatchObject({
      field,
      message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
    });
  });
});

describe('adding a provider with its models', () => {
  it('makes them usable by the one call, in their order, and Demo steps back', async () => {
    const { connection } = await add({
      models: [
        { modelName: 'qwen3:8b', ...FREE },
        { modelName: 'llama3.2', displayName: 'Llama', ...FREE },
      ],
    });
    expect(connection).toMatchObject({ model: 'qwen3:8b', problem: null });
    expect(await usable()).toEqual([['lab', 'qwen3:8b', 'llama3.2']]);
    expect(await send('lab', 'llama3.2')).toMatchObject({ provider: 'lab', usage: { costUsd: 0 } });
    await expect(send('demo', 'demo')).rejects.toMatchObject({ code: 'provider_not_set_up' });
    const events = await services.prisma.auditEvent.findMany({ where: { subject: { startsWith: 'lab' } } });
    expect(events.map(({ action, subject }) => `${action} ${subject}`).sort()).toEqual([
      'model.added lab/llama3.2',
      'model.added lab/qwen3:8b',
      'price.upsert lab/llama3.2',
      'price.upsert lab/qwen3:8b',
      'provider.added lab',
    ]);
  });

  it('keeps a known price with its steps and cached rates, and one that was changed as it was entered', async () => {
    const known = findKnownModel(
      { protocol: 'openai-compatible', baseUrl: OPENROUTER },
      'openai/gpt-4o',
      services.clock(),
    );
    if (!known) throw new Error('The public list knows this model.');
    const { input, output } = known.rule.rates;
    const perThousand = (rate: bigint) => String(Number(rate) / 1e9);
    await add({
      isActive: false,
      baseUrl: OPENROUTER,
      models: [
        {
          modelName: 'openai/gpt-4o',
          inputPricePer1K: perThousand(input),
          outputPricePer1K: perThousand(output),
        },
        { modelName: 'openai/gpt-4o-mini', inputPricePer1K: '0.009', outputPricePer1K: '0.01' },
      ],
    });
    const rules = await services.prisma.aiPrice.findMany({
      where: { provider: 'lab' },
      orderBy: { model: 'asc' },
    });
    expect(readRule(rules[0]?.rule ?? '')).toEqual(known.rule);
    expect(readRule(rules[1]?.rule ?? '')).toMatchObject({
      steps: [],
      rates: { input: 9_000_000n, output: 10_000_000n, cacheRead: 9_000_000n },
    });
  });

  it('keeps all of it or nothing: of two at once with one name, the second leaves no model and no price', async () => {
    const models = [{ modelName: 'llama3.2', ...FREE }];
    const both = await Promise.allSettled([add({ models }), add({ models, name: 'Laboratory' })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await count()).toEqual([1, 1, 1]);
  });

  it('keeps nothing of a server that does not answer', async () => {
    const models = [{ modelName: 'llama3.2', ...FREE }];
    await expect(add({ baseUrl: 'http://127.0.0.1:9/v1', models })).rejects.toMatchObject({
      field: 'baseUrl',
    });
    expect(await count()).toEqual([0, 0, 0]);
  });
});

describe('Demo', () => {
  it('stays until another provider has a model that can be called, and comes back when none has', async () => {
    const { provider } = await add();
    expect(await usable()).toEqual([['demo', 'demo']]);
    const at = { providerId: provider.id };
    const unpriced = check(modelSchema, { modelName: 'llama3.2' });
    const { id: modelId } = await addModel(services, root, { ...at, ...unpriced });
    expect(await usable()).toEqual([['demo', 'demo']]);
    expect((await send('demo', 'demo')).provider).toBe('demo');

    const priced = check(modelSchema, { modelName: 'qwen3:8b', ...FREE });
    await addModel(services, root, { ...at, ...priced });
    expect(await usable()).toEqual([['lab', 'qwen3:8b']]);
    const [, second] = await listProviderModels(services, provider.id);
    await setModelShown(services, root, { ...at, modelId: second?.id ?? '', isShown: false });
    expect(await usable()).toEqual([['demo', 'demo']]);
    await deleteModel(services, root, { ...at, modelId });
    expect((await listProviders(services)).find(({ key }) => key === 'demo')).toMatchObject({
      isSetUp: true,
    });
  });

  it('is gone for good once another provider has answered, even when that one is hidden', async () => {
    const { provider } = await add({ models: [{ modelName: 'llama3.2', ...FREE }] });
    await send('lab', 'llama3.2');
    const [model] = await listProviderModels(services, provider.id);
    await setModelShown(services, root, {
      providerId: provider.id,
      modelId: model?.id ?? '',
      isShown: false,
    });
    expect(await usable()).toEqual([]);
    await expect(send('demo', 'demo')).rejects.toThrow();
  });

  it('is never offered where it is off, and always where it is on', async () => {
    await services.close();
    await start({ DEMO_PROVIDER: 'off' });
    expect(await usable()).toEqual([]);
    await services.close();
    await start({ DEMO_PROVIDER: 'on' });
    await add({ models: [{ modelName: 'llama3.2', ...FREE }] });
    expect((await usable()).map(([key]) => key).sort()).toEqual(['demo', 'lab']);
  });
});

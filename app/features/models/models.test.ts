import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from '~/core/edge/read-request.server';
import { DAY_MS } from '~/core/shared/clock';
import type { Actor } from '~/core/server/session.server';
import { listPrices } from '~/features/billing/index.server';
import { listModels } from '~/features/completions/index.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import {
  addModel,
  changeModel,
  deleteModel,
  listProviderModels,
  listProviders,
  modelSchema,
  retireByDate,
  setModelShown,
} from './index.server';

let services: PayingServices;
let root: Actor;
let providerId: string;
beforeEach(async () => {
  services = await payingServices();
  root = await services.customer({ cents: 500, roles: ['admin'] });
  providerId = (await listProviders(services)).find(({ key }) => key === 'openai')?.id ?? '';
});
afterEach(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const add = (changes: object = {}) =>
  addModel(services, root, { providerId, ...check(modelSchema, { modelName: 'gpt-new', ...changes }) });
const offered = async () => (await listModels(services)).flatMap(({ allowedModels }) => allowedModels);
const PRICE = { inputPricePer1K: '0.001', outputPricePer1K: 0.002 };
const modelId = async (name: string) =>
  (await listProviderModels(services, providerId)).find(({ modelName }) => modelName === name)?.id ?? '';

describe('a model that an administrator adds', () => {
  it('stands ten behind the last one, and can be called once it has a price', async () => {
    const added = await add({ displayName: 'GPT New' });
    expect(added).toMatchObject({ sortOrder: 70, inputPricePer1K: null });
    expect(await offered()).not.toContain('gpt-new');
    await expect(services.send(root, { model: 'gpt-new' })).rejects.toMatchObject({ code: 'price_missing' });

    const input = check(modelSchema, { modelName: 'gpt-new', displayName: 'GPT New', ...PRICE });
    const priced = await changeModel(services, root, { providerId, modelId: added.id, ...input });
    expect(priced).toMatchObject({ sortOrder: 70, inputPricePer1K: '0.001', outputPricePer1K: '0.002' });
    expect((await services.send(root, { model: 'gpt-new' })).price).toEqual({
      inputPricePer1K: '0.001',
      outputPricePer1K: '0.002',
    });
  });

  it('keeps its price’s history: the same price again is no new one', async () => {
    const { id } = await add(PRICE);
    const rows = () => services.prisma.aiPrice.count({ where: { model: 'gpt-new' } });
    const input = check(modelSchema, { modelName: 'gpt-new', ...PRICE });
    await changeModel(services, root, { providerId, modelId: id, ...input });
    expect(await rows()).toBe(1);
    await changeModel(services, root, { providerId, modelId: id, ...input, inputPricePer1K: '0.003' });
    expect(await rows()).toBe(2);
  });

  it('is listed once', async () => {
    await expect(add({ modelName: 'gpt-4o' })).rejects.toMatchObject({
      field: 'modelName',
      message: 'gpt-4o is already in the list of OpenAI.',
    });
  });

  it('without eyes refuses pictures before anything is paid', async () => {
    await add({ ...PRICE, displayName: 'GPT New', takesImages: false });
    const attachments = [{ name: 'a.png', mimeType: 'image/png', base64: 'iVBORw0KGgo=' }];
    await expect(services.send(root, { model: 'gpt-new', attachments })).rejects.toMatchObject({
      code: 'attachment_invalid',
      data: { reason: 'GPT New doesn’t read images.' },
    });
  });

  it('is sent a temperature or not, as is known of it', async () => {
    await add({ ...PRICE, takesSampling: false });
    const { warnings } = await services.send(root, { model: 'gpt-new', temperature: 0.5 });
    expect(warnings).toEqual(['gpt-new does not take a temperature; it was left out.']);
    expect(services.vendor.log.requests.at(-1)?.body).not.toHaveProperty('temperature');
  });
});

it('a hidden model is offered to nobody, a deleted one is gone from the list, and each act is written down', async () => {
  const { id } = await add(PRICE);
  const at = { providerId, modelId: id };
  await setModelShown(services, root, { ...at, isShown: false });
  expect(await offered()).not.toContain('gpt-new');
  await setModelShown(services, root, { ...at, isShown: true });
  expect(await offered()).toContain('gpt-new');
  await deleteModel(services, root, at);
  expect(await modelId('gpt-new')).toBe('');
  expect((await listPrices(services, { activeOnly: true })).map(({ model }) => model)).toContain('gpt-new');
  const events = await services.prisma.auditEvent.findMany({
    where: { subject: 'openai/gpt-new', action: { startsWith: 'model.' } },
    orderBy: { at: 'asc' },
  });
  expect(events.map(({ action }) => action).sort()).toEqual([
    'model.added',
    'model.deleted',
    'model.hidden',
    'model.shown',
  ]);
});

it('a model of another provider is not found under this one', async () => {
  const other = (await listProviders(services)).find(({ key }) => key === 'gemini');
  const id = await modelId('gpt-4o');
  await expect(
    deleteModel(services, root, { providerId: other?.id ?? '', modelId: id }),
  ).rejects.toMatchObject({
    code: 'no_such_model',
  });
});

describe('a model whose last day has come', () => {
  const setLastDay = (model: string, day: string, replacedBy: string | null = null) =>
    services.prisma.aiModel.updateMany({
      where: { modelName: model },
      data: { shutdownOn: day, replacedBy },
    });

  it('stays where a server of one’s own answers for its vendor', async () => {
    await setLastDay('gpt-4o', '2026-11-01');
    await retireByDate(services);
    expect(await offered()).toContain('gpt-4o');
  });

  it('gives way to the successor that is there, at its vendor', async () => {
    const own = await payingServices({ OPENAI_BASE_URL: '' });
    try {
      const lastDay = new Date(own.clock() + DAY_MS).toISOString().slice(0, 10);
      await own.prisma.aiModel.updateMany({
        where: { modelName: 'gpt-4o' },
        data: { shutdownOn: lastDay, replacedBy: 'gpt-4.1' },
      });
      await retireByDate(own);
      expect(await own.catalogue.retired()).toEqual([]);
      own.pass(DAY_MS);
      await retireByDate(own);
      expect(await own.catalogue.retired()).toEqual([
        {
          provider: 'openai',
          providerName: 'OpenAI',
          model: 'gpt-4o',
          displayName: 'GPT-4o',
          successor: { model: 'gpt-4.1', displayName: 'GPT-4.1', isListed: true },
        },
      ]);
    } finally {
      await own.close();
    }
  });

  it('names the successor’s successor, and nobody where they go round in a circle', async () => {
    const goneAt = new Date();
    await services.prisma.aiModel.updateMany({
      where: { modelName: { in: ['gpt-4o', 'gpt-4o-mini'] } },
      data: { goneAt, replacedBy: 'gpt-4.1' },
    });
    await services.prisma.aiModel.updateMany({
      where: { modelName: 'gpt-4.1' },
      data: { goneAt, replacedBy: 'gpt-next' },
    });
    services.catalogue.invalidate();
    expect((await services.catalogue.findRetired('OpenAI', 'gpt-4o'))?.successor).toMatchObject({
      model: 'gpt-next',
    });
    await services.prisma.aiModel.updateMany({
      where: { modelName: 'gpt-4.1' },
      data: { replacedBy: 'gpt-4o' },
    });
    services.catalogue.invalidate();
    expect((await services.catalogue.findRetired('OpenAI', 'gpt-4o'))?.successor).toBeUndefined();
  });
});

it('the sentence about paid models names the free ones that this server can reach', async () => {
  const nobody = await services.customer();
  const change = async (modelName: string, isFree: boolean) => {
    await services.prisma.aiModel.updateMany({ where: { modelName }, data: { isFree } });
    services.catalogue.invalidate();
  };
  await change('gpt-4.1', true);
  await expect(services.send(nobody, { model: 'gpt-4o' })).rejects.toMatchObject({
    message: 'This model is available on paid plans. Please select GPT-4o-mini or GPT-4.1.',
  });
  await change('gpt-4o-mini', false);
  await expect(services.send(nobody, { model: 'gpt-4o' })).rejects.toMatchObject({
    message: 'This model is available on paid plans. Please select GPT-4.1.',
  });
  await change('gpt-4.1', false);
  await expect(services.send(nobody, { model: 'gpt-4o' })).rejects.toMatchObject({
    message: 'This model is available on paid plans.',
  });
});

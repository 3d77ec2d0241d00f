import { afterEach, describe, expect, it } from 'vitest';
import { readModelPrices } from '~/features/site/index.server';
import { testServices, type TestServices } from '../../../tests/support/services';
import { freeModelNames } from './index.server';
import { seedModels } from './seed-models.server';

// The models that home, pricing and App Info name and count.

let services: TestServices;
afterEach(() => services.close());
const serverWith = async (settings: Record<string, string>) => {
  services = testServices(settings);
  await seedModels(services.prisma, new Date(services.clock()));
};
const vendors = async () => [...new Set((await readModelPrices(services)).map(({ provider }) => provider))];

describe('texts that name or count models', () => {
  it('speak of one vendor’s models where one vendor’s key is set', async () => {
    await serverWith({ ANTHROPIC_API_KEY: 'sk-ant-test-not-a-key' });
    expect(await vendors()).toEqual(['Anthropic']);
    expect(await readModelPrices(services)).toHaveLength(6);
    expect(await freeModelNames(services)).toEqual([]);
  });

  it('leave out a vendor that has been switched off', async () => {
    await serverWith({ OPENAI_API_KEY: 'sk-test-not-a-key', GEMINI_API_KEY: 'AIza-test-not-a-key' });
    expect(await freeModelNames(services)).toEqual(['GPT-4o-mini', 'Gemini 2.5 Flash']);
    await services.prisma.aiProvider.update({ where: { key: 'gemini' }, data: { isActive: false } });
    services.catalogue.invalidate();
    expect(await vendors()).toEqual(['OpenAI']);
    expect(await freeModelNames(services)).toEqual(['GPT-4o-mini']);
  });

  it('name eleven models, two of them free, before any key is set', async () => {
    await serverWith({});
    expect(await readModelPrices(services)).toHaveLength(11);
    expect(await freeModelNames(services)).toEqual(['GPT-4o-mini', 'Gemini 2.5 Flash']);
  });
});

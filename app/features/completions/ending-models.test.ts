import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testServices, type TestServices } from '../../../tests/support/services';
import { listEndingModels } from './index.server';
import { seedModels } from './seed-models.server';

let services: TestServices;
const start = async (settings: Record<string, string>) => {
  services = testServices(settings);
  await seedModels(services.prisma, new Date(services.clock()));
};
beforeEach(() => start({ OPENAI_API_KEY: 'sk-test-not-a-key', GEMINI_API_KEY: 'AIza-test-not-a-key' }));
afterEach(() => services.close());

const goOnTo = (moment: string) => services.pass(Date.parse(moment) - services.clock());
const ending = async () => (await listEndingModels(services)).map(({ model, on }) => `${on} ${model}`);

describe('models that end within 60 days', () => {
  it('are listed for administrators from the sixtieth day before, the soonest first', async () => {
    // 60 days before 2027-01-14 is 2026-11-15.
    goOnTo('2026-11-20T12:00:00Z');
    expect(await ending()).toEqual([
      '2026-12-01 gemini-2.5-flash',
      '2026-12-01 gemini-2.5-pro',
      '2027-01-14 gpt-4o-mini',
      '2027-01-14 gpt-4o',
      '2027-01-14 gpt-4.1',
    ]);
    await services.prisma.aiModel.updateMany({
      where: { modelName: 'gemini-2.5-flash' },
      data: { shutdownOn: '2027-01-20' },
    });
    services.catalogue.invalidate();
    expect((await ending()).join()).not.toContain('gemini-2.5-flash');
  });

  it('include those whose last day only the list of this version knows, as after an update', async () => {
    await services.prisma.aiModel.updateMany({
      where: { modelName: { in: ['gemini-2.5-flash', 'gemini-2.5-pro'] } },
      data: { shutdownOn: null, replacedBy: null },
    });
    services.catalogue.invalidate();
    const [flash, pro] = await listEndingModels(services);
    expect(flash).toMatchObject({ model: 'gemini-2.5-flash', on: '2026-12-01', hasSuccessor: false });
    expect(pro).toMatchObject({ model: 'gemini-2.5-pro', hasSuccessor: false });
    // Offered again after that day by an administrator.
    goOnTo('2026-12-01T00:00:00Z');
    expect((await ending()).join()).not.toContain('gemini');
  });

  it('leave out hidden models, and those of a server of one’s own', async () => {
    await services.prisma.aiModel.updateMany({
      where: { modelName: { startsWith: 'gemini-2.5' } },
      data: { isAllowed: false },
    });
    services.catalogue.invalidate();
    expect((await ending()).join()).not.toContain('gemini');
    await services.close();
    await start({ OPENAI_API_KEY: 'sk-test-not-a-key', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
    expect(await ending()).toEqual([]);
  });
});

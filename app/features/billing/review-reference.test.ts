import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { pricesAt } from '~/features/completions/index.server';
import { readRule } from '~/features/ledger/index.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { applyReview, reviewPrices, upsertPrice } from './index.server';

// An installation that began with an older list: no successors of Gemini 2.5, and nothing known of its last day.

let services: PayingServices;
let root: Actor;
beforeEach(async () => {
  services = await payingServices();
  root = await services.customer({ roles: ['admin'] });
  const { prisma } = services;
  await prisma.aiModel.deleteMany({
    where: { modelName: { in: ['gemini-3.5-flash-lite', 'gemini-3.8-flash'] } },
  });
  services.connection.exec(`DELETE FROM ai_price WHERE model LIKE 'gemini-3.%'`);
  await prisma.aiModel.updateMany({
    where: { modelName: { in: ['gemini-2.5-flash', 'gemini-2.5-pro'] } },
    data: { shutdownOn: null, replacedBy: null },
  });
  services.catalogue.invalidate();
});
afterEach(() => services.close());

const ofGemini = async () =>
  (await reviewPrices(services, { asksVendors: false })).proposals.filter(
    ({ provider }) => provider === 'gemini',
  );
const model = (modelName: string) => services.prisma.aiModel.findFirstOrThrow({ where: { modelName } });

describe('a review of models', () => {
  it('proposes new models, last days and successors, and says where that was read', async () => {
    const proposals = await ofGemini();
    expect(proposals.map(({ kind, model: name }) => [kind, name])).toEqual([
      ['facts', 'gemini-2.5-flash'],
      ['facts', 'gemini-2.5-pro'],
      ['model', 'gemini-3.5-flash-lite'],
      ['model', 'gemini-3.8-flash'],
    ]);
    expect(proposals.every(({ source }) => source.includes('looked up 2026-'))).toBe(true);
    expect(proposals[1]?.changes).toEqual([
      { label: 'Shuts down on', before: null, after: 'Dec 1, 2026' },
      { label: 'Successor', before: null, after: 'gemini-3.8-flash' },
    ]);
    expect(proposals[3]?.changes).toContainEqual({
      label: 'Input from Jan 1, 2027',
      before: '$0.00075',
      after: '$0.0015',
    });
  });

  it('adds what is ticked, with its price to come, and has nothing left to propose', async () => {
    const keys = (await ofGemini()).map(({ key }) => key);
    expect(await applyReview(services, root, keys)).toEqual({ count: 4 });
    expect(await ofGemini()).toEqual([]);
    expect(await model('gemini-2.5-pro')).toMatchObject({
      shutdownOn: '2026-12-01',
      replacedBy: 'gemini-3.8-flash',
    });
    expect((await services.catalogue.find('gemini', 'gemini-3.8-flash'))?.price?.rates.input).toBe(750_000n);
    const { upcoming } = await pricesAt(services.prisma, services.clock());
    const [later] = upcoming.filter((price) => price.model === 'gemini-3.8-flash');
    expect(later && readRule(later.rule).rates.input).toBe(1_500_000n);
    const events = await services.prisma.auditEvent.findMany({
      where: { subject: 'gemini/gemini-3.8-flash' },
    });
    expect(events.map(({ action }) => action).sort()).toEqual([
      'model.added',
      'price.review',
      'price.review',
    ]);
    await expect(applyReview(services, root, keys)).rejects.toMatchObject({ code: 'review_outdated' });
  });

  it('replaces a successor that was named here only where that is ticked by itself', async () => {
    await services.prisma.aiModel.updateMany({
      where: { modelName: 'gemini-2.5-pro' },
      data: { replacedBy: 'gemini-2.5-flash-lite' },
    });
    const [, pro] = await ofGemini();
    expect(pro).toMatchObject({ kind: 'facts', caution: 'Replaces what is set here: successor.' });
    await services.prisma.aiModel.updateMany({
      where: { modelName: 'gemini-2.5-pro' },
      data: { replacedBy: 'gemini-2.5-flash' },
    });
    await expect(applyReview(services, root, [pro?.key ?? ''])).rejects.toMatchObject({
      code: 'review_outdated',
    });
  });

  it('cautions an announced price where an administrator has set the one before it', async () => {
    const keys = (await ofGemini()).map(({ key }) => key);
    await applyReview(services, root, keys);
    await services.prisma.aiPrice.deleteMany({
      where: { model: 'gemini-3.8-flash', validFrom: { gt: new Date(services.clock()) } },
    });
    const announced = async () => (await ofGemini()).filter(({ kind }) => kind === 'announced');
    expect(await announced()).toMatchObject([{ model: 'gemini-3.8-flash', caution: null }]);
    await upsertPrice(services, root, {
      provider: 'gemini',
      model: 'gemini-3.8-flash',
      inputPricePer1K: 1_000_000n,
      outputPricePer1K: 5_000_000n,
      currency: 'USD',
      isActive: true,
    });
    expect((await announced())[0]?.caution).toContain('An administrator set this price on Nov 20, 2026.');
  });

  it('proposes none of the vendor’s last days where another server answers', async () => {
    await services.prisma.aiModel.updateMany({ where: { modelName: 'gpt-4o' }, data: { shutdownOn: null } });
    const { proposals } = await reviewPrices(services, { asksVendors: false });
    expect(proposals.filter(({ provider }) => provider === 'openai')).toEqual([]);
  });
});

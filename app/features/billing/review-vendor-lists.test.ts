import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { applyReview, reviewPrices } from './index.server';

// OpenAI lists a model that only the public list knows, models that are not for chat, and no GPT-4.1 anymore.

let services: PayingServices;
let root: Actor;
beforeEach(async () => {
  services = await payingServices(
    {},
    { models: ['gpt-4o', 'gpt-4o-mini', 'gpt-5', 'gpt-realtime', 'gpt-4o-mini-tts', 'gpt-image-1'] },
  );
  root = await services.customer({ cents: 500, roles: ['admin'] });
});
afterEach(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

const proposed = async (kind: string) =>
  (await reviewPrices(services, { asksVendors: true })).proposals.filter(
    (each) => each.provider === 'openai' && each.kind === kind,
  );
const keyOf = async (kind: string, model: string) =>
  (await proposed(kind)).find((each) => each.model === model)?.key ?? '';
const row = (modelName: string) => services.prisma.aiModel.findFirstOrThrow({ where: { modelName } });

describe('a model that a vendor lists and the public list knows', () => {
  it('is proposed with name, price and context; models for speech and pictures are not', async () => {
    const proposals = await proposed('new');
    expect(proposals.map(({ model, displayName }) => [model, displayName])).toEqual([['gpt-5', 'GPT-5']]);
    expect(proposals[0]?.changes).toContainEqual({ label: 'Input', before: null, after: '$0.00125' });
    expect(proposals[0]?.changes).toContainEqual({
      label: 'Context',
      before: null,
      after: '400,000 tokens',
    });
  });

  it('can be called once it is applied, and is not proposed again', async () => {
    expect(await applyReview(services, root, [await keyOf('new', 'gpt-5')])).toEqual({ count: 1 });
    expect(await row('gpt-5')).toMatchObject({
      displayName: 'GPT-5',
      contextTokens: 400_000,
      isAllowed: true,
      isFree: false,
    });
    expect(await proposed('new')).toEqual([]);
    expect((await services.send(root, { model: 'gpt-5' })).costCents).toBeGreaterThan(0);
    const events = await services.prisma.auditEvent.findMany({ where: { subject: 'openai/gpt-5' } });
    expect(events.map(({ action }) => action).sort()).toEqual(['model.added', 'price.review']);
  });

  it('gets only its price where an administrator has added it already', async () => {
    const { providerId } = await row('gpt-4o');
    await services.prisma.aiModel.create({
      data: { providerId, modelName: 'gpt-5', displayName: 'Our five' },
    });
    services.catalogue.invalidate();
    const [five] = await proposed('new');
    expect(five?.displayName).toBe('Our five');
    expect(five?.changes.map(({ label }) => label)).not.toContain('Context');
    await applyReview(services, root, [five?.key ?? '']);
    expect(await row('gpt-5')).toMatchObject({ displayName: 'Our five' });
  });
});

describe('a model that a vendor no longer lists', () => {
  it('is gone once that is applied: its successor answers those who use it', async () => {
    await services.prisma.aiModel.updateMany({
      where: { modelName: 'gpt-4.1' },
      data: { replacedBy: 'gpt-4o' },
    });
    const gone = (await proposed('gone')).find(({ model }) => model === 'gpt-4.1');
    expect(gone?.changes).toContainEqual({ label: 'Model', before: 'Offered', after: 'No longer offered' });
    await applyReview(services, root, [gone?.key ?? '']);
    expect((await row('gpt-4.1')).goneAt).toEqual(new Date(services.clock()));
    expect((await services.catalogue.findRetired('openai', 'gpt-4.1'))?.successor).toMatchObject({
      model: 'gpt-4o',
      isListed: true,
    });
    await expect(services.send(root, { model: 'gpt-4.1' })).rejects.toMatchObject({
      code: 'provider_model_gone',
      data: { successor: 'gpt-4o' },
    });
    expect((await proposed('gone')).map(({ model }) => model)).not.toContain('gpt-4.1');
  });

  it('stays where the price can’t be kept: both are written, or neither', async () => {
    services.connection.exec(
      `CREATE TRIGGER fails BEFORE INSERT ON ai_price WHEN NEW.model = 'gpt-4.1' AND NEW.version > 1
       BEGIN SELECT RAISE(ABORT, 'no room'); END`,
    );
    await expect(applyReview(services, root, [await keyOf('gone', 'gpt-4.1')])).rejects.toThrow();
    expect((await row('gpt-4.1')).goneAt).toBeNull();
    expect(await services.catalogue.find('openai', 'gpt-4.1')).toBeDefined();
  });
});

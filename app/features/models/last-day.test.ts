import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { checkWithinTimeout } from '~/features/baiql/index.server';
import {
  chooseModel,
  freeModelNames,
  listModelChoices,
  listModels,
  markRetired,
} from '~/features/completions/index.server';
import { modelValue } from '~/features/preferences';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { readModelsPage, retireByDate } from './index.server';

const FLASH = { provider: 'gemini', model: 'gemini-2.5-flash' };
const SUCCESSOR = { provider: 'gemini', model: 'gemini-3.5-flash-lite' };

let services: PayingServices;
let root: Actor;
let nobody: Actor;
beforeEach(async () => {
  services = await payingServices({ GEMINI_API_KEY: 'AIza-test-not-a-key' });
  root = await services.customer({ cents: 500, roles: ['admin'] });
  nobody = await services.customer();
});
afterEach(async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
  await services.close();
});

/** The server at this moment, after what it does every hour. */
async function goOnTo(moment: string): Promise<void> {
  services.pass(Date.parse(moment) - services.clock());
  await retireByDate(services);
}
const offered = async () => (await listModels(services)).flatMap(({ allowedModels }) => allowedModels);
const listed = async (name: string) =>
  (await readModelsPage(services, root)).providers
    .flatMap(({ models }) => models)
    .find(({ modelName }) => modelName === name);
const change = async (modelName: string, data: object) => {
  await services.prisma.aiModel.updateMany({ where: { modelName }, data });
  services.catalogue.invalidate();
};

describe('Gemini 2.5 Flash, which its vendor shuts down on 2026-12-01', () => {
  it('answers to the last, and administrators are told a month ahead what follows', async () => {
    await goOnTo('2026-10-31T12:00:00Z');
    expect(await listed('gemini-2.5-flash')).toMatchObject({ endsSoon: false });
    await goOnTo('2026-11-30T23:59:59Z');
    expect(await freeModelNames(services)).toEqual(['GPT-4o-mini', 'Gemini 2.5 Flash']);
    await expect(chooseModel(services, 'free', FLASH)).resolves.toMatchObject({ model: FLASH });
    expect(await listed('gemini-2.5-flash')).toMatchObject({
      endsSoon: true,
      goneAt: null,
      isFreeNow: true,
      successor: { model: 'gemini-3.5-flash-lite', displayName: 'Gemini 3.5 Flash-Lite', isListed: true },
    });
    expect(await listed('gemini-3.5-flash-lite')).toMatchObject({ endsSoon: false, isFreeNow: false });
  });

  it('says so beside its name, to everybody who may choose it, a month ahead', async () => {
    const flash = async () =>
      (await listModels(services)).flatMap(({ models }) => models).find(({ model }) => model === FLASH.model);
    await goOnTo('2026-10-31T12:00:00Z');
    expect(await flash()).not.toHaveProperty('endsOn');
    await goOnTo('2026-11-01T00:00:00Z');
    expect(await flash()).toMatchObject({ endsOn: '2026-12-01', successor: 'gemini-3.5-flash-lite' });
    expect((await listModelChoices(services, '')).map(({ label }) => label)).toContain(
      'Gemini 2.5 Flash (ends on Dec 1)',
    );
    await change('gemini-3.5-flash-lite', { isAllowed: false });
    expect(await flash()).not.toHaveProperty('successor');
  });

  it('gives its place on the free plan to its successor that day', async () => {
    await goOnTo('2026-12-01T00:00:00Z');
    expect(await offered()).not.toContain('gemini-2.5-flash');
    expect(await freeModelNames(services)).toEqual(['GPT-4o-mini', 'Gemini 3.5 Flash-Lite']);
    await expect(chooseModel(services, 'free', SUCCESSOR)).resolves.toMatchObject({
      model: { isFree: true },
    });
    await expect(chooseModel(services, 'free', FLASH)).rejects.toMatchObject({
      message:
        'Gemini no longer offers Gemini 2.5 Flash. Its successor is Gemini 3.5 Flash-Lite. You were not charged.',
      data: { successor: 'gemini-3.5-flash-lite' },
    });
    await expect(
      chooseModel(services, 'free', { provider: 'openai', model: 'gpt-4o' }),
    ).rejects.toMatchObject({
      message: 'This model is available on paid plans. Please select GPT-4o-mini or Gemini 3.5 Flash-Lite.',
    });
    expect(await listed('gemini-2.5-flash')).toMatchObject({ goneAt: '2026-12-01T00:00:00.000Z' });
    expect(await listed('gemini-3.5-flash-lite')).toMatchObject({ isFreeNow: true, isFree: false });
  });

  it('is replaced for those who prefer it, and for whoever begins with Gemini', async () => {
    const preferred = modelValue(FLASH.provider, FLASH.model);
    await goOnTo('2026-12-01T00:00:00Z');
    expect(await listModelChoices(services, preferred)).toContainEqual({
      value: preferred,
      label: 'Gemini 2.5 Flash (Gemini 3.5 Flash-Lite answers instead)',
      group: 'No longer offered',
    });
    const gemini = (await listModels(services)).find(({ key }) => key === 'gemini');
    expect(gemini?.defaultModel).toBe('gemini-3.5-flash-lite');
  });

  it('is named by the check of a script from that day on, with its successor', async () => {
    const script =
      'BATCH_START\nMODEL "gemini-2.5-flash"\nPROMPT "Why are leaves green?"\nRUN\nOUTPUT "o.txt"\nEND_BATCH\n';
    const request = { script, model: null, first: null, signal: AbortSignal.timeout(60_000) };
    const check = () => checkWithinTimeout(services, root, request);
    await goOnTo('2026-10-31T12:00:00Z');
    expect(await check()).toMatchObject({ checks: { diagnostics: [] } });
    await goOnTo('2026-11-30T23:59:59Z');
    expect(await check()).toMatchObject({
      checks: {
        diagnostics: [
          {
            severity: 'warning',
            message: 'gemini-2.5-flash ends on December 1, 2026; its successor is gemini-3.5-flash-lite',
            fixes: [{ title: 'Change to "gemini-3.5-flash-lite"' }],
          },
        ],
      },
      sound: { estimate: { problems: [] } },
    });
    await goOnTo('2026-12-01T00:00:00Z');
    const { checks, sound } = await check();
    expect(checks.diagnostics).toMatchObject([
      {
        message: 'gemini-2.5-flash is no longer offered; its successor is gemini-3.5-flash-lite',
        fixes: [{ title: 'Change to "gemini-3.5-flash-lite"' }],
      },
    ]);
    expect(sound?.estimate.problems).toEqual([
      'Gemini no longer offers gemini-2.5-flash. Its successor is gemini-3.5-flash-lite.',
    ]);
  });

  it('leaves no free account without a model where its successor can’t be called', async () => {
    await change('gpt-4o-mini', { isAllowed: false });
    await change('gemini-3.5-flash-lite', { isAllowed: false });
    await goOnTo('2026-12-01T00:00:00Z');
    expect(await freeModelNames(services)).toEqual(['Gemini 2.5 Flash-Lite']);
    await change('gemini-3.5-flash-lite', { isAllowed: true });
    expect(await freeModelNames(services)).toEqual(['Gemini 3.5 Flash-Lite']);
  });

  it('takes its place back when it is offered again after all', async () => {
    await goOnTo('2026-12-01T00:00:00Z');
    await change('gemini-2.5-flash', { goneAt: null, shutdownOn: null });
    expect(await freeModelNames(services)).toEqual(['GPT-4o-mini', 'Gemini 2.5 Flash']);
  });
});

it('a free send to the successor of a free model costs its sender nothing', async () => {
  await markRetired(services, { provider: 'openai', model: 'gpt-4o-mini' });
  const reply = await services.send(nobody, { model: 'gpt-6-luna' });
  expect(reply).toMatchObject({ isFree: true, costCents: 0 });
  expect(await services.ledger.balance(nobody.userId)).toMatchObject({
    postedMicroUsd: 0n,
    freeSendsToday: 1,
  });
});

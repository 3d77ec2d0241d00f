import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listModels, preflightCost } from '~/features/completions/index.server';
import { completeRequest, payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { startResponsesServer } from '../../../tests/vendors/responses-server';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
import { optionsFor, withFees } from './request-options';
import { estimateCents, estimateTokens, requestCents } from './estimate';

describe('the guess beside Send', () => {
  it('is nothing for nothing', () => expect(estimateTokens('  \n ')).toBe(0));
  it('takes about four Latin letters for a token', () => expect(estimateTokens('a'.repeat(400))).toBe(108));
  it('takes a sign of other scripts for a token', () => expect(estimateTokens('光合成とは何か')).toBe(15));
  it('prices tokens in and out', () => {
    const price = { inputPricePer1K: '0.00015', outputPricePer1K: '0.0006' };
    expect(estimateCents(price, 1000, 4096)).toBeCloseTo(0.26076, 10);
  });
});

describe('of a model whose price is more than two numbers', () => {
  let perplexity: VendorServer;
  let services: PayingServices;
  beforeAll(async () => {
    perplexity = await startResponsesServer();
    const PERPLEXITY_BASE_URL = perplexity.baseUrl;
    const keys = { PERPLEXITY_API_KEY: 'pplx-test-not-a-key', GEMINI_API_KEY: 'test-not-a-key' };
    services = await payingServices({ ...keys, PERPLEXITY_BASE_URL });
  });
  afterAll(async () => {
    expect((await services.ledger.reconcile()).faults).toEqual([]);
    await services.close();
    await perplexity.close();
  });

  async function listed(name: string) {
    const all = (await listModels(services)).flatMap(({ models }) => models);
    const found = all.find(({ model }) => model === name);
    if (!found) throw new Error(`${name} is not listed.`);
    return found;
  }

  it('the page says what a long request with files may put on hold', async () => {
    const actor = await services.customer({ cents: 500 });
    const request = completeRequest({ provider: 'gemini', model: 'gemini-2.5-pro', maxOutputTokens: 1_000 });
    for (const attachedTokens of [150_000, 250_000]) {
      const { estCostCents } = await preflightCost(services, actor, { ...request, attachedTokens });
      const inputTokens = estimateTokens(request.prompt) + attachedTokens;
      const { atMost } = requestCents(await listed('gemini-2.5-pro'), inputTokens, 1_000);
      expect(atMost).toBeCloseTo(estCostCents, 1);
    }
  });

  it('the page says what searches may put on hold, and about what is charged', async () => {
    const actor = await services.customer({ cents: 500 });
    const sonar = await listed('sonar');
    const request = completeRequest({ provider: 'perplexity', model: 'sonar', maxOutputTokens: 1_000 });
    const { typical, atMost } = requestCents(sonar, estimateTokens(request.prompt), 1_000);
    expect(atMost).toBeCloseTo((await preflightCost(services, actor, request)).estCostCents, 2);

    const usage = { inputTokens: 4_718, outputTokens: 450, searches: 1 };
    perplexity.script({ kind: 'reply', text: 'Green.', usage });
    const { costCents } = await services.send(actor, request);
    expect(typical / costCents).toBeCloseTo(1, 0);
    expect(costCents).toBeLessThan(atMost);
  });

  it('the page says what a request costs without its search, and with instructions', async () => {
    const actor = await services.customer({ cents: 500 });
    const options = { temperature: null, effort: null, webSearch: false, json: false };
    const sonar = withFees(await listed('sonar'), options);
    const instructions = 'Explain each step. '.repeat(500);
    const request = completeRequest({
      provider: 'perplexity',
      model: 'sonar',
      maxOutputTokens: 1_000,
      instructions,
      ...optionsFor(await listed('sonar'), options),
    });
    expect(request.webSearch).toBe(false);
    const inputTokens = estimateTokens(request.prompt) + estimateTokens(instructions);
    const { atMost } = requestCents(sonar, inputTokens, 1_000);
    const { estCostCents } = await preflightCost(services, actor, request);
    expect(atMost / estCostCents).toBeCloseTo(1, 1);
    perplexity.script({ kind: 'reply', text: 'Green.' });
    await services.send(actor, request);
    expect(JSON.stringify(perplexity.log.requests.at(-1)?.body)).not.toContain('web_search');
  });

  it('lists the options that a model takes', async () => {
    expect(await listed('sonar')).toMatchObject({ takesTemperature: true, webSearch: 'by_default' });
    expect(await listed('gemini-2.5-pro')).toMatchObject({ takesEffort: true, webSearch: 'never' });
    const options = { temperature: 0.5, effort: 'high', webSearch: true, json: true } as const;
    expect(optionsFor(await listed('gemini-2.5-pro'), options)).toEqual({
      temperature: 0.5,
      effort: 'high',
      json: true,
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listModels, preflightCost } from '~/features/completions/index.server';
import { completeRequest, payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { startResponsesServer } from '../../../tests/vendors/responses-server';
import type { VendorServer } from '../../../tests/vendors/vendor-server';
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

describe('of a model whose provider searches', () => {
  let perplexity: VendorServer;
  let services: PayingServices;
  beforeAll(async () => {
    perplexity = await startResponsesServer();
    const PERPLEXITY_BASE_URL = perplexity.baseUrl;
    services = await payingServices({ PERPLEXITY_API_KEY: 'pplx-test-not-a-key', PERPLEXITY_BASE_URL });
  });
  afterAll(async () => {
    await services.close();
    await perplexity.close();
  });

  it('the page says what may be put on hold, and about what is charged', async () => {
    const actor = await services.customer({ cents: 500 });
    const sonar = (await listModels(services))
      .flatMap(({ models }) => models)
      .find(({ model }) => model === 'sonar');
    if (!sonar) throw new Error('Sonar is not listed.');
    const request = completeRequest({ provider: 'perplexity', model: 'sonar', maxOutputTokens: 1_000 });
    const { typical, atMost } = requestCents(sonar, estimateTokens(request.prompt), 1_000);
    expect(atMost).toBeCloseTo((await preflightCost(services, actor, request)).estCostCents, 2);

    const usage = { inputTokens: 4_718, outputTokens: 450, searches: 1 };
    perplexity.script({ kind: 'reply', text: 'Green.', usage });
    const { costCents } = await services.send(actor, request);
    expect(typical / costCents).toBeCloseTo(1, 0);
    expect(costCents).toBeLessThan(atMost);
  });
});

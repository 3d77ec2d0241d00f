import { costUsd } from '~/core/shared/money';
import { shownModels } from '~/features/completions/index.server';
import { costByRule } from '~/features/ledger/index.server';
import type { SiteDeps } from './deps.server';

/** The size of "a typical reply" on all pages: half a page in, half a page out. */
export const TYPICAL_REPLY = { inputTokens: 400, outputTokens: 500 } as const;

/** No cached tokens, and one search if the vendor always searches. */
const TYPICAL_USAGE = { ...TYPICAL_REPLY, cacheReadTokens: 0, cacheWriteTokens: 0, searches: 1 };

export interface ModelPrice {
  provider: string;
  model: string;
  displayName: string;
  isFree: boolean;
  inputUsdPer1M: number;
  outputUsdPer1M: number;
  typicalReplyUsd: number;
}

/** Reachable models with current prices; before a key is set, the reference models. */
export async function readModelPrices(
  services: Pick<SiteDeps, 'providers' | 'catalogue'>,
): Promise<ModelPrice[]> {
  return (await shownModels(services)).flatMap(({ price, providerName, model, displayName, isFree }) =>
    price
      ? [
          {
            provider: providerName,
            model,
            displayName,
            isFree,
            inputUsdPer1M: costUsd(price.rates.input),
            outputUsdPer1M: costUsd(price.rates.output),
            typicalReplyUsd: costUsd(costByRule(price, TYPICAL_USAGE)),
          },
        ]
      : [],
  );
}

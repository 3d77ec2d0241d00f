import { costUsd } from '~/core/shared/money';
import { shownModels } from '~/features/completions/index.server';
import { costByRule } from '~/features/ledger/index.server';
import type { SiteDeps } from './deps.server';

/** What "a typical reply" means wherever a page gives its price: a short page in, a short page out. */
export const TYPICAL_REPLY = { inputTokens: 400, outputTokens: 500 } as const;

/** Nothing cached, and one search where the vendor searches for every reply. */
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

/** The models that this server can reach, at today's prices; before a vendor's key is set, those that it could. */
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

import { costUsd } from '~/core/shared/money';
import { DEMO_PROVIDER } from '~/features/completions/index.server';
import { costByRule } from '~/features/ledger/index.server';
import type { Services } from '~/services';

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

/** Every model that has a price today, whether or not its vendor's key is set on this server. */
export async function readModelPrices({ catalogue }: Services): Promise<ModelPrice[]> {
  const providers = await catalogue.providers();
  return providers
    .filter(({ key }) => key !== DEMO_PROVIDER)
    .flatMap(({ name, models }) =>
      models.flatMap(({ price, model, displayName, isFree }) =>
        price
          ? [
              {
                provider: name,
                model,
                displayName,
                isFree,
                inputUsdPer1M: costUsd(price.rates.input),
                outputUsdPer1M: costUsd(price.rates.output),
                typicalReplyUsd: costUsd(costByRule(price, TYPICAL_USAGE)),
              },
            ]
          : [],
      ),
    );
}

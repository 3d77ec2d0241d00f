import { costUsd } from '~/core/shared/money';
import { costMicroUsd } from '~/features/ledger/index.server';
import type { Services } from '~/services';

/** What "a typical reply" means wherever a page gives its price: a short page in, a short page out. */
export const TYPICAL_REPLY = { inputTokens: 400, outputTokens: 500 } as const;

export interface ModelPrice {
  provider: string;
  model: string;
  displayName: string;
  isFree: boolean;
  inputUsdPer1M: number;
  outputUsdPer1M: number;
  typicalReplyUsd: number;
}

const DEMO_PROVIDER = 'demo';

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
                inputUsdPer1M: costUsd(price.inputMicroUsdPer1k * 1000n),
                outputUsdPer1M: costUsd(price.outputMicroUsdPer1k * 1000n),
                typicalReplyUsd: costUsd(
                  costMicroUsd(price, TYPICAL_REPLY.inputTokens, TYPICAL_REPLY.outputTokens),
                ),
              },
            ]
          : [],
      ),
    );
}

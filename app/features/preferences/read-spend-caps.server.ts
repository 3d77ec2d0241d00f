import { MICRO_USD_PER_CENT } from '~/core/shared/money';
import type { Services } from '~/services';

export interface SpendCaps {
  perRequestCapMicroUsd: bigint | undefined;
  dailyCapMicroUsd: bigint | undefined;
  defaultMaxOutputTokens: number | undefined;
}

/** What a paid call must respect of its person's choices. */
export async function readSpendCaps({ preferences }: Services, userId: string): Promise<SpendCaps> {
  const chosen = await preferences.read(userId);
  const microUsd = (cents: number | null): bigint | undefined =>
    cents === null ? undefined : BigInt(cents) * MICRO_USD_PER_CENT;
  return {
    perRequestCapMicroUsd: microUsd(chosen.PerRequestCapCents),
    dailyCapMicroUsd: microUsd(chosen.DailySpendCapCents),
    defaultMaxOutputTokens: chosen.DefaultMaxOutputTokens ?? undefined,
  };
}

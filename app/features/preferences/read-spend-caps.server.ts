import type { PreferencesStore } from './preferences-store.server';

const MICRO_USD_PER_CENT = 10_000n;

export interface ChosenCaps {
  perRequestCapMicroUsd: bigint | undefined;
  dailyCapMicroUsd: bigint | undefined;
  defaultMaxOutputTokens: number | undefined;
}

/** What a paid call must respect of its person's choices. */
export async function readSpendCaps(
  { preferences }: { preferences: Pick<PreferencesStore, 'read'> },
  userId: string,
): Promise<ChosenCaps> {
  const chosen = await preferences.read(userId);
  const microUsd = (cents: number | null): bigint | undefined =>
    cents === null ? undefined : BigInt(cents) * MICRO_USD_PER_CENT;
  return {
    perRequestCapMicroUsd: microUsd(chosen.PerRequestCapCents),
    dailyCapMicroUsd: microUsd(chosen.DailySpendCapCents),
    defaultMaxOutputTokens: chosen.DefaultMaxOutputTokens ?? undefined,
  };
}

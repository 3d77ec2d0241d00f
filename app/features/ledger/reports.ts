import type { KeyName } from './contract';

/** Ledger reports for administrators, across all users. Amounts are micro-dollars. */
export interface LedgerReports {
  /** Completions settled since a time, what users paid, and what the platform paid. */
  totalsSince(startMs: number): Promise<PlatformTotals>;
  /** Whether usage or an adjustment has ever brought the user's balance down to this amount. */
  hasSpentDownTo(userId: string, microUsd: bigint): Promise<boolean>;
  /** One user's usage by model. */
  usageByModel(userId: string, range: { startMs: number; endMs: number }): Promise<ModelUsage[]>;
  /** The total charged for a user's operations whose key starts with this prefix, in micro-dollars. */
  chargedFor(keys: { userId: string; endpoint: string; keyPrefix: string }): Promise<number>;
  /** Entries of all users, newest first, in batches of a few hundred. `kinds` filters by kind. */
  walk(range: { startMs: number; endMs: number; kinds?: ReadonlySet<string> }): AsyncGenerator<WalkedEntry[]>;
}

interface PlatformTotals {
  calls: number;
  paidMicroUsd: bigint;
  promoMicroUsd: bigint;
}

interface ModelUsage {
  provider: string;
  model: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: bigint;
}

export interface WalkedEntry {
  id: bigint;
  userId: string;
  occurredAtMs: number;
  kind: string;
  provider: string | null;
  model: string | null;
  inputTokens: bigint | null;
  outputTokens: bigint | null;
  amountMicroUsd: bigint;
  balanceAfterMicroUsd: bigint;
  reason: string;
  apiKey: KeyName | null;
}

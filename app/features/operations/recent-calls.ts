import { ProviderFailure, type ProviderFailureKind } from '@promptwell/ai-providers';
import type { Clock } from '~/core/shared/clock';

/** Failures that are the provider's or the key's, not the request's. */
const PROVIDER_FAULTS: ReadonlySet<ProviderFailureKind> = new Set([
  'unauthorised',
  'rate_limited',
  'overloaded',
  'timed_out',
  'connection_lost',
]);

const KEPT_CALLS = 20;
const FAULTS_IN_A_ROW = 5;

interface FailingProvider {
  faults: number;
  calls: number;
  atMs: number;
  /** What happened last, without anything of the request: status and code are the provider's own. */
  message: string;
}

interface RecentCall {
  atMs: number;
  fault: string | undefined;
}

/** The latest calls to each provider since the start. */
export interface RecentCalls {
  note(provider: string, error: unknown): void;
  /** A provider whose last five calls failed, or half of its last twenty. */
  failing(provider: string): FailingProvider | undefined;
}

export function createRecentCalls(clock: Clock): RecentCalls {
  const byProvider = new Map<string, RecentCall[]>();
  return {
    note: (provider, error) => {
      const calls = byProvider.get(provider) ?? [];
      byProvider.set(provider, [...calls, { atMs: clock(), fault: faultOf(error) }].slice(-KEPT_CALLS));
    },
    failing: (provider) => {
      const calls = byProvider.get(provider) ?? [];
      const faults = calls.filter(({ fault }) => fault !== undefined);
      const last = faults.at(-1);
      if (last?.fault === undefined) return undefined;
      const newest = calls.slice(-FAULTS_IN_A_ROW);
      const allFailed = newest.length === FAULTS_IN_A_ROW && newest.every(({ fault }) => fault !== undefined);
      const halfFailed = calls.length === KEPT_CALLS && faults.length * 2 >= KEPT_CALLS;
      if (!allFailed && !halfFailed) return undefined;
      return { faults: faults.length, calls: calls.length, atMs: last.atMs, message: last.fault };
    },
  };
}

function faultOf(error: unknown): string | undefined {
  if (!(error instanceof ProviderFailure) || !PROVIDER_FAULTS.has(error.kind)) return undefined;
  const facts = [error.status, error.vendorCode].filter((fact) => fact !== undefined).join(', ');
  return facts === '' ? error.message : `${error.message} (${facts})`;
}

import { ProviderFailure, type ProviderFailureKind } from '@promptwell/ai-providers';
import type { Clock } from '~/core/shared/clock';

/** Failures caused by the provider or the key rather than the request. */
const PROVIDER_FAULTS: ReadonlySet<ProviderFailureKind> = new Set([
  'unauthorised',
  'rate_limited',
  'overloaded',
  'timed_out',
  'connection_lost',
]);

const KEPT_REQUESTS = 20;
const FAULTS_IN_A_ROW = 5;

interface FailingProvider {
  faults: number;
  calls: number;
  atMs: number;
  /** The latest failure: status and code of the provider, and nothing of the request. */
  message: string;
}

interface RecentRequest {
  atMs: number;
  fault: string | undefined;
}

/** Recent requests to each provider since the start. */
export interface RecentRequests {
  note(provider: string, error: unknown): void;
  /** A provider is failing if its last five requests failed, or half of the last twenty. */
  failing(provider: string): FailingProvider | undefined;
}

export function createRecentRequests(clock: Clock): RecentRequests {
  const byProvider = new Map<string, RecentRequest[]>();
  return {
    note: (provider, error) => {
      const calls = byProvider.get(provider) ?? [];
      byProvider.set(provider, [...calls, { atMs: clock(), fault: faultOf(error) }].slice(-KEPT_REQUESTS));
    },
    failing: (provider) => {
      const calls = byProvider.get(provider) ?? [];
      const faults = calls.filter(({ fault }) => fault !== undefined);
      const last = faults.at(-1);
      if (last?.fault === undefined) return undefined;
      const newest = calls.slice(-FAULTS_IN_A_ROW);
      const allFailed = newest.length === FAULTS_IN_A_ROW && newest.every(({ fault }) => fault !== undefined);
      const halfFailed = calls.length === KEPT_REQUESTS && faults.length * 2 >= KEPT_REQUESTS;
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

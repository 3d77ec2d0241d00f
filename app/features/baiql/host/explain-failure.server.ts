import {
  NO_TOTALS,
  type CompletionFailure,
  type TransientFault,
  type RunOutcome,
} from '@promptwell/baiql-runtime';
import { ProviderFailure, type ProviderFailureKind } from '@promptwell/ai-providers/contract';
import { DomainError } from '~/core/shared/errors';
import { diskFaultIn, diskFaultOf } from './wait-for-disk-space.server';

type Meaning = TransientFault | 'final' | 'unavailable';

/** How provider failures affect a run. Most are temporary, and the engine retries. */
const MEANING_OF_FAILURE: Record<ProviderFailureKind, Meaning> = {
  refused: 'final',
  rate_limited: 'rate-limit',
  overloaded: 'overloaded',
  timed_out: 'timeout',
  connection_lost: 'connection',
  empty: 'empty-reply',
  filtered: 'final',
  model_gone: 'unavailable',
  unauthorised: 'unavailable',
  bad_answer: 'bad-answer',
};

/** How our own error codes affect a run. Any other code is final for the one request. */
const MEANING_OF_CODE: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['provider_empty_reply', 'empty-reply'],
  ['ledger_unavailable', 'overloaded'],
  ['too_many_at_once', 'overloaded'],
  // Its hold is not yet settled: the ledger was locked, or the server has just restarted.
  ['in_flight', 'in-flight'],
  ['invalid_api_key', 'unavailable'],
  ['keys_forbidden', 'unavailable'],
  ['key_model_not_allowed', 'unavailable'],
  ['unknown_model', 'unavailable'],
  ['price_missing', 'unavailable'],
  ['provider_not_set_up', 'unavailable'],
]);

/** Tells the engine why a request has no reply. Rethrows anything that is not a domain error. */
export function explainFailure(error: unknown): CompletionFailure {
  if (!(error instanceof DomainError)) throw error;
  const { code = '', message, cause } = error;
  if (code === 'called_off' || code === 'stopped') return { kind: 'cancelled' };
  if (error.kind === 'payment-required') {
    return isOverRequestCap(error) ? { kind: 'final', message } : { kind: 'stop', reason: 'funds', message };
  }
  const failure = cause instanceof ProviderFailure ? cause : undefined;
  const meaning = failure ? MEANING_OF_FAILURE[failure.kind] : (MEANING_OF_CODE.get(code) ?? 'final');
  // The provider's own message: ours also tells about the charge, and a failed request in a run costs nothing.
  const failureMessage = failure?.message ?? message;
  if (meaning === 'final') return { kind: 'final', message: failureMessage };
  if (meaning === 'unavailable') return { kind: 'stop', reason: 'unavailable', message: failureMessage };
  const waitMs = failure?.retryAfterMs;
  return {
    kind: 'retryable',
    fault: meaning,
    message: failureMessage,
    ...(waitMs === undefined ? {} : { waitMs }),
  };
}

/** It was completed, but the ledger no longer keeps the result. */
export const isResultPurged = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'answer_purged';

/** Too little money while other requests hold some; what they release may be enough. */
export const isShortOfMoney = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'insufficient_funds' && !isOverRequestCap(error);

/** A per-request cap stops one request; a daily cap or the balance stops the run. */
function isOverRequestCap({ code, data }: DomainError): boolean {
  const { estCostCents, maxRequestCostCents } = data;
  return (
    code === 'insufficient_funds' &&
    typeof estCostCents === 'number' &&
    typeof maxRequestCostCents === 'number' &&
    estCostCents > maxRequestCostCents
  );
}

const DISK_FULL =
  'The server’s disk is full. Nothing more was sent. Completed work is saved. Resume when there’s room.';
const DISK_FAILED =
  'The server couldn’t read or write its disk. Nothing more was sent. Completed work is saved. Resume to continue.';
const OTHER_FAULT = 'Something went wrong on the server. Completed work is saved. Resume to continue.';

/** The reason for the user when the server itself failed. The original error goes to the log. */
export function explainFault(message: string, fault = diskFaultIn(message)): string {
  if (fault === undefined) return OTHER_FAULT;
  return fault === 'disk_full' ? DISK_FULL : DISK_FAILED;
}

/** Outcome of a run that the server failed to process. What it has done is already counted and stays. */
export function faultOutcome(error: unknown): RunOutcome {
  const message = explainFault(error instanceof Error ? error.message : String(error), diskFaultOf(error));
  return { status: 'failed', reason: 'host', message, totals: NO_TOTALS, outputs: [] };
}

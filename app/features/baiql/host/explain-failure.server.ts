import {
  NO_TOTALS,
  type CompletionFailure,
  type PassingFault,
  type RunOutcome,
} from '@promptwell/baiql-runtime';
import { ProviderFailure, type ProviderFailureKind } from '@promptwell/ai-providers/contract';
import { DomainError } from '~/core/shared/errors';

type Meaning = PassingFault | 'final' | 'unavailable';

/** What a vendor's failure means for a run: most pass, and the engine sends again. */
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

/** What our own refusals mean; anything else is final for this one request. */
const MEANING_OF_CODE: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['provider_empty_reply', 'empty-reply'],
  ['ledger_unavailable', 'overloaded'],
  ['too_many_at_once', 'overloaded'],
  // Its hold could not be ended yet: the books were taken, or the server has just begun anew.
  ['in_flight', 'in-flight'],
  ['unknown_model', 'unavailable'],
  ['price_missing', 'unavailable'],
  ['provider_not_set_up', 'unavailable'],
]);

/** Tells the engine what became of a request that has no reply. What is no refusal is thrown on. */
export function explainFailure(error: unknown): CompletionFailure {
  if (!(error instanceof DomainError)) throw error;
  const { code = '', message, cause } = error;
  if (code === 'called_off' || code === 'stopped') return { kind: 'cancelled' };
  if (error.kind === 'payment-required') {
    return isOverRequestCap(error) ? { kind: 'final', message } : { kind: 'stop', reason: 'funds', message };
  }
  const failure = cause instanceof ProviderFailure ? cause : undefined;
  const meaning = failure ? MEANING_OF_FAILURE[failure.kind] : (MEANING_OF_CODE.get(code) ?? 'final');
  // The run goes on or is told apart from the money: what failed has cost nothing in any case.
  const said = failure?.message ?? message;
  if (meaning === 'final') return { kind: 'final', message: said };
  if (meaning === 'unavailable') return { kind: 'stop', reason: 'unavailable', message: said };
  const waitMs = failure?.retryAfterMs;
  return { kind: 'retryable', fault: meaning, message: said, ...(waitMs === undefined ? {} : { waitMs }) };
}

/** It was answered, and the ledger does not keep the answer any more. */
export const isForgotten = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'answer_purged';

/** Too little for this request while others are out: what they leave over may be enough. */
export const isShortOfMoney = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'insufficient_funds' && !isOverRequestCap(error);

/** The cap of a single request stops that request; a cap of the day, or the balance, stops the run. */
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
const OTHER_FAULT = 'Something went wrong on the server. Completed work is saved. Resume to continue.';

/** Why a run stopped when the server itself failed, in a sentence for the user; the fault as it was is for the log. */
export const explainFault = (message: string): string =>
  /disk is full|no space left|ENOSPC/i.test(message) ? DISK_FULL : OTHER_FAULT;

/** How a run ends that the server could not handle. What it has done is counted already, and stays. */
export function faulted(error: unknown): RunOutcome {
  const message = explainFault(error instanceof Error ? error.message : String(error));
  return { status: 'failed', reason: 'host', message, totals: NO_TOTALS, outputs: [] };
}

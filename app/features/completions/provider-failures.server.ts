import type { ProviderFailure, ProviderFailureKind } from '@promptwell/ai-providers/contract';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import type { GoneModel } from './catalogue.server';
import { modelGone } from './gone-models.server';

/** How each failure of a vendor is told to the person whose call it was. All of them cost nothing. */
const ANSWERS: Record<ProviderFailureKind, { kind: ErrorKind; code: string }> = {
  refused: { kind: 'invalid', code: 'provider_refused' },
  rate_limited: { kind: 'rate-limited', code: 'provider_rate_limited' },
  overloaded: { kind: 'unavailable', code: 'provider_overloaded' },
  timed_out: { kind: 'upstream-timeout', code: 'provider_timed_out' },
  connection_lost: { kind: 'upstream-failed', code: 'provider_connection_lost' },
  empty: { kind: 'upstream-failed', code: 'provider_empty_reply' },
  filtered: { kind: 'invalid', code: 'provider_refused' },
  model_gone: { kind: 'invalid', code: 'provider_model_gone' },
  unauthorised: { kind: 'unavailable', code: 'provider_not_set_up' },
  bad_answer: { kind: 'upstream-failed', code: 'provider_bad_answer' },
};

const DEFAULT_RETRY_AFTER_SECONDS = 5;

/** The sentence for the person whose call failed; `gone` is what became of a model that its vendor has withdrawn. */
export function explainFailure(failure: ProviderFailure, gone: GoneModel | undefined): DomainError {
  const { kind, code } = ANSWERS[failure.kind];
  if (failure.kind === 'rate_limited') {
    const seconds = Math.max(
      1,
      Math.ceil((failure.retryAfterMs ?? DEFAULT_RETRY_AFTER_SECONDS * 1000) / 1000),
    );
    return new DomainError(kind, `Rate limit reached. Try again in ${String(seconds)}s.`, {
      code,
      retryAfterSeconds: seconds,
      cause: failure,
    });
  }
  if (failure.kind === 'model_gone') return modelGone(failure.message, gone, failure);
  return new DomainError(kind, `${failure.message} You were not charged.`, { code, cause: failure });
}

export const stopped = (cause?: unknown): DomainError =>
  new DomainError('conflict', 'Stopped before a reply arrived. You were not charged.', {
    code: 'stopped',
    cause,
  });

export const calledOff = (): DomainError =>
  new DomainError('conflict', 'Canceled before it was sent. You weren’t charged.', { code: 'called_off' });

const FAILED = 'Failed: ';
const failureReasons: Readonly<Record<ProviderFailureKind, string>> = {
  refused: 'The provider didn’t accept the request.',
  rate_limited: 'The provider’s rate limit was reached.',
  overloaded: 'The provider was overloaded.',
  timed_out: 'The provider didn’t answer in time.',
  connection_lost: 'The connection to the provider was lost.',
  empty: 'The provider sent an empty reply.',
  filtered: 'The provider’s filter held the reply back.',
  model_gone: 'The provider no longer offers this model.',
  unauthorised: 'The provider didn’t accept this server’s key.',
  bad_answer: 'The provider sent a reply that couldn’t be read.',
};
/** The reasons that the ledger keeps, as people read them. */
const REASONS = new Map<string, string>([
  ...Object.entries(failureReasons).map(([kind, text]) => [FAILED + kind, text] as const),
  ['Failed', 'Something went wrong on this server.'],
  ['Called off before it was sent', 'The run was canceled before the request was sent.'],
  ['Stopped before it was sent', 'It was stopped before a reply arrived.'],
  ['Answer without visible text', 'The reply had no text in it.'],
  ['The server stopped during this call', 'This server restarted while the reply was on its way.'],
  ['The server stopped before this call', 'This server restarted before the request was sent.'],
  ['No answer before the deadline', 'No reply came in time.'],
]);

/** What the ledger keeps of a call that failed with this. */
export const reasonOf = (failure: ProviderFailure | undefined): string =>
  failure ? FAILED + failure.kind : 'Failed';

/** Why a call was not charged, as a sentence. */
export const describeUncharged = (reason: string): string => REASONS.get(reason) ?? reason;

import {
  ProviderFailure,
  type ProviderFailureKind,
  type ProviderResult,
} from '@promptwell/ai-providers/contract';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import { worstCase, type BilledUsage, type SettlementQueue } from '~/features/ledger/index.server';
import type { CompletionsDeps } from './deps.server';
import { toBilledUsage } from './completion-result.server';
import { WRITE_OFFS_PER_DAY } from './completion-limits.server';
import type { RetiredModel } from './catalogue.server';
import { modelRetired, retireIfGone } from './retired-models.server';
import type { PaidCompletionRequest } from './pay-for-completion.server';
import { maxUsageOfCandidate, type Candidate } from './plan-completion.server';
import { keepVendorDetail } from './vendor-details.server';

// Failed completions: what is charged, which error the user gets, and what the ledger records.

/**
 * The part of a failed completion that is charged: the text that arrived, or an empty completion beyond the daily
 * write-offs. Undefined if nothing is charged.
 */
export async function recoverPartialResult(
  { bookings, log }: Pick<CompletionsDeps, 'log' | 'bookings'>,
  operationId: string,
  { received, certain, kind }: ProviderFailure,
): Promise<ProviderResult | undefined> {
  if (!received) return undefined;
  if (hasContent(received)) return certain ? undefined : received;
  const usage = toBilledUsage(received.usage);
  const isWrittenOff = await writeOffEmptyCompletion(bookings, operationId, usage);
  log.warn({ operationId, kind, ...usage, isForgiven: isWrittenOff }, 'an answer without visible text');
  return isWrittenOff ? undefined : received;
}

/** Text, or calls of the client's tools. */
const hasContent = ({ text, toolCalls }: ProviderResult): boolean => text !== '' || toolCalls.length > 0;

const WITHOUT_TEXT = 'Answer without visible text';

/** Writes off a completion without text. Returns false if today's write-offs are used up. */
export const writeOffEmptyCompletion = (
  bookings: SettlementQueue,
  operationId: string,
  usage: BilledUsage,
): Promise<boolean> =>
  bookings.writeOff({
    ...usage,
    operationId,
    reason: WITHOUT_TEXT,
    maxPerDay: WRITE_OFFS_PER_DAY,
  });

/**
 * Releases the hold and returns the error for the user. If a request was lost after it was sent, the provider may still
 * charge it, so the estimate is booked as a loss.
 */
export async function endFailed(
  services: Pick<CompletionsDeps, 'log' | 'clock' | 'prisma' | 'catalogue' | 'bookings'>,
  operationId: string,
  { completion, candidate }: { completion: PaidCompletionRequest; candidate: Candidate },
  error: unknown,
): Promise<unknown> {
  const { bookings, log, catalogue } = services;
  const { provider, model } = candidate.model;
  const failure = error instanceof ProviderFailure ? error : undefined;
  // An empty completion has already been released, with its usage.
  if (!failure?.received || hasContent(failure.received)) {
    const estimate = worstCase(candidate.price, maxUsageOfCandidate(completion, candidate));
    const lost = failure?.certain ? 0n : estimate;
    await bookings.release(operationId, reasonOf(failure), lost);
  }
  const { kind, status, vendorCode, requestId } = failure ?? {};
  log.warn({ operationId, kind, status, vendorCode, requestId }, 'a call to a provider failed');
  if (!failure) return error;
  if (!completion.doNotStore) {
    await keepVendorDetail(services, { operationId, userId: completion.payer.userId, failure });
  }
  if (kind === 'model_gone') await retireIfGone(services, candidate.provider, { provider, model });
  const { name = provider } = (await catalogue.providers()).find(({ key }) => key === provider) ?? {};
  return explainFailure(failure, name, await catalogue.findRetired(provider, model));
}

/** Maps failures of a vendor to errors. None of them is charged. */
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

/**
 * The error for the user whose request failed. A rejected key concerns administrators only, who find it on Health. `gone`
 * is the model if its vendor has withdrawn it.
 */
export function explainFailure(
  failure: ProviderFailure,
  providerName: string,
  retired: RetiredModel | undefined,
): DomainError {
  const { kind, code } = ANSWERS[failure.kind];
  if (failure.kind === 'model_gone') return modelRetired(failure.message, retired, failure);
  const unchargedMessage =
    failure.kind === 'unauthorised'
      ? `${providerName} isn’t available on this server right now. You were not charged. If this continues, tell the server’s administrator.`
      : `${failure.message} You were not charged.`;
  if (failure.kind !== 'rate_limited' && failure.kind !== 'overloaded')
    return new DomainError(kind, unchargedMessage, { code, cause: failure });
  const retryAfterSeconds = Math.max(
    1,
    Math.ceil((failure.retryAfterMs ?? DEFAULT_RETRY_AFTER_SECONDS * 1000) / 1000),
  );
  const message =
    failure.kind === 'overloaded'
      ? unchargedMessage
      : `Rate limit reached. Try again in ${String(retryAfterSeconds)}s.`;
  return new DomainError(kind, message, { code, retryAfterSeconds, cause: failure });
}

export const cancelledError = (): DomainError =>
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
/** User-facing text for the reasons stored in the ledger. */
const REASONS = new Map<string, string>([
  ...Object.entries(failureReasons).map(([kind, text]) => [FAILED + kind, text] as const),
  ['Failed', 'Something went wrong on this server.'],
  ['Called off before it was sent', 'The run was canceled before the request was sent.'],
  ['Stopped before it was sent', 'It was stopped before a reply arrived.'],
  [WITHOUT_TEXT, 'The reply had no text in it.'],
  ['The server stopped during this call', 'This server restarted while the reply was on its way.'],
  ['The server stopped before this call', 'This server restarted before the request was sent.'],
  ['No answer before the deadline', 'No reply came in time.'],
]);

/** The reason that the ledger stores for a failure. */
export const reasonOf = (failure: ProviderFailure | undefined): string =>
  failure ? FAILED + failure.kind : 'Failed';

/** A sentence that explains why a completion wasn't charged. */
export const describeUncharged = (reason: string): string => REASONS.get(reason) ?? reason;

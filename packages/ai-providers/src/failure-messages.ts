import type { TransportReason } from './http/wire-trace.js';
import type { ProviderFailureKind } from './contract.js';

export interface FailureRule {
  kind: ProviderFailureKind;
  message: string;
  /** Nothing was consumed. `unsent`: only if the request hadn't been sent. */
  certain: boolean | 'unsent';
}

/** Network failures. `caller_stopped` has no entry: it ends a response early and is not a failure. */
export const TRANSPORT_FAILURES: Readonly<Record<Exclude<TransportReason, 'caller_stopped'>, FailureRule>> = {
  address_refused: {
    kind: 'refused',
    message: 'This provider’s address is in a private network, which is not allowed for it.',
    certain: true,
  },
  connect_failed: {
    kind: 'connection_lost',
    message: 'The provider could not be reached.',
    certain: true,
  },
  connect_timeout: {
    kind: 'timed_out',
    message: 'The provider could not be reached in time.',
    certain: true,
  },
  first_byte_timeout: {
    kind: 'timed_out',
    message: 'The provider did not answer in time.',
    certain: false,
  },
  stall_timeout: {
    kind: 'timed_out',
    message: 'The provider stopped in the middle of its answer.',
    certain: false,
  },
  deadline: { kind: 'timed_out', message: 'The answer took too long.', certain: 'unsent' },
  connection_lost: {
    kind: 'connection_lost',
    message: 'The connection to the provider was lost.',
    certain: 'unsent',
  },
  request_too_large: {
    kind: 'refused',
    message: 'The request has more or larger images than this model accepts.',
    certain: true,
  },
  answer_too_large: {
    kind: 'bad_answer',
    message: 'The provider’s answer was too large.',
    certain: false,
  },
};

const TRY_LATER = 'The provider is overloaded or has a fault. Please try again in a moment.';
const GATEWAY_LOST = 'The provider lost the request on its own side.';

/** Failures by HTTP status. With a gateway timeout the outcome is unknown. */
const STATUS_FAILURES: Readonly<Record<number, FailureRule>> = {
  401: { kind: 'unauthorised', message: 'The provider did not accept our key.', certain: true },
  402: { kind: 'unauthorised', message: 'The account at the provider has no credit left.', certain: true },
  403: { kind: 'unauthorised', message: 'Our key may not use this model.', certain: true },
  404: { kind: 'refused', message: 'The provider does not know this model.', certain: true },
  408: { kind: 'timed_out', message: 'The provider did not receive the request in time.', certain: true },
  413: { kind: 'refused', message: 'The request is too large for this model.', certain: true },
  429: { kind: 'rate_limited', message: 'The provider allows no more requests right now.', certain: true },
  502: { kind: 'overloaded', message: GATEWAY_LOST, certain: false },
  504: { kind: 'timed_out', message: GATEWAY_LOST, certain: false },
  520: { kind: 'overloaded', message: GATEWAY_LOST, certain: false },
  522: { kind: 'timed_out', message: 'The provider could not be reached in time.', certain: true },
  524: { kind: 'timed_out', message: GATEWAY_LOST, certain: false },
};

export function statusFailure(status: number): FailureRule {
  const known = STATUS_FAILURES[status];
  if (known) return known;
  if (status >= 500) return { kind: 'overloaded', message: TRY_LATER, certain: true };
  if (status >= 400) return { kind: 'refused', message: 'The provider refused the request.', certain: true };
  return { kind: 'bad_answer', message: 'The provider’s address leads somewhere else.', certain: true };
}

export const EMPTY_RESPONSE: FailureRule = {
  kind: 'empty',
  message: 'The model sent an empty answer.',
  certain: true,
};

export const EMPTY_AT_LIMIT: FailureRule = {
  kind: 'empty',
  message: 'The model used up its output limit before it wrote anything. A higher limit may help.',
  certain: true,
};

export const EMPTY_FILTERED: FailureRule = {
  kind: 'filtered',
  message: 'The provider’s safety rules do not allow an answer to this prompt.',
  certain: true,
};

export const UNREADABLE_RESPONSE: FailureRule = {
  kind: 'bad_answer',
  message: 'The provider’s answer could not be read.',
  certain: false,
};

export const RESPONSE_CUT_OFF: FailureRule = {
  kind: 'connection_lost',
  message: 'The provider ended its answer too early.',
  certain: false,
};

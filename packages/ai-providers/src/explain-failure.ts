import { TransportFailure, type CallTrace, type TransportReason } from './http/call-trace.js';
import { ProviderFailure, type ProviderFailureFacts } from './contract.js';
import {
  TRANSPORT_FAILURES,
  UNREADABLE_ANSWER,
  statusFailure,
  type FailureRule,
} from './failure-messages.js';
import { readVendorError, type VendorError } from './read-vendor-error.js';
import { meaningOf } from './vendor-errors.js';

/** What had arrived before the failure. */
type Received = ProviderFailureFacts['received'];

/** An error that came as an event, in a stream that had begun well. */
export class VendorErrorEvent extends Error {
  constructor(readonly error: Readonly<Record<string, unknown>>) {
    super('an error event');
    this.name = 'VendorErrorEvent';
  }
}

/**
 * Turns whatever an SDK threw into a typed failure. The facts come from the trace; nothing of the
 * SDK's error is passed on, as it may quote a key or the prompt.
 */
export function explainFailure(error: unknown, trace: CallTrace, received: Received): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const transport = trace.failure ?? (error instanceof TransportFailure ? error : undefined);
  if (transport) return ruledFailure(transportRule(transport.reason), trace, received);

  if (trace.status !== undefined && trace.status >= 300) {
    const said = readVendorError(parseJson(trace.errorText));
    return ruledFailure(meaningOf(said, trace.status) ?? statusFailure(trace.status), trace, received, said);
  }
  const event = errorOfEvent(error);
  if (!event) return ruledFailure(UNREADABLE_ANSWER, trace, received);
  const said = readVendorError(event);
  const meaning = meaningOf(said) ?? statusFailure(said.status ?? 500);
  // What the vendor's filter held back was not answered; of anything else a part may have been consumed.
  const certain = meaning.kind === 'filtered' && !received;
  return ruledFailure({ ...meaning, certain }, trace, received, said);
}

export function ruledFailure(
  rule: FailureRule,
  trace: CallTrace,
  received: Received,
  said?: VendorError,
): ProviderFailure {
  const certain = rule.certain === 'unsent' ? !trace.sent : rule.certain;
  return new ProviderFailure({
    kind: rule.kind,
    message: rule.message,
    sent: trace.sent,
    certain,
    retryAfterMs: trace.retryAfterMs ?? said?.retryAfterMs,
    received,
    status: trace.status,
    vendorCode: said?.codes[0],
    requestId: trace.requestId,
    ...(said?.sentence !== undefined && {
      vendorDetail: { sentence: withoutSecrets(said.sentence, trace), field: said.param ?? null },
    }),
  });
}

/** Vendors like to quote the key that they refuse. */
const withoutSecrets = (sentence: string, { secrets }: CallTrace): string =>
  secrets.reduce((text, secret) => text.replaceAll(secret, '…'), sentence);

function transportRule(reason: TransportReason): FailureRule {
  // Stopping is no failure of a completion; of anything else it is a connection given up.
  return TRANSPORT_FAILURES[reason === 'caller_stopped' ? 'connection_lost' : reason];
}

/** Both SDKs throw an error without a status, holding the event's body, for an error event. */
function errorOfEvent(error: unknown): unknown {
  if (error instanceof VendorErrorEvent) return error.error;
  if (typeof error !== 'object' || error === null || !('error' in error)) return undefined;
  const hasStatus = 'status' in error && error.status !== undefined;
  return !hasStatus && typeof error.error === 'object' && error.error !== null ? error.error : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

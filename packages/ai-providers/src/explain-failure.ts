import { TransportFailure, type WireTrace, type TransportReason } from './http/wire-trace.js';
import { ProviderFailure, type ProviderResult } from './contract.js';
import {
  TRANSPORT_FAILURES,
  UNREADABLE_RESPONSE,
  statusFailure,
  type FailureRule,
} from './failure-messages.js';
import { readVendorError, type VendorError } from './read-vendor-error.js';
import { meaningOf } from './vendor-errors.js';

/** The part that arrived before the failure. */
type Received = ProviderResult | undefined;

/** An error event in a stream that began with status 200. */
export class VendorErrorEvent extends Error {
  constructor(readonly error: Readonly<Record<string, unknown>>) {
    super('an error event');
    this.name = 'VendorErrorEvent';
  }
}

/**
 * Maps an SDK error to a typed failure. All facts come from the trace; the SDK's message is dropped, since it may quote
 * a key or the prompt.
 */
export function explainFailure(error: unknown, trace: WireTrace, received: Received): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const transport = trace.failure ?? (error instanceof TransportFailure ? error : undefined);
  if (transport) return ruledFailure(transportRule(transport.reason), trace, received);

  if (trace.status !== undefined && trace.status >= 300) {
    const vendorError = readVendorError(parseJson(trace.errorText));
    return ruledFailure(
      meaningOf(vendorError, trace.status) ?? statusFailure(trace.status),
      trace,
      received,
      vendorError,
    );
  }
  const event = errorOfEvent(error);
  if (!event) return ruledFailure(UNREADABLE_RESPONSE, trace, received);
  const vendorError = readVendorError(event);
  const meaning = meaningOf(vendorError) ?? statusFailure(vendorError.status ?? 500);
  // A filtered response consumed nothing that is billed; any other may have been consumed in part.
  const certain = meaning.kind === 'filtered' && !received;
  return ruledFailure({ ...meaning, certain }, trace, received, vendorError);
}

export function ruledFailure(
  rule: FailureRule,
  trace: WireTrace,
  received: Received,
  vendorError?: VendorError,
): ProviderFailure {
  const certain = rule.certain === 'unsent' ? !trace.sent : rule.certain;
  return new ProviderFailure({
    kind: rule.kind,
    message: rule.message,
    sent: trace.sent,
    certain,
    retryAfterMs: trace.retryAfterMs ?? vendorError?.retryAfterMs,
    received,
    status: trace.status,
    vendorCode: vendorError?.codes[0],
    requestId: trace.requestId,
    ...(vendorError?.sentence !== undefined && {
      vendorDetail: {
        sentence: withoutSecrets(vendorError.sentence, trace),
        field: vendorError.param ?? null,
      },
    }),
  });
}

/** Vendors quote the rejected key in their messages. */
const withoutSecrets = (sentence: string, { secrets }: WireTrace): string =>
  secrets.reduce((text, secret) => text.replaceAll(secret, '…'), sentence);

function transportRule(reason: TransportReason): FailureRule {
  // An abort is not a failure of a completion; elsewhere it counts as a lost connection.
  return TRANSPORT_FAILURES[reason === 'caller_stopped' ? 'connection_lost' : reason];
}

/** For an error event, both SDKs throw an error without a status that holds the event's body. */
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

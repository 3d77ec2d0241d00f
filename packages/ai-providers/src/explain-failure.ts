import * as z from 'zod';
import { TransportFailure, type CallTrace, type TransportReason } from './call-trace.js';
import { ProviderFailure, type ProviderFailureFacts } from './contract.js';
import {
  TRANSPORT_FAILURES,
  UNREADABLE_ANSWER,
  statusFailure,
  vendorHint,
  type FailureRule,
} from './failure-messages.js';

/** What had arrived before the failure. */
type Received = ProviderFailureFacts['received'];

/**
 * Turns whatever an SDK threw into a typed failure. The facts come from the trace; nothing of the
 * SDK's error is passed on, as it may quote a key or the prompt.
 */
export function explainFailure(error: unknown, trace: CallTrace, received: Received): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const transport = trace.failure ?? (error instanceof TransportFailure ? error : undefined);
  if (transport) return ruledFailure(transportRule(transport.reason), trace, received);

  if (trace.status !== undefined && trace.status >= 300) {
    const rule = statusFailure(trace.status);
    const hint = trace.status < 500 ? vendorHint(trace.errorText) : undefined;
    return ruledFailure(hint ?? rule, trace, received, vendorCodeIn(parseJson(trace.errorText)));
  }

  // An error event in a stream that had begun well: part of the answer may have been consumed.
  const event = errorEventSchema.safeParse(error);
  if (event.success) {
    const rule = vendorHint(JSON.stringify(event.data.error)) ?? statusFailure(500);
    return ruledFailure({ ...rule, certain: false }, trace, received, vendorCodeIn(event.data));
  }
  return ruledFailure(UNREADABLE_ANSWER, trace, received);
}

export function ruledFailure(
  rule: FailureRule,
  trace: CallTrace,
  received: Received,
  vendorCode?: string,
): ProviderFailure {
  const certain = rule.certain === 'unsent' ? !trace.sent : rule.certain;
  return new ProviderFailure({
    kind: rule.kind,
    message: rule.message,
    sent: trace.sent,
    certain,
    retryAfterMs: trace.retryAfterMs,
    received,
    status: trace.status,
    vendorCode,
    requestId: trace.requestId,
  });
}

function transportRule(reason: TransportReason): FailureRule {
  // Stopping is no failure of a completion; of anything else it is a connection given up.
  return TRANSPORT_FAILURES[reason === 'caller_stopped' ? 'connection_lost' : reason];
}

/** Both SDKs throw an error without a status, holding the event's body, for an error event. */
const errorEventSchema = z.object({
  status: z.undefined(),
  error: z.record(z.string(), z.unknown()),
});

const textSchema = z.string().optional().catch(undefined);
const vendorErrorSchema = z.object({
  details: z.object({ error_code: textSchema }).optional().catch(undefined),
  code: textSchema,
  type: textSchema,
  status: textSchema,
});

/** OpenAI `{error:{code}}`, Anthropic `{error:{type,details:{error_code}}}`, Gemini `[{error:{status}}]`. */
function vendorCodeIn(body: unknown): string | undefined {
  const first: unknown = Array.isArray(body) ? body[0] : body;
  const outer = z.object({ error: z.unknown() }).safeParse(first);
  if (outer.success && outer.data.error !== undefined) {
    const inner = vendorCodeIn(outer.data.error);
    if (inner) return inner;
  }
  const error = vendorErrorSchema.safeParse(first);
  if (!error.success) return undefined;
  const { details, code: ownCode, type, status } = error.data;
  const code = details?.error_code ?? ownCode ?? type ?? status;
  // An identifier only: anything longer might carry what must not be logged.
  return code !== undefined && /^[\w.-]{1,48}$/.test(code) && !code.startsWith('sk-') ? code : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { ErrorKind } from '~/core/shared/errors';
import { SMALL_BODY_BYTES } from './body-memory-limiter.server';
import type { ApiCall } from './declare-call.server';
import { DEFAULT_BODY_BYTES } from './read-request.server';

interface EdgeError {
  kind: ErrorKind;
  /** Which calls it can happen to. */
  concerns: (call: ApiCall) => boolean;
}

const everyCall = (): boolean => true;
const hasBody = ({ body }: ApiCall): boolean => body !== undefined;
const hasInput = ({ params, query, headers, body, readsBody }: ApiCall): boolean =>
  [params, query, headers, body, readsBody].some((each) => each !== undefined);
const hasLargeBody = ({ body, maxBodyBytes: most = DEFAULT_BODY_BYTES }: ApiCall): boolean =>
  body !== undefined && (typeof most === 'number' ? most : most.pro) > SMALL_BODY_BYTES;

/** Errors that the edge itself may give. */
const EDGE_ERRORS: Readonly<Record<string, EdgeError>> = {
  invalid: { kind: 'invalid', concerns: hasInput },
  invalid_json: { kind: 'invalid', concerns: hasBody },
  no_token: { kind: 'unauthenticated', concerns: ({ access }) => access !== 'anyone' },
  /** Where nobody must be signed in, somebody may be whose account is being closed. */
  invalid_api_key: { kind: 'unauthenticated', concerns: ({ access }) => access !== 'anyone' },
  key_not_permitted: { kind: 'forbidden', concerns: ({ access }) => access !== 'anyone' },
  keys_forbidden: {
    kind: 'forbidden',
    concerns: ({ access, apiKey }) => access !== 'anyone' && apiKey !== 'none',
  },
  session_ended: { kind: 'unauthenticated', concerns: everyCall },
  /** Only pages of the application say whose they are. */
  other_account: { kind: 'conflict', concerns: ({ access }) => access !== 'anyone' },
  forbidden: { kind: 'forbidden', concerns: ({ access }) => access !== 'anyone' && access !== 'signed-in' },
  second_factor_setup_required: {
    kind: 'forbidden',
    concerns: ({ access, beforeSecondFactor }) => access !== 'anyone' && beforeSecondFactor !== true,
  },
  no_such_address: { kind: 'not-found', concerns: ({ params }) => params !== undefined },
  too_large: { kind: 'too-large', concerns: hasBody },
  body_too_slow: { kind: 'timed-out', concerns: hasLargeBody },
  unsupported_media_type: { kind: 'unsupported-media-type', concerns: hasBody },
  rate_limited: {
    kind: 'rate-limited',
    concerns: ({ rateLimit, apiKey }) => rateLimit !== undefined || apiKey !== 'none',
  },
  server_busy: { kind: 'unavailable', concerns: hasLargeBody },
  ledger_unavailable: { kind: 'unavailable', concerns: everyCall },
  disk_full: { kind: 'unavailable', concerns: everyCall },
  disk_failed: { kind: 'unavailable', concerns: everyCall },
  database_busy: { kind: 'unavailable', concerns: everyCall },
};

/** The errors that a call may give, by their codes: its own, then the edge's that can happen to it. */
export function errorsOf(call: ApiCall): ReadonlyMap<string, ErrorKind> {
  const own = new Map(Object.entries(call.errors ?? {}));
  const ofEdge = Object.entries(EDGE_ERRORS).filter(
    ([code, { concerns }]) => !own.has(code) && concerns(call),
  );
  return new Map([...own, ...ofEdge.map(([code, { kind }]) => [code, kind] as const)]);
}

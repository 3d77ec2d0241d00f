import { errorBodySchema } from '~/core/shared/error-body';
import { z } from './browser-zod';
import { pageAccountHeaders } from './page-account';
import { announceSessionEnd } from './session-signals';

const { message, code, errors, retryAfterSeconds, requestId } = errorBodySchema.shape;

/** Fields of an error response. A proxy may have written it, so each field is read on its own and may be missing. */
export const apiErrorSchema = z.looseObject({
  message: z.catch(z.optional(message), undefined),
  code: z.catch(code, undefined),
  errors: z.catch(errors, undefined),
  retryAfterSeconds: z.catch(retryAfterSeconds, undefined),
  requestId: z.catch(requestId, undefined),
});

/** An error response from the server. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string | undefined;
  readonly errors: readonly string[];
  readonly retryAfterSeconds: number | undefined;
  /** The server's message; undefined if a proxy answered. */
  readonly serverMessage: string | undefined;

  constructor(
    readonly status: number,
    /** The whole body: some errors carry figures or the current state. */
    readonly body: z.output<typeof apiErrorSchema> = {},
    text = '',
  ) {
    super(body.message ?? (text || `HTTP ${String(status)}`));
    this.serverMessage = body.message;
    this.code = body.code;
    this.errors = body.errors ?? [];
    this.retryAfterSeconds = body.retryAfterSeconds;
  }
}

/** No response arrived, so it is unknown whether the call had an effect. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

export interface ApiRequest {
  /** Defaults to GET, or to POST if there is a body. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON, except files and form data. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** A schema of zod or zod-mini. */
export interface Schema<Answer> {
  parse(value: unknown): Answer;
}

/**
 * Calls the API and validates the response. `answer` is the schema from the call's declaration.
 * @throws ApiError, NetworkError, or the reason of `signal`
 */
export async function callApi<Answer>(
  path: string,
  answer: Schema<Answer>,
  request?: ApiRequest,
): Promise<Answer> {
  return readAnswer(await fetchApi(path, request), answer);
}

/** The raw response, for files, streams and calls without a body. Throws like `callApi`. */
export async function fetchApi(
  path: string,
  { body, method = body === undefined ? 'GET' : 'POST', headers, signal }: ApiRequest = {},
): Promise<Response> {
  const isRaw = body instanceof Blob || body instanceof FormData;
  const response = await fetch(path, {
    method,
    headers: {
      ...pageAccountHeaders(),
      ...(body === undefined || isRaw ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? body : jsonBody(body) }),
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new NetworkError('The server can’t be reached. Check your connection.', { cause });
  });
  if (response.ok) return response;
  const refusal = await readRefusal(response);
  if (refusal.code === 'session_ended') announceSessionEnd();
  throw refusal;
}

/** Chromium copies a long string into the request while the page waits, but not a blob, which it makes quickly of parts. */
const MAX_STRING_CHARACTERS = 100_000;
const PARTS = new RegExp(`.{1,${String(MAX_STRING_CHARACTERS)}}`, 'gsu');

function jsonBody(body: unknown): string | Blob {
  const json = JSON.stringify(body);
  return json.length > MAX_STRING_CHARACTERS ? new Blob(json.match(PARTS) ?? []) : json;
}

/** The parsed JSON body. Unreadable JSON means a broken connection or a page older than the server. */
export async function readAnswer<Answer>(response: Response, answer: Schema<Answer>): Promise<Answer> {
  try {
    return answer.parse(await response.json());
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new NetworkError('The server’s answer could not be read. Reload the page and try again.', {
      cause,
    });
  }
}

async function readRefusal(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const body = apiErrorSchema.safeParse(readJson(text)).data;
  const waitSeconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.status,
    Number.isFinite(waitSeconds) ? { ...body, retryAfterSeconds: waitSeconds } : body,
    body ? '' : text.trim(),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For deletions: a 404 counts as success, for example when the response of an earlier attempt was lost. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/** Message to show for a failed call. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong. Try again.';

/** The server's message, or `otherwise` if there is none. */
export const serverMessageOr = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError ? error.serverMessage : undefined) ?? otherwise;

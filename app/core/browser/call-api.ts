import { errorBodySchema } from '~/core/shared/error-body';
import { z } from './browser-zod';
import { pageAccountHeaders } from './page-account';
import { announceSessionEnd } from './session-signals';

const { message, code, errors, retryAfterSeconds, requestId } = errorBodySchema.shape;

/** What a refusal says. A proxy on the way may have written it: a field that is missing or wrong takes no other along. */
export const refusalSchema = z.looseObject({
  message: z.catch(z.optional(message), undefined),
  code: z.catch(code, undefined),
  errors: z.catch(errors, undefined),
  retryAfterSeconds: z.catch(retryAfterSeconds, undefined),
  requestId: z.catch(requestId, undefined),
});

/** The server has answered, and the answer is no. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: string | undefined;
  readonly errors: readonly string[];
  readonly retryAfterSeconds: number | undefined;
  /** The server's own sentence; undefined where a proxy on the way has answered. */
  readonly said: string | undefined;

  constructor(
    readonly status: number,
    /** All that it said: some refusals bring figures, or what has changed meanwhile. */
    readonly body: z.output<typeof refusalSchema> = {},
    text = '',
  ) {
    super(body.message ?? (text || `HTTP ${String(status)}`));
    this.said = body.message;
    this.code = body.code;
    this.errors = body.errors ?? [];
    this.retryAfterSeconds = body.retryAfterSeconds;
  }
}

/** Nobody has answered: whether anything was done is not known. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

export interface ApiRequest {
  /** GET, or POST where there is a body. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Goes as JSON, but for files and forms, which go as they are. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** Any schema, of the small zod or the whole one. */
export interface Schema<Answer> {
  parse(value: unknown): Answer;
}

/**
 * Asks the API. `answer` is the schema that the call itself declares, so that both sides read one shape.
 * @throws Refusal, Unreachable, or what `signal` was aborted with
 */
export async function callApi<Answer>(
  path: string,
  answer: Schema<Answer>,
  request?: ApiRequest,
): Promise<Answer> {
  return readAnswer(await fetchApi(path, request), answer);
}

/** The answer as it comes, for files and streams, and for calls that have nothing to say. Throws as callApi does. */
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
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new Unreachable('The server can’t be reached. Check your connection.', { cause });
  });
  if (response.ok) return response;
  const refusal = await readRefusal(response);
  if (refusal.code === 'session_ended') announceSessionEnd();
  throw refusal;
}

/** The JSON of an answer, checked. What cannot be read is a broken line, or a page older than its server. */
export async function readAnswer<Answer>(response: Response, answer: Schema<Answer>): Promise<Answer> {
  try {
    return answer.parse(await response.json());
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new Unreachable('The server’s answer could not be read. Reload the page and try again.', { cause });
  }
}

async function readRefusal(response: Response): Promise<Refusal> {
  const text = await response.text().catch(() => '');
  const body = refusalSchema.safeParse(readJson(text)).data;
  const waitSeconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new Refusal(
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

/** For a deletion: gone already, perhaps by an attempt whose answer was lost, is what was wanted. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal) || error.status !== 404) throw error;
}

/** What to say of a call that did not succeed. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong. Try again.';

/** What the server said of it, or `otherwise` where it said nothing. */
export const reasonOf = (error: unknown, otherwise: string): string =>
  (error instanceof Refusal ? error.said : undefined) ?? otherwise;

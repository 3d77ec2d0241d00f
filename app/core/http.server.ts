import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { DomainError, type ErrorKind } from '~/core/shared/errors';

export interface ApiArgs {
  request: Request;
  context: AppLoadContext;
  params: Readonly<Record<string, string | undefined>>;
}

type ApiHandler = (args: ApiArgs) => Promise<Response> | Response;

const STATUS_OF_KIND: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  'payment-required': 402,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  unprocessable: 422,
  'rate-limited': 429,
  'upstream-failed': 502,
  unavailable: 503,
  'upstream-timeout': 504,
};

const DEFAULT_BODY_BYTES = 1024 * 1024;

export function json(data: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  return new Response(JSON.stringify(data, writeBigInt), { ...init, headers });
}

/** Balances fit a double for centuries to come; ids are never BigInt. */
const writeBigInt = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value;

/** Wraps the loader or action of a resource route: every error becomes JSON with a fitting status. */
export function api(
  handler: ApiHandler,
): (args: LoaderFunctionArgs | ActionFunctionArgs) => Promise<Response> {
  return async ({ request, context, params }) => {
    try {
      return await handler({ request, context, params });
    } catch (error) {
      if (error instanceof Response) return error;
      return errorResponse(error, context);
    }
  };
}

/** One handler a method; any other method is answered with 405 and the list of those that exist. */
export function byMethod(handlers: Readonly<Partial<Record<string, ApiHandler>>>): ApiHandler {
  return (args) => {
    const handler = handlers[args.request.method];
    if (handler) return handler(args);
    const allowed = Object.keys(handlers).join(', ');
    return json(
      { message: `This address does not take ${args.request.method}; it takes ${allowed}.` },
      { status: 405, headers: { Allow: allowed } },
    );
  };
}

/** What an error looks like from outside: status, and the body of the answer. */
export function describeError(error: DomainError): { status: number; body: Record<string, unknown> } {
  return {
    status: STATUS_OF_KIND[error.kind],
    body: {
      ...error.data,
      message: error.message,
      ...(error.code === undefined ? {} : { code: error.code }),
      ...(error.errors === undefined ? {} : { errors: error.errors }),
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    },
  };
}

export function errorResponse(error: unknown, context: Pick<AppLoadContext, 'app' | 'requestId'>): Response {
  if (error instanceof DomainError) {
    const { status, body } = describeError(error);
    const headers: Record<string, string> =
      error.retryAfterSeconds === undefined
        ? {}
        : { 'Retry-After': String(Math.max(1, Math.ceil(error.retryAfterSeconds))) };
    return json(body, { status, headers });
  }
  context.app.log.error({ err: error, requestId: context.requestId }, 'request failed');
  return json(
    {
      message: 'Something went wrong on our side. Nothing you wrote is lost; please try again.',
      requestId: context.requestId,
    },
    { status: 500 },
  );
}

/** Reads a JSON body that fits the schema, or says in a sentence what is wrong with it. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { maxBytes = DEFAULT_BODY_BYTES } = {},
): Promise<z.output<Schema>> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/(?:[\w.+-]*\+)?json\b/i.test(type)) {
    throw new DomainError(
      'invalid',
      'Send the body as JSON, with the header Content-Type: application/json.',
    );
  }
  const text = await readText(request, maxBytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DomainError('invalid', 'The body is not valid JSON.');
  }
  return parseWith(schema, value);
}

/** A body that is made while it is sent, at the reader's pace; one who goes away ends the making. */
export function streamBody(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await pieces.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
}

/** Reads the fields of a page's form, as browsers send it when there is no file in it. */
export async function readFormBody(
  request: Request,
  { maxBytes = 64 * 1024 } = {},
): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(request, maxBytes));
}

/** Checks any value against a schema; the error names each wrong field in `errors`. */
export function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) =>
    issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`,
  );
  throw new DomainError('invalid', errors.length === 1 ? String(errors[0]) : 'Some fields are wrong.', {
    errors,
  });
}

/** Reads the query string against a schema. */
export function readQuery<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  return parseWith(schema, Object.fromEntries(new URL(request.url).searchParams));
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () =>
    new DomainError(
      'too-large',
      `The body is larger than ${String(Math.floor(maxBytes / 1024))} KB. Send less at once.`,
    );
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
}

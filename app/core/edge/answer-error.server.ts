import { toDomainError } from '~/core/db/database-errors.server';
import type { Logger } from '~/core/server/logger.server';
import { DomainError, type ErrorKind } from '~/core/shared/errors';
import type { ApiDialect } from './api-dialect.server';
import { json, type ErrorAnswer } from './reply.server';

export const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  'payment-required': 402,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'timed-out': 408,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  unprocessable: 422,
  'rate-limited': 429,
  'upstream-failed': 502,
  unavailable: 503,
  'upstream-timeout': 504,
};

const OUR_FAULT = 'Something went wrong on our side. Nothing you wrote is lost; please try again.';

export interface ErrorContext {
  services: { log: Logger };
  requestId: string;
}

/** Unexpected errors are logged, and the response reveals no internals. */
export function describeError(
  thrown: unknown,
  { services, requestId }: ErrorContext,
  failure = OUR_FAULT,
): ErrorAnswer {
  const error = toDomainError(thrown);
  if (error) {
    if (error !== thrown) services.log.error({ err: thrown, requestId }, 'the database or the disk failed');
    return describeDomainError(error);
  }
  services.log.error({ err: thrown, requestId }, 'request failed');
  return { status: 500, body: { message: failure, requestId }, headers: new Headers() };
}

export function describeDomainError(error: DomainError): ErrorAnswer {
  const { kind, message, code, errors, retryAfterSeconds, data } = error;
  const headers = new Headers();
  if (retryAfterSeconds !== undefined) {
    headers.set('Retry-After', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  }
  if (kind === 'method-not-allowed') headers.set('Allow', String(data.allow));
  return {
    status: STATUS_OF_KIND[kind],
    body: {
      ...data,
      message,
      ...(code === undefined ? {} : { code }),
      ...(errors === undefined ? {} : { errors: [...errors] }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
    headers,
  };
}

export function errorResponse(
  thrown: unknown,
  context: ErrorContext,
  { failure, dialect }: { failure?: string | undefined; dialect?: ApiDialect | undefined } = {},
): Response {
  const answer = describeError(thrown, context, failure);
  const { status, body } = dialect?.describeError(answer, thrown) ?? answer;
  return json(body, { status, headers: answer.headers });
}

/** 405; `allow` lists the methods that the path supports. */
export function methodNotAllowed(method: string, allow: readonly string[]): DomainError {
  const list = allow.join(', ');
  return new DomainError('method-not-allowed', `This address does not take ${method}; it takes ${list}.`, {
    code: 'method_not_allowed',
    data: { allow: list },
  });
}

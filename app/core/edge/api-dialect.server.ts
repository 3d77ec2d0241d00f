import type { $ZodType } from 'zod/v4/core';
import type { ErrorAnswer } from './reply.server';

/**
 * The conventions of a part of the API that follows another protocol. Its programs send a bearer token: cookies are
 * ignored there, so pages of any origin may call it.
 */
export interface ApiDialect {
  /** Of the paths, such as `/v1/`. */
  prefix: `/${string}/`;
  /** The name and the shape of its errors in the OpenAPI document. */
  error: { name: string; schema: $ZodType };
  /** Translates an error response; `thrown` is its cause. */
  describeError(answer: ErrorAnswer, thrown: unknown): { status: number; body: unknown };
  /** Response headers that scripts of other origins may read. */
  exposedHeaders: readonly string[];
}

export const dialectOf = (dialects: readonly ApiDialect[], pathname: string): ApiDialect | undefined =>
  dialects.find(({ prefix }) => pathname.startsWith(prefix));

const PREFLIGHT_MAX_AGE_SECONDS = 24 * 60 * 60;

/** Lets scripts of any origin read a response (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export function allowAnyOrigin(
  { exposedHeaders }: ApiDialect,
  request: { method: string; headers: Pick<Headers, 'get'> },
  response: Response,
): Response {
  const { headers } = response;
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Expose-Headers', exposedHeaders.join(', '));
  if (request.method !== 'OPTIONS') return response;
  headers.set('Access-Control-Allow-Methods', headers.get('Allow') ?? '');
  // A wildcard would not include Authorization.
  headers.set('Access-Control-Allow-Headers', request.headers.get('Access-Control-Request-Headers') ?? '*');
  headers.set('Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS));
  return response;
}

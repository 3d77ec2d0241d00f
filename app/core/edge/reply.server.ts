import type { ErrorBody } from '~/core/shared/error-body';

export type Status = 200 | 201 | 202 | 204 | 302;

/** A response with its own headers (a cookie, a replay marker) or status. */
export class Reply<Data, Other extends Status | undefined = undefined> {
  constructor(
    readonly data: Data,
    readonly headers: Headers,
    /** If it differs from that of the call. */
    readonly status: Other,
  ) {}
}

/** The response for an error, for API calls and pages. */
export interface ErrorAnswer {
  status: number;
  body: ErrorBody;
  headers: Headers;
}

export const withHeaders = <Data>(data: Data, headers: HeadersInit): Reply<Data> =>
  new Reply(data, new Headers(headers), undefined);

/** A response declared in `otherStatuses`. */
export const withStatus = <Data, Other extends Status>(data: Data, status: Other): Reply<Data, Other> =>
  new Reply(data, new Headers(), status);

/** A JSON response with `Cache-Control: no-store`. */
export function json(data: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  return new Response(JSON.stringify(data), { ...init, headers });
}

export type Status = 200 | 201 | 202 | 204 | 302;

/** Data that goes out with headers of its own (a cookie, a mark that the answer is a replay) or another status. */
export class Reply<Data, Other extends Status | undefined = undefined> {
  constructor(
    readonly data: Data,
    readonly headers: Headers,
    /** Where it is not that of the call. */
    readonly status: Other,
  ) {}
}

export const withHeaders = <Data>(data: Data, headers: HeadersInit): Reply<Data> =>
  new Reply(data, new Headers(headers), undefined);

/** An answer that the call declares in `otherStatuses`. */
export const withStatus = <Data, Other extends Status>(data: Data, status: Other): Reply<Data, Other> =>
  new Reply(data, new Headers(), status);

/** A JSON answer that no cache keeps. */
export function json(data: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  return new Response(JSON.stringify(data), { ...init, headers });
}

/** Data that goes out with headers of its own (a cookie, a mark that the answer is a replay) or another status. */
export class Reply<Data> {
  constructor(
    readonly data: Data,
    readonly headers: Headers,
    readonly status?: number,
  ) {}
}

export const withHeaders = <Data>(data: Data, headers: HeadersInit): Reply<Data> =>
  new Reply(data, new Headers(headers));

/** For a call whose answer has one of two statuses: the one that is not declared. */
export const withStatus = <Data>(data: Data, status: number): Reply<Data> =>
  new Reply(data, new Headers(), status);

/** A JSON answer that no cache keeps. */
export function json(data: unknown, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  return new Response(JSON.stringify(data), { ...init, headers });
}

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { z } from './browser-zod';
import { callApi, fetchApi, serverMessageOr, ApiError, NetworkError } from './call-api';

const answer = z.object({ count: z.number() });
let server: Server | undefined;
afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/api`;
}

const saying = (status: number, body: string, headers: Record<string, string> = {}): Promise<string> =>
  serve((_request, response) => response.writeHead(status, headers).end(body));

const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );

it('sends JSON and gives back what the schema lets through', async () => {
  const address = await serve((request, response) => {
    let sent = '';
    request.on('data', (piece: Buffer) => (sent += String(piece)));
    request.on('end', () => {
      const isAsSaid = request.method === 'POST' && request.headers['content-type'] === 'application/json';
      response.end(JSON.stringify({ count: isAsSaid ? (JSON.parse(sent) as { n: number }).n : 0, more: 1 }));
    });
  });
  expect(await callApi(address, answer, { body: { n: 7 } })).toEqual({ count: 7 });
});

it.each([
  [409, '{"message":"Changed.","code":"changed","errors":["One"],"version":2}', 'Changed.', 'Changed.'],
  [502, 'Bad gateway', 'Bad gateway', 'Nothing was said.'],
  [500, '', 'HTTP 500', 'Nothing was said.'],
  [400, '{"message":7,"errors":"none"}', 'HTTP 400', 'Nothing was said.'],
])('a refusal with %i and %s is thrown as one', async (status, body, message, reason) => {
  const error = await failureOf(callApi(await saying(status, body, { 'Retry-After': '9' }), answer));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status, message, retryAfterSeconds: 9 });
  expect(serverMessageOr(error, 'Nothing was said.')).toBe(reason);
  if (status === 409) expect(error).toMatchObject({ code: 'changed', errors: ['One'], body: { version: 2 } });
});

it('does not take another shape for the answer, nor a page of HTML', async () => {
  expect(await failureOf(callApi(await saying(200, '{"count":"7"}'), answer))).toBeInstanceOf(NetworkError);
  expect(await failureOf(callApi(await saying(200, '<html>'), answer))).toBeInstanceOf(NetworkError);
});

it('tells a server that cannot be reached from a request that was called off', async () => {
  expect(await failureOf(fetchApi('http://127.0.0.1:1/api'))).toBeInstanceOf(NetworkError);
  const signal = AbortSignal.abort(new Error('Left the page'));
  expect(await failureOf(fetchApi(await saying(200, '{}'), { signal }))).toEqual(new Error('Left the page'));
});

import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { createLogger } from '../app/core/server/logger.server';
import { createTraces, outsideRequest, type Traces } from '../app/features/operations/index.server';
import { startCollector, type CollectedSpan } from '../tests/support/collector';
import { enterTrace, identifyAndLog } from './log-requests';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

let end: () => Promise<unknown>;
afterEach(() => end());

/** A server that waits in a queue of everybody, then calls a provider. */
async function startTracedServer({ isProxyTrusted = false } = {}) {
  const collector = await startCollector();
  const traces = await createTraces({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_SERVICE_NAME: 'test',
  });
  if (!traces) expect.unreachable();
  const app = { metrics: undefined, traces, services: { log: createLogger('silent') } };
  const findRoute = (path: string) => ({ kind: 'api' as const, route: `${path}/:id` });
  const waiting: (() => void)[] = [];
  const host = express().set('trust proxy', isProxyTrusted);
  host.use(identifyAndLog(app, findRoute));
  host.use((_request, _response, next) => void waiting.push(next));
  host.use(enterTrace);
  host.get('*', (request, response) => {
    setImmediate(() => {
      const call = () => recordCall(traces, request.path);
      if (request.path === '/run') outsideRequest(call);
      else call();
      response.end();
    });
  });
  const server = http.createServer(host).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  end = async () => {
    server.close();
    await collector.close();
  };
  return {
    waiting,
    ask: (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers }),
    async spans(): Promise<Map<string, CollectedSpan>> {
      await traces.close();
      return new Map(collector.spans().map((span) => [span.name, span]));
    },
  };
}

const recordCall = (traces: Traces, path: string): void =>
  traces.recordCall({ name: `call of ${path}`, ms: 1, isFailure: false, attributes: {} });

/** Asks for all of them; the last that came goes on first, and each lets the next one begin. */
async function askTogether({ waiting, ask }: Awaited<ReturnType<typeof startTracedServer>>, paths: string[]) {
  const answers = [];
  for (const path of paths) {
    answers.push(ask(path));
    await expect.poll(() => waiting.length).toBe(answers.length);
  }
  for (const begin of waiting.splice(0).reverse()) begin();
  await Promise.all(answers);
}

it('joins each call to its own request, also where requests wait for one another', async () => {
  const server = await startTracedServer();
  await askTogether(server, ['/a', '/b', '/run']);
  const spans = await server.spans();
  for (const path of ['/a', '/b']) {
    const request = spans.get(`GET ${path}/:id`);
    expect(request?.traceId).toBeDefined();
    expect(spans.get(`call of ${path}`)).toMatchObject({
      traceId: request?.traceId,
      parentSpanId: request?.spanId,
    });
  }
  expect(spans.get('GET /a/:id')?.traceId).not.toBe(spans.get('GET /b/:id')?.traceId);
  expect(spans.get('call of /run')?.parentSpanId).toBeFalsy();
});

it.each([
  [true, TRACEPARENT, true],
  [false, TRACEPARENT, false],
  [true, '00-0-0-01', false],
  [true, `${TRACEPARENT}\u00e9`, false],
])('with a trusted proxy (%s) and traceparent %s, the trace is the proxy’s: %s', async (...given) => {
  const [isProxyTrusted, traceparent, isTaken] = given;
  const server = await startTracedServer({ isProxyTrusted });
  const answer = server.ask('/a', { traceparent });
  await expect.poll(() => server.waiting.length).toBe(1);
  server.waiting.pop()?.();
  await answer;
  const request = (await server.spans()).get('GET /a/:id');
  expect(request?.traceId === TRACE_ID).toBe(isTaken);
});

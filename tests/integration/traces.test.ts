import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { attributeOf, startCollector, type CollectedSpan } from '../support/collector';
import { checkBooks, complete, startPayingServer } from '../support/paying-server';

// What the built server says of itself to a collector of traces and to Prometheus.

const TOKEN = 'a-token-of-16-characters';
const PARENT = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const SECRET = 'nobody-elses-business';

const PREFIX = 'promptwell_http_request_duration_seconds_count';
const NOTHING_THERE = 'method="GET",kind="page",route="unmatched",status="4xx"';

let spans: CollectedSpan[];
let sent: string;
let figures: string;

beforeAll(async () => {
  const collector = await startCollector();
  const paying = await startPayingServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    METRICS_TOKEN: TOKEN,
    TRUST_PROXY: 'true',
  });
  const { server, token, vendor } = paying;
  const get = (address: string, headers: Record<string, string> = {}) =>
    fetch(server.origin + address, { headers, redirect: 'manual' });
  const traced = fetch(`${server.origin}/api/ai/complete`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      'X-Idempotency-Key': randomUUID(),
      traceparent: `00-${PARENT.traceId}-${PARENT.spanId}-01`,
    },
    body: JSON.stringify({
      provider: 'openai',
      model: 'gpt-4o-mini',
      prompt: SECRET,
      maxOutputTokens: 50,
    }),
  });
  expect((await traced).status).toBe(200);
  vendor.script({ kind: 'status', status: 429 });
  expect((await complete(server.origin, token)).status).toBe(429);
  expect((await get(`/docs?q=${SECRET}`)).status).toBe(200);
  await get('/docs.data');
  await get('/_root.data');
  await get('/docs/Terms/');
  for (let each = 0; each < 50; each += 1) {
    await get(`/saved-prompts/${SECRET}-${String(each)}`);
    await get(`/api/prompts/${SECRET}-${String(each)}`);
    await get(`/nothing/${String(each)}/${SECRET}`);
  }
  // A request is counted once its connection is done with it, which may be after its answer was read.
  await vi.waitFor(async () => {
    figures = await (await get('/metrics', { Authorization: `Bearer ${TOKEN}` })).text();
    expect(count(NOTHING_THERE)).toBe(50);
  });
  await server.stop(); // which sends what is waiting
  expect(await checkBooks(server.dataDir)).toMatchObject({ status: 0 });
  await vendor.close();
  expect(new Set(collector.paths())).toEqual(new Set(['/v1/traces']));
  spans = collector.spans();
  sent = collector.sent();
  await collector.close();
});

const count = (labels: string): number =>
  Number(
    figures
      .split('\n')
      .find((line) => line.startsWith(`${PREFIX}{${labels}}`))
      ?.split(' ')[1],
  );

const spanOf = (name: string): CollectedSpan =>
  spans.find((span) => span.name === name) ?? expect.unreachable(`no span ${name}`);

describe('traces', () => {
  it('have the call to a provider below the request that made it, and that below the proxy’s span', () => {
    const request = spanOf('POST /api/ai/complete');
    expect(request).toMatchObject({ traceId: PARENT.traceId, parentSpanId: PARENT.spanId });
    expect(spanOf('chat gpt-4o-mini')).toMatchObject({
      traceId: PARENT.traceId,
      parentSpanId: request.spanId,
    });
  });

  it('say of a call to a provider which model it was, how it ended, and the tokens', () => {
    const [answered, failed] = spans.filter(({ name }) => name === 'chat gpt-4o-mini');
    if (!answered || !failed) expect.unreachable();
    expect(attributeOf(answered, 'gen_ai.operation.name')).toBe('chat');
    expect(attributeOf(answered, 'gen_ai.provider.name')).toBe('openai');
    expect(attributeOf(answered, 'gen_ai.request.model')).toBe('gpt-4o-mini');
    expect(Number(attributeOf(answered, 'gen_ai.usage.input_tokens'))).toBeGreaterThan(0);
    expect(Number(attributeOf(answered, 'gen_ai.usage.output_tokens'))).toBeGreaterThan(0);
    expect(attributeOf(answered, 'error.type')).toBeUndefined();
    expect(attributeOf(failed, 'error.type')).toBe('rate_limited');
    expect(failed.status.code).toBe(2);
    expect(failed.traceId).not.toBe(answered.traceId);
  });

  it('name requests by their route, and have the version and nothing that was asked or answered', () => {
    expect(attributeOf(spanOf('GET /docs'), 'http.route')).toBe('/docs');
    expect(sent).toContain('service.version');
    expect(sent).not.toContain(SECRET);
  });
});

describe('metrics', () => {
  it.each([
    ['method="POST",kind="api",route="/api/ai/complete",status="2xx"', 1],
    ['method="POST",kind="api",route="/api/ai/complete",status="4xx"', 1],
    ['method="GET",kind="page",route="/docs",status="2xx"', 1],
    ['method="GET",kind="data",route="/docs",status="2xx"', 1],
    ['method="GET",kind="data",route="/",status="2xx"', 1],
    [NOTHING_THERE, 50],
  ])('count %s by the route', (labels, times) => expect(count(labels)).toBe(times));

  it('have one line for a route, however many addresses are asked for', () => {
    expect(figures).not.toContain(SECRET);
    expect(figures.split('\n').filter((line) => line.startsWith(PREFIX)).length).toBeLessThan(20);
  });
});

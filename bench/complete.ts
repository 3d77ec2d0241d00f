import { randomUUID } from 'node:crypto';
import { ADMIN_ENV, signInByApi, startServer } from '../tests/support/server';
import { peakMemoryMiB, startChild } from './children';
import { load, median, type Measured, type Target } from './load';

// `npm run bench:complete`: a completion compared with a bare proxy that makes the same request unbilled.
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CONNECTIONS = [1, 10, 50];

const body = (index: number) =>
  JSON.stringify({
    provider: 'openai',
    model: 'gpt-4o-mini',
    prompt: `Write a one-line comment for student ${index} on bread.`,
    maxOutputTokens: 128,
  });

for (const latencyMs of [0, 50]) {
  const vendor = await startChild(['--import', 'tsx', 'tests/vendors/vendor-main.ts', 'openai'], {
    MOCK_LATENCY: String(latencyMs),
    MOCK_KEEP: '0',
  });
  const vendorOrigin = `http://127.0.0.1:${vendor.port}`;
  const proxy = await startChild(['bench/bare-proxy.mjs'], { UPSTREAM: vendorOrigin });
  const server = await startServer({
    env: {
      ...ADMIN_ENV,
      OPENAI_API_KEY: 'sk-bench',
      OPENAI_BASE_URL: `${vendorOrigin}/v1`,
      LOG_LEVEL: 'warn',
      CHECK_ANSWERS: 'off', // as in production
    },
  });
  const token = await signInByApi(server.origin);
  const json = { 'content-type': 'application/json' };
  const targets: Record<string, Target> = {
    'vendor directly': {
      origin: vendorOrigin,
      path: '/v1/chat/completions',
      method: 'POST',
      headers: () => json,
      body: (index) =>
        JSON.stringify({
          model: 'gpt-4o-mini',
          messages: [{ role: 'user', content: `Comment ${index}` }],
          max_tokens: 128,
        }),
    },
    'bare proxy': {
      origin: `http://127.0.0.1:${proxy.port}`,
      path: '/',
      method: 'POST',
      headers: () => json,
      body,
    },
    promptwell: {
      origin: server.origin,
      path: '/api/ai/complete',
      method: 'POST',
      headers: () => ({ ...json, authorization: `Bearer ${token}`, 'x-idempotency-key': randomUUID() }),
      body,
    },
    '/v1': {
      origin: server.origin,
      path: '/v1/chat/completions',
      method: 'POST',
      headers: () => ({ ...json, authorization: `Bearer ${token}` }),
      body: (index) =>
        JSON.stringify({
          model: 'openai/gpt-4o-mini',
          messages: [{ role: 'user', content: `Write a one-line comment for student ${index} on bread.` }],
          max_tokens: 128,
        }),
    },
  };
  for (const target of Object.values(targets)) await load(target, { connections: 10, calls: 500 });
  const results = new Map<string, Measured[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const connections of CONNECTIONS) {
      for (const [name, target] of Object.entries(targets)) {
        const calls = latencyMs > 0 ? connections * 40 : connections === 1 ? 1000 : 4000;
        const measured = await load(target, { connections, calls });
        const key = `${connections}\t${name}`;
        results.set(key, [...(results.get(key) ?? []), measured]);
      }
    }
  }
  const of = (connections: number, name: string, pick: (m: Measured) => number) =>
    median((results.get(`${connections}\t${name}`) ?? []).map(pick));
  console.log(`\nvendor latency ${latencyMs} ms`);
  console.table(
    [...results.keys()].map((key) => {
      const [connections = '', name = ''] = key.split('\t');
      const n = Number(connections);
      return {
        connections: n,
        target: name,
        'calls/s': Math.round(of(n, name, (m) => m.callsPerSecond)),
        'p50 ms': Number(of(n, name, (m) => m.p50Ms).toFixed(2)),
        'p99 ms': Number(of(n, name, (m) => m.p99Ms).toFixed(2)),
        'added p50 ms': Number(
          (of(n, name, (m) => m.p50Ms) - of(n, 'vendor directly', (m) => m.p50Ms)).toFixed(2),
        ),
        'added p99 ms': Number(
          (of(n, name, (m) => m.p99Ms) - of(n, 'vendor directly', (m) => m.p99Ms)).toFixed(2),
        ),
        failed: of(n, name, (m) => m.failed),
      };
    }),
  );
  if (latencyMs === 0) {
    const ratio =
      of(10, 'promptwell', (m) => m.callsPerSecond) / of(10, 'bare proxy', (m) => m.callsPerSecond);
    console.log(
      `10 connections: ${(ratio * 100).toFixed(1)} % of the bare proxy's calls a second. ` +
        "Budget: at least Portkey's (7.0 % of the bare proxy in the reference run), aim for twice (13.9 %).",
    );
    const v1Ratio = of(10, '/v1', (m) => m.callsPerSecond) / of(10, 'promptwell', (m) => m.callsPerSecond);
    console.log(
      `10 connections: /v1 makes ${(v1Ratio * 100).toFixed(1)} % of the calls a second of /api/ai/complete. ` +
        'Budget: at least 90 %.',
    );
  } else {
    const ratio =
      of(50, 'promptwell', (m) => m.callsPerSecond) / of(50, 'vendor directly', (m) => m.callsPerSecond);
    console.log(`50 connections: ${(ratio * 100).toFixed(1)} % of the direct rate. Budget: at least 90 %.`);
  }
  console.log(`peak memory of the server: ${peakMemoryMiB(server.pid)} MiB`);
  await server.stop();
  await proxy.stop();
  await vendor.stop();
}

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ADMIN_ENV, signInByApi, startServer } from '../tests/support/server';
import { peakMemoryMiB, root, startChild } from './children';
import { load, median, type Measured, type Target } from './load';

// `npm run bench:pages`: pages and /api/user-info beside a bare Remix application, in one run.
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CALLS = 3000;

const bareDir = path.join(root, 'bench/bare-remix');
execFileSync(path.join(root, 'node_modules/.bin/remix'), ['vite:build', '--config', 'vite.config.mjs'], {
  cwd: bareDir,
  env: { ...process.env, NODE_ENV: 'production' },
});
const bare = await startChild([path.join(bareDir, 'server.mjs')], { NODE_ENV: 'production' });
const server = await startServer({ env: ADMIN_ENV });
const authorization = `Bearer ${await signInByApi(server.origin)}`;
const bareOrigin = `http://127.0.0.1:${bare.port}`;

const targets: Record<string, Target> = {
  'bare page': { origin: bareOrigin, path: '/hello' },
  '/login': { origin: server.origin, path: '/login' },
  '/pricing': { origin: server.origin, path: '/pricing' },
  'bare JSON': { origin: bareOrigin, path: '/row' },
  '/api/user-info': { origin: server.origin, path: '/api/user-info', headers: () => ({ authorization }) },
};
const BESIDE: Record<string, { peer: string; budget: number }> = {
  '/login': { peer: 'bare page', budget: 70 },
  '/pricing': { peer: 'bare page', budget: 70 },
  '/api/user-info': { peer: 'bare JSON', budget: 50 },
};

for (const target of Object.values(targets)) await load(target, { connections: 10, calls: 500 });
const results = new Map<string, Measured[]>();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, target] of Object.entries(targets)) {
    results.set(name, [...(results.get(name) ?? []), await load(target, { connections: 10, calls: CALLS })]);
  }
}
const of = (name: string, pick: (measured: Measured) => number) =>
  median((results.get(name) ?? []).map(pick));
console.table(
  Object.keys(targets).map((name) => {
    const beside = BESIDE[name];
    const rate = of(name, (m) => m.callsPerSecond);
    return {
      target: name,
      'requests/s': Math.round(rate),
      'p99 ms': Number(of(name, (m) => m.p99Ms).toFixed(1)),
      failed: of(name, (m) => m.failed),
      '% of bare': beside ? Math.round((rate / of(beside.peer, (m) => m.callsPerSecond)) * 100) : '',
      'budget %': beside?.budget ?? '',
    };
  }),
);
console.log(`peak memory of the server: ${peakMemoryMiB(server.pid)} MiB`);
await server.stop();
await bare.stop();

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { DAY_MS } from '../app/core/shared/clock';
import { addUsage } from '../tests/support/many-entries';
import { fromElsewhere } from '../tests/support/people';
import { grant } from '../tests/support/users-with-roles';
import { ADMIN_ENV, signInByApi, startServer } from '../tests/support/server';
import { peakMemoryMiB, root, startChild } from './children';
import { load, median, type Measured, type Target } from './load';

// `npm run bench:pages`: pages and /api/user-info compared with a bare Remix application, then the dashboard's response
// time for a user with 100,000 requests.
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CALLS = 3000;
const VISITS = 15; // stays within the rate limit of one user
const FEW = 100;
const ENTRIES = 100_000;

const bareDir = path.join(root, 'bench/bare-remix');
execFileSync(path.join(root, 'node_modules/.bin/remix'), ['vite:build', '--config', 'vite.config.mjs'], {
  cwd: bareDir,
  env: { ...process.env, NODE_ENV: 'production' },
});
const bare = await startChild([path.join(bareDir, 'server.mjs')], { NODE_ENV: 'production' });
// Each request has another client address, because a single one would be rate-limited.
const server = await startServer({ env: { ...ADMIN_ENV, TRUST_PROXY: 'on' } });
const authorization = `Bearer ${await signInByApi(server.origin)}`;
const bareOrigin = `http://127.0.0.1:${bare.port}`;

const targets: Record<string, Target> = {
  'bare page': { origin: bareOrigin, path: '/hello' },
  '/login': { origin: server.origin, path: '/login', headers: fromElsewhere },
  '/pricing': { origin: server.origin, path: '/pricing', headers: fromElsewhere },
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

/** Median time to the last byte of sequential requests, in milliseconds. */
async function visit(address: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < VISITS; count += 1) {
    const begun = performance.now();
    const response = await fetch(`${server.origin}${address}`, { headers: { authorization } });
    await response.text();
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    times.push(performance.now() - begun);
  }
  return median(times);
}

const LEDGER_PAGES = [
  '/dashboard/overview?range=30d',
  '/dashboard/analytics?range=30d',
  '/dashboard/insights?range=30d',
  '/dashboard/history',
  '/dashboard/history?page=3999',
  '/dashboard/history?reason=nothing+like+it',
  '/settings/billing',
  '/settings/usage?range=30d',
];
const { id: userId } = (await (
  await fetch(`${server.origin}/api/user-info`, { headers: { authorization } })
).json()) as { id: string };
await grant(server.origin, authorization.slice('Bearer '.length), userId, 10_000);
const database = new SqliteDatabase(path.join(server.dataDir, 'app.db'));
const everyMs = Math.floor((30 * DAY_MS) / ENTRIES);
const firstAtMs = Date.now() - 30 * DAY_MS + everyMs;
addUsage(database, { userId, count: FEW, firstAtMs, everyMs });
const few = new Map<string, number>();
for (const address of LEDGER_PAGES) few.set(address, await visit(address));
addUsage(database, {
  userId,
  count: ENTRIES,
  firstAtMs: firstAtMs + FEW * everyMs,
  everyMs,
  models: 4,
  categories: 3,
});
database.close();
const rows = [];
for (const address of LEDGER_PAGES) {
  const many = await visit(address);
  rows.push({
    page: address,
    [`ms, ${FEW} entries`]: Math.round(few.get(address) ?? 0),
    [`ms, ${ENTRIES} entries`]: Math.round(many),
    'budget ms': 300,
  });
}
console.table(rows);
await server.stop();
await bare.stop();

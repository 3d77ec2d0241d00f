import fs from 'node:fs';
import path from 'node:path';
import { startOpenAiServer } from '../tests/vendors/openai-server';
import {
  folder,
  freshDatabasePath,
  medianOf,
  PEER_PROMPT,
  resumeBaiql,
  runBaiql,
  roundTo,
  startVendor,
  urlOf,
  usageFile,
  writeScript,
  writeTable,
} from './baiql-kit';
import { median } from './load';
import { measure, type Usage } from './measure';
import { findPromptfoo } from './promptfoo';

// `npm run bench:baiql`: a one-prompt run compared with a bare loop that sends the same requests. Environment: ROUNDS
// (3), SIZES (200,1000,5000), PARALLEL (4,20,50), LATENCIES (0,50), and ROWS (1000000) of the table to validate. Also
// measures promptfoo if it is installed (see promptfoo.ts).
const list = (name: string, usual: string): number[] => (process.env[name] ?? usual).split(',').map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SIZES = list('SIZES', '200,1000,5000');
const PARALLEL = list('PARALLEL', '4,20,50');
const LATENCIES = list('LATENCIES', '0,50');
const ROWS = Number(process.env.ROWS ?? 1_000_000);

const promptfoo = process.env.ONLY === 'pace' ? null : findPromptfoo();
if (promptfoo !== null)
  console.log(`Beside promptfoo ${promptfoo.version}, without its own database, once each.`);
const peaks = new Map<number, number>();
for (const latencyMs of LATENCIES) {
  const vendor = await startVendor({ MOCK_LATENCY: String(latencyMs) });
  const url = urlOf(vendor);
  const rows: Record<string, string | number>[] = [];
  for (const size of SIZES) {
    const table = writeTable(`rows-${size}.csv`, size);
    for (const parallel of PARALLEL) {
      const script = writeScript(path.basename(table), parallel, 'RUN NOCACHE');
      const bare: Usage[] = [];
      const committed: Usage[] = [];
      const ours: Usage[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const loop = ['bench/bare-loop.mjs', table, freshDatabasePath('bare.jsonl'), url, String(parallel)];
        bare.push(await measure({ args: loop, usageFile }));
        freshDatabasePath('bare.jsonl.db');
        committed.push(await measure({ args: loop, usageFile, env: { COMMITS: '1' } }));
        ours.push(await runBaiql(script, url, 'state.db'));
      }
      const [bareMs, committedMs, oursMs] = [bare, committed, ours].map((runs) =>
        medianOf(runs, (run) => run.wallMs),
      );
      if (bareMs === undefined || committedMs === undefined || oursMs === undefined) continue;
      const peer =
        promptfoo === null
          ? null
          : await promptfoo.run(
              { table, prompt: PEER_PROMPT, baseUrl: url, parallel, folder: path.join(folder, 'peer') },
              size,
            );
      const peakMiB = medianOf(ours, (run) => run.peakMiB);
      if (latencyMs === 0 && parallel === 50) peaks.set(size, peakMiB);
      const ideal = (size * latencyMs) / parallel;
      rows.push({
        rows: size,
        parallel,
        'bare s': roundTo(bareMs / 1000, 2),
        'bare + FULL s': roundTo(committedMs / 1000, 2),
        'baiql s': roundTo(oursMs / 1000, 2),
        'baiql CPU s': roundTo(medianOf(ours, (run) => run.cpuMs) / 1000, 2),
        'to bare + FULL': roundTo(oursMs / committedMs, 2),
        'ms a row over bare': roundTo((oursMs - bareMs) / size, 3),
        'peak MiB': roundTo(peakMiB),
        'bare MiB': roundTo(medianOf(bare, (run) => run.peakMiB)),
        ...(peer === null
          ? {}
          : {
              'promptfoo s': roundTo(peer.wallMs / 1000, 2),
              'times faster': roundTo(peer.wallMs / oursMs, 1),
              'promptfoo CPU s': roundTo(peer.cpuMs / 1000, 2),
              'promptfoo MiB': roundTo(peer.peakMiB),
            }),
        ...(latencyMs === 0
          ? {}
          : { 'efficiency %': roundTo((ideal / oursMs) * 100), 'bare %': roundTo((ideal / bareMs) * 100) }),
        'not 0': ours.filter(({ status }) => status !== 0).length,
      });
    }
  }
  console.log(`\nprovider latency ${String(latencyMs)} ms`);
  console.table(rows);
  if (latencyMs === 0) {
    console.log(
      'Budget: 5,000 rows, PARALLEL 50: at most 2x the bare loop with FULL commits; at least 4x faster than promptfoo, at most half of its memory; 200 rows 3x faster.',
    );
    const [small, large] = [peaks.get(200), peaks.get(5_000)];
    if (small !== undefined && large !== undefined) {
      console.log(
        `Peak memory, 5,000 rows: ${String(roundTo(large - small))} MiB more than at 200. Budget: at most 40 more.`,
      );
    }
  } else {
    console.log('Budget: efficiency at least 88 % at 20 and 80 % at 50.');
  }
  await vendor.stop();
}

if (process.env.ONLY !== 'pace') {
  await benchCache();
  await benchFaults();
  await benchStart();
  await benchValidate();
}
fs.rmSync(folder, { recursive: true, force: true });

async function benchCache(): Promise<void> {
  const vendor = await startVendor({});
  const url = urlOf(vendor);
  const table = writeTable('cached.csv', 5_000);
  const script = writeScript('cached.csv', 50, 'RUN CACHE');
  const state = freshDatabasePath('cache.db');
  await resumeBaiql(script, url, state);
  const sentAtFirst = await countRequests(url);
  const bare: Usage[] = [];
  const cached: Usage[] = [];
  let sent = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const loop = ['bench/bare-loop.mjs', table, freshDatabasePath('bare.jsonl'), url, '50'];
    bare.push(await measure({ args: loop, usageFile }));
    const before = await countRequests(url);
    cached.push(await resumeBaiql(script, url, state));
    sent += (await countRequests(url)) - before;
  }
  const [oursMs = 0, bareMs = 1] = [cached, bare].map((runs) => medianOf(runs, (run) => run.wallMs));
  const [oursCpuMs = 0, bareCpuMs = 1] = [cached, bare].map((runs) => medianOf(runs, (run) => run.cpuMs));
  console.log(
    `\n5,000 rows from the cache: ${(oursMs / 1000).toFixed(2)} s, ${(oursMs / bareMs).toFixed(2)}x the bare loop (CPU ${(oursCpuMs / bareCpuMs).toFixed(2)}x), ${String(sent)} requests sent (the first run sent ${String(sentAtFirst)}). Budget: at most 1.5x, none sent.`,
  );
  await vendor.stop();
}

async function countRequests(url: string): Promise<number> {
  const answer = await fetch(new URL('/__stats', url));
  return ((await answer.json()) as { requests: number }).requests;
}

async function benchFaults(): Promise<void> {
  writeTable('faults.csv', 1_000);
  const script = writeScript('faults.csv', 20, 'RUN NOCACHE');
  const runs: Usage[] = [];
  let asked = 0;
  for (const share of ['0', '0.05']) {
    const vendor = await startVendor({
      MOCK_P429: share,
      MOCK_P500: share,
      MOCK_PRESET: share,
      MOCK_LATENCY: '20',
    });
    runs.push(await runBaiql(script, urlOf(vendor), 'faults.db'));
    const stats = (await (await fetch(`http://127.0.0.1:${String(vendor.port)}/__stats`)).json()) as {
      faults: Record<string, number>;
      answeredTwice: number;
    };
    asked = Object.entries(stats.faults).reduce(
      (sum, [kind, times]) => sum + (kind.includes('429') ? times : 0),
      0,
    );
    if (share !== '0')
      console.log(`faults: ${JSON.stringify(stats.faults)}, answered twice: ${String(stats.answeredTwice)}`);
    await vendor.stop();
  }
  const [clean, faulty] = runs;
  if (clean === undefined || faulty === undefined) return;
  const budgetMs = clean.wallMs + 1.5 * asked * 1_000;
  console.log(
    `1,000 rows with 5 % each of 429, 500 and resets: ${(faulty.wallMs / 1000).toFixed(2)} s, status ${String(faulty.status)}; clean ${(clean.wallMs / 1000).toFixed(2)} s. Budget: ${(budgetMs / 1000).toFixed(1)} s, no row failed.`,
  );
}

async function benchStart(): Promise<void> {
  writeTable('one.csv', 1);
  const script = writeScript('one.csv', 4, 'RUN NOCACHE');
  const nothing: number[] = [];
  const firstSend: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < Math.max(5, ROUNDS); round += 1) {
    nothing.push((await measure({ args: ['-e', '0'], usageFile })).wallMs);
    const vendor = await startOpenAiServer();
    const startedMs = performance.now();
    const running = runBaiql(script, vendor.baseUrl, 'start.db');
    await vendor.until((log) => log.stats.requests > 0);
    firstSend.push(performance.now() - startedMs);
    whole.push((await running).wallMs);
    await vendor.close();
  }
  const [nodeMs, firstMs, wholeMs] = [nothing, firstSend, whole].map((times) => median(times));
  if (nodeMs === undefined || firstMs === undefined || wholeMs === undefined) return;
  console.log(
    `baiql run of one row: its first request comes after ${firstMs.toFixed(0)} ms, ${(firstMs / nodeMs).toFixed(1)}x node -e 0 (${nodeMs.toFixed(0)} ms); its end after ${wholeMs.toFixed(0)} ms. Budget to the first request: 12x.`,
  );
}

async function benchValidate(): Promise<void> {
  const vendor = await startVendor({});
  const peaksOf: number[] = [];
  for (const rows of [10_000, ROWS]) {
    writeTable('many.csv', rows);
    const script = writeScript('many.csv', 50, 'RUN', 'VALIDATE');
    const usage = await runBaiql(script, urlOf(vendor), 'validate.db');
    peaksOf.push(usage.peakMiB);
    console.log(
      `VALIDATE of ${rows.toLocaleString('en')} rows: ${(usage.wallMs / 1000).toFixed(1)} s, peak ${usage.peakMiB.toFixed(0)} MiB, status ${String(usage.status)}`,
    );
  }
  const [few = 1, most = 0] = peaksOf;
  console.log(`Memory: ${(most / few).toFixed(2)}x. Budget: at most 1.5x.`);
  await vendor.stop();
}

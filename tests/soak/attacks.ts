// `npm run soak:attacks -- --minutes 10`: everything that has ever stalled, filled or ended the server, again and again,
// against a built one on this machine. It stops by itself, prints what it saw, and fails when the process has ended,
// was slow to say that it is well, or took too much memory.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkBooks, startPayingServer } from '../support/paying-server';
import { createAttacks } from './attack-list';
import type { Health } from './health-monitor';
import { SIGN_IN_ENV } from './sign-in-attacks';

/** More than a bare server takes at the same moment: the attackers, too, work on these cores. */
const SLOWEST_MS = 200;
const MAX_BYTES = 600 * 1024 * 1024;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** Part of the name of the attacks that are wanted. */
    only: { type: 'string', default: '' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 60)) throw new Error('--minutes takes a number up to 60.');

// Longer than the soak may take: what is lost in it does not stay for ever.
const paying = await startPayingServer(SIGN_IN_ENV, {
  keepRequests: false,
  latencyMs: 300,
  maxLifeMs: (minutes + 10) * 60_000,
});
const { server } = paying;
// The server is a process of its own: it must not stay when this one fails.
process.once('exit', () => {
  if (isAlive()) process.kill(server.pid, 'SIGKILL');
});
const monitor = fork(path.join(import.meta.dirname, 'health-monitor.ts'), [
  server.origin,
  String(server.pid),
]);
const { attacks, statuses, breaches } = await createAttacks(paying);

const chosen = Object.entries(attacks).filter(([name]) => name.includes(values.only));

const endMs = performance.now() + minutes * 60_000;
let rounds = 0;
const failures = new Map<string, string>();
while (performance.now() < endMs && isAlive()) {
  for (const [name, attack] of chosen) {
    if (performance.now() >= endMs || !isAlive()) break;
    monitor.send({ attack: name });
    await attack().catch((error: unknown) => failures.set(name, String(error)));
  }
  rounds += 1;
}

monitor.send('end');
const [health] = (await once(monitor, 'message')) as [Health];
monitor.disconnect();
const hasResponded = isAlive();
await paying.close();
const books = await checkBooks(server.dataDir);

console.log(`rounds: ${String(rounds)} of ${String(chosen.length)} attacks`);
const inMegabytes = (bytes: number): string => `${String(Math.round(bytes / 1024 / 1024))} MB`;
const { bare } = health;
console.log(
  `health: ${String(health.answers)} answers, slowest ${health.slowestMs.toFixed(0)} ms, ` +
    `99.9 % within ${health.p999Ms.toFixed(0)} ms, ${String(health.failures)} failed`,
);
console.log(
  `a bare server beside it: slowest ${bare.slowestMs.toFixed(0)} ms, 99.9 % within ${bare.p999Ms.toFixed(0)} ms; ` +
    `the most that ours took longer at the same moment: ${health.mostOverBareMs.toFixed(0)} ms`,
);
const { standstill } = health;
console.log(
  `the machine itself stood still for ${standstill.allMs.toFixed(0)} ms, at most ${standstill.longestMs.toFixed(0)} ms at a time, which is left out of what is over bare`,
);
console.log('    slowest over bare   memory');
for (const [name, { slowestMs, mostOverBareMs, peakBytes }] of Object.entries(health.byAttack)) {
  const [slowest, over] = [slowestMs, mostOverBareMs].map((ms) => `${ms.toFixed(0)} ms`.padStart(9));
  console.log(`  ${slowest} ${over} ${inMegabytes(peakBytes).padStart(8)}  ${name}`);
}
console.log(`memory: at most ${inMegabytes(health.peakBytes)}`);
console.log(
  `answers: ${[...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status === 0 ? 'cut off' : String(status)}: ${String(count)}`)
    .join(', ')}`,
);
for (const [name, error] of failures) console.log(`"${name}" itself failed: ${error}`);
console.log(books.output.trim());

const faults = [
  ...(hasResponded ? [] : [`the process ended:\n${server.output().slice(-2_000)}`]),
  ...(health.mostOverBareMs <= SLOWEST_MS
    ? []
    : [`health took over ${String(SLOWEST_MS)} ms more than a bare server`]),
  ...(health.peakBytes <= MAX_BYTES ? [] : ['memory went over 600 MB']),
  ...(statuses.has(500) ? [`${String(statuses.get(500))} answers were faults of the program (500)`] : []),
  ...breaches.map((what) => `somebody got in by ${what}`),
  ...(books.status === 0 ? [] : ['the books are not sound']),
];
for (const fault of faults) console.log(`FAULT: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);

function isAlive(): boolean {
  try {
    process.kill(server.pid, 0);
    return true;
  } catch {
    return false;
  }
}

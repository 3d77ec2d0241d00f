import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

/** What the attacker sees of the server, measured by a process that has nothing else to do. */
export interface Health {
  answers: number;
  failures: number;
  slowestMs: number;
  /** Of every thousand answers one is slower. */
  p999Ms: number;
  /** The same of a bare Node server, asked at the same moments. */
  bare: { slowestMs: number; p999Ms: number };
  /** The most that an answer took longer than that of the bare server, without what the machine stood still meanwhile. */
  mostOverBareMs: number;
  /** A virtual machine's host gives its processors to others: how long nothing ran here. */
  standstill: { longestMs: number; allMs: number };
  peakBytes: number;
  byAttack: Record<string, Attack>;
}

interface Attack {
  slowestMs: number;
  mostOverBareMs: number;
  peakBytes: number;
}

const EVERY_MS = 50;
const TICK_MS = 10;
/** A process that only sleeps is woken later than this when the machine stands still, not by others beside it. */
const LATE_MS = 100;
const [origin = '', pid = ''] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });
const bareServer = fork(path.join(import.meta.dirname, 'bare-health.ts'));
const [barePort] = (await once(bareServer, 'message')) as [number];

const times = { server: [] as number[], bare: [] as number[] };
const byAttack: Record<string, Attack> = {};
const standstill = { longestMs: 0, allMs: 0 };
let failures = 0;
let during = attackNamed('getting ready');

function attackNamed(name: string): Attack {
  return (byAttack[name] ??= { slowestMs: 0, mostOverBareMs: 0, peakBytes: 0 });
}

async function ask(): Promise<void> {
  const asked = during;
  const stoodStillMs = standstill.allMs;
  const [ms, bareMs] = await Promise.all([
    timeOf(`${origin}/healthz`),
    timeOf(`http://127.0.0.1:${String(barePort)}/`),
  ]);
  if (ms === undefined || bareMs === undefined) {
    failures += 1;
    return;
  }
  times.server.push(ms);
  times.bare.push(bareMs);
  asked.slowestMs = Math.max(asked.slowestMs, ms);
  asked.mostOverBareMs = Math.max(asked.mostOverBareMs, ms - bareMs - (standstill.allMs - stoodStillMs));
}

/** Undefined when there was no answer. */
function timeOf(address: string): Promise<number | undefined> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const request = http.get(address, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(performance.now() - startedMs));
    });
    request.once('error', () => resolve(undefined));
  });
}

/** Linux tells it in a file; elsewhere memory is not measured. */
function residentBytes(): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return 0;
  }
}

let tickedMs = performance.now();
const ticks = setInterval(() => {
  const nowMs = performance.now();
  const lateMs = nowMs - tickedMs - TICK_MS;
  tickedMs = nowMs;
  if (lateMs < LATE_MS) return;
  standstill.longestMs = Math.max(standstill.longestMs, lateMs);
  standstill.allMs += lateMs;
}, TICK_MS);

const timer = setInterval(() => {
  during.peakBytes = Math.max(during.peakBytes, residentBytes());
  void ask();
}, EVERY_MS);

// Without the attacker there is nobody to tell.
process.on('disconnect', () => process.exit(0));
process.on('message', (message: { attack: string } | 'end') => {
  if (message !== 'end') {
    during = attackNamed(message.attack);
    return;
  }
  clearInterval(timer);
  clearInterval(ticks);
  agent.destroy();
  bareServer.disconnect();
  process.send?.(measured());
});

function measured(): Health {
  const attacks = Object.values(byAttack);
  return {
    answers: times.server.length,
    failures,
    ...slownessOf(times.server),
    bare: slownessOf(times.bare),
    mostOverBareMs: Math.max(...attacks.map(({ mostOverBareMs }) => mostOverBareMs)),
    standstill,
    peakBytes: Math.max(...attacks.map(({ peakBytes }) => peakBytes)),
    byAttack,
  };
}

function slownessOf(milliseconds: number[]): { slowestMs: number; p999Ms: number } {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return { slowestMs: sorted.at(-1) ?? 0, p999Ms: sorted[Math.floor(sorted.length * 0.999)] ?? 0 };
}

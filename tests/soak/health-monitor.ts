import fs from 'node:fs';
import http from 'node:http';

/** What the attacker sees of the server, measured by a process that has nothing else to do. */
export interface Health {
  answers: number;
  failures: number;
  slowestMs: number;
  /** Of every thousand answers one is slower. */
  p999Ms: number;
  peakBytes: number;
  byAttack: Record<string, { slowestMs: number; peakBytes: number }>;
}

const EVERY_MS = 50;
const [origin = '', pid = ''] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });
const times: number[] = [];
const health: Health = { answers: 0, failures: 0, slowestMs: 0, p999Ms: 0, peakBytes: 0, byAttack: {} };
let during = (health.byAttack['getting ready'] = { slowestMs: 0, peakBytes: 0 });

function ask(): Promise<void> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const request = http.get(`${origin}/healthz`, { agent }, (response) => {
      response.resume();
      response.once('end', () => {
        const ms = performance.now() - startedMs;
        times.push(ms);
        health.answers += 1;
        health.slowestMs = Math.max(health.slowestMs, ms);
        during.slowestMs = Math.max(during.slowestMs, ms);
        resolve();
      });
    });
    request.once('error', () => {
      health.failures += 1;
      resolve();
    });
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

const timer = setInterval(() => {
  const bytes = residentBytes();
  health.peakBytes = Math.max(health.peakBytes, bytes);
  during.peakBytes = Math.max(during.peakBytes, bytes);
  void ask();
}, EVERY_MS);

// Without the attacker there is nobody to tell.
process.on('disconnect', () => process.exit(0));
process.on('message', (message: { attack: string } | 'end') => {
  if (message !== 'end') {
    during = health.byAttack[message.attack] ??= { slowestMs: 0, peakBytes: 0 };
    return;
  }
  clearInterval(timer);
  agent.destroy();
  times.sort((a, b) => a - b);
  process.send?.({ ...health, p999Ms: times[Math.floor(times.length * 0.999)] ?? 0 });
});

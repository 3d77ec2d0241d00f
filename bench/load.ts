import { Pool } from 'undici';

export interface Target {
  origin: string;
  path: string;
  method?: 'GET' | 'POST';
  headers?: () => Record<string, string>;
  body?: (index: number) => string;
}

export interface Measured {
  callsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
}

/**
 * A closed loop: each connection sends its next request after it has read the previous response. Loopback only, with a
 * time limit.
 */
export async function load(
  target: Target,
  options: { connections: number; calls: number; maxMs?: number },
): Promise<Measured> {
  if (new URL(target.origin).hostname !== '127.0.0.1') throw new Error('loopback only');
  const pool = new Pool(target.origin, { connections: options.connections });
  const times: number[] = [];
  let sent = 0;
  let failed = 0;
  const startedMs = performance.now();
  const endMs = startedMs + (options.maxMs ?? 20_000);
  const one = async () => {
    while (sent < options.calls && performance.now() < endMs) {
      const index = sent++;
      const atMs = performance.now();
      const answer = await pool.request({
        path: target.path,
        method: target.method ?? 'GET',
        headers: target.headers?.() ?? {},
        ...(target.body ? { body: target.body(index) } : {}),
      });
      await answer.body.text();
      if (answer.statusCode !== 200) failed += 1;
      times.push(performance.now() - atMs);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, one));
  const wallMs = performance.now() - startedMs;
  await pool.close();
  times.sort((a, b) => a - b);
  const quantile = (q: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? Number.NaN;
  return {
    callsPerSecond: (times.length / wallMs) * 1000,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    failed,
  };
}

export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

import type { RunProgress } from '@promptwell/baiql-runtime';
import { describe, expect, it } from 'vitest';
import { createMonitor } from './monitor.js';

function watch(isTerminal: boolean, columns = 100) {
  let written = '';
  const monitor = createMonitor({
    write: (text) => (written += text),
    isTerminal,
    columns,
  });
  return { monitor, written: () => written };
}

function at(current: number, total: number): RunProgress {
  const totals = {
    total,
    succeeded: current,
    failed: 0,
    skipped: 0,
    cutOff: 0,
    reused: 0,
    inputTokens: 0,
    outputTokens: 0,
  };
  return { batch: 1, batches: 1, current, total, totals: { ...totals, costMicroUsd: 0 }, inFlight: 0 };
}

describe('what a run shows while it goes on', () => {
  it('is on a terminal one line that changes, and stays as it was last', () => {
    const { monitor, written } = watch(true);
    monitor.progress(at(0, 200));
    monitor.progress(at(200, 200));
    monitor.end();
    const lines = written().split('\r\u001b[K');
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/^█{24} 200\/200 .*\n$/u);
  });

  it.each([10, 20, 30, 40, 60])('fits into %i columns, without the last of them', (columns) => {
    const { monitor, written } = watch(true, columns);
    monitor.progress(at(123_456, 999_999));
    const [, line = ''] = written().split('\r\u001b[K');
    expect(line.length).toBeLessThan(columns);
    expect(line).toMatch(columns > 10 ? /^[█░]+ 123,456\/999,999/u : /^123,456\/9/u);
  });

  it('is elsewhere a line every while, and the last state', () => {
    const { monitor, written } = watch(false);
    for (const current of [0, 1, 150, 200]) monitor.progress(at(current, 200));
    monitor.end();
    expect(written()).toMatch(/^░{24} 0\/200 .*\n█{24} 200\/200 .*\n$/u);
  });

  it('names the cost once there is one, or it is known to be unknown', () => {
    const lineOf = (costMicroUsd: number | null, inputTokens: number): string => {
      const { monitor, written } = watch(true);
      const state = at(1, 3);
      monitor.progress({ ...state, totals: { ...state.totals, costMicroUsd, inputTokens } });
      return written();
    };
    expect(lineOf(0, 0)).not.toContain('cost');
    expect(lineOf(1_500_000, 900)).toContain('cost $1.50');
    expect(lineOf(null, 900)).toContain('cost unknown');
  });

  it('says nothing twice', () => {
    const { monitor, written } = watch(false);
    monitor.progress(at(0, 1));
    monitor.end();
    monitor.end();
    expect(written().match(/\n/gu)).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import type { EstimateProgress } from '../job.js';
import { createEstimateReport } from './estimate-report.js';

describe('the report of an estimate', () => {
  it('tells of rows and transactions, five times a second at most, and of each new phase at once', () => {
    const told: EstimateProgress[] = [];
    let nowMs = 0;
    const report = createEstimateReport(
      (progress) => told.push(progress),
      () => nowMs,
    );
    for (let step = 0; step < 30; step += 1) {
      report.counted(1_000);
      nowMs += 10;
    }
    report.addExpected(20);
    report.addExamined();
    nowMs += 200;
    report.addExamined();
    expect(told).toEqual([
      { phase: 'counting', current: 1_000, total: null },
      { phase: 'counting', current: 21_000, total: null },
      { phase: 'reading', current: 0, total: 20 },
      { phase: 'reading', current: 2, total: 20 },
    ]);
  });
});

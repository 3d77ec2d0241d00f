export { readBackupReport, readReconciliation, reconcileBooks, reportDuty } from './duty-reports.server';
export { addUp, latencyQuantile, parseLatency } from './latency';
export { ocrData } from './personal-data.server';
export { countingReader, createStats, type Stats } from './stats.server';

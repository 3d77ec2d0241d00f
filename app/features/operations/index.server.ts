export { readBackupReport, readReconciliation, reconcileBooks } from './duty-reports.server';
export { addUp, latencyQuantile, parseLatency } from './latency';
export { databaseSize, readDisk } from './disk.server';
export { createMetrics, type Metrics, type RequestKind } from './metrics.server';
export { genAiAttributes } from './gen-ai-attributes';
export { createTraces, outsideRequest, type RequestTrace, type Traces } from './traces.server';
export { ocrData } from './personal-data.server';
export { countingReader, createStats, type Stats } from './stats.server';
export { backUpNow, backUpWhenDue, newestBackup } from './make-backup.server';

import { RunStop, TransactionError } from '../interpreter/script-error.js';
import { OutputError } from '../outputs/index.js';
import { FileError, isDiskFull } from '../paths/index.js';
import type { StopReason } from '../records.js';
import { SourceError } from '../sources/index.js';

/** Maps a thrown error to the reason and message with which a run ends. Rethrows unknown errors. */
export function explainStop(error: unknown): { reason: StopReason; message: string } {
  if (error instanceof RunStop) return { reason: error.reason, message: error.message };
  if (error instanceof SourceError) {
    return { reason: error.code === 'changed' ? 'source-changed' : 'source', message: error.message };
  }
  if (error instanceof OutputError) return { reason: 'output', message: error.message };
  if (error instanceof FileError) {
    return { reason: error.code === 'disk-full' ? 'output' : 'source', message: error.message };
  }
  // An unreadable REF, or a statement outside batches.
  if (error instanceof TransactionError) return { reason: 'source', message: error.message };
  if (isDiskFull(error)) return { reason: 'output', message: 'There is no room left on the disk.' };
  throw error;
}

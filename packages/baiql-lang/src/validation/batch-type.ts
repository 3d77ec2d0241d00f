import type { Batch } from '../tree/nodes.js';
import type { BatchScope } from './scopes.js';

export type BatchType = 'COMBO**' | 'COMBO*' | 'COMBO' | 'PROMPT' | 'EXAMINE' | 'CHAIN';

/** The type of one batch, by what it loads; null if it has none. */
export function typeOfBatch({ loads, lines }: BatchScope): BatchType | null {
  const has = (type: string): boolean => loads.some((load) => load.type?.word === type);
  const ref = has('REF');
  const file = has('FILE');
  const dir = has('DIR');
  if (ref && (file || dir) && has('WORK')) return 'COMBO**';
  if (ref && file && dir) return 'COMBO*';
  if (ref && (file || dir)) return 'COMBO';
  if (ref && !has('WORK') && !has('LINES')) return 'PROMPT';
  if (!ref && (file || dir)) return 'EXAMINE';
  return lines.some((line) => line.kind === 'step') ? 'CHAIN' : null;
}

/** The script's type is that of its first batch. */
export function batchTypeOf(batches: readonly BatchScope[]): BatchType | null {
  const first = batches.reduce<BatchScope | null>(
    (earliest, scope) =>
      earliest === null || startOf(scope.batch) < startOf(earliest.batch) ? scope : earliest,
    null,
  );
  return first === null ? null : typeOfBatch(first);
}

function startOf(batch: Batch): number {
  return batch.range.start.offset;
}

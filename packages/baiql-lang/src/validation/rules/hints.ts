import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import { checkEach, type RuleContext } from '../rule.js';

/** Batches that cannot run in parallel, one diagnostic each. */
export function sequentialBatches({ scopes }: RuleContext): Diagnostic[] {
  return checkEach(scopes.batches, ({ batch, lines }) => {
    if (batch.start === null || batch.damaged) return [];
    const global = lines.find((line) => line.kind === 'global' && !line.broken);
    if (global === undefined) return [];
    return [report('BQ603', 'Runs one transaction at a time, because it assigns a GLOBAL', global.range)];
  });
}

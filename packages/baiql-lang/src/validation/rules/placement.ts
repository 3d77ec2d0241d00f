import type { DiagnosticCode } from '../../diagnostics/severities.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import type { LineKind } from '../../tree/index.js';
import type { Placement } from '../scopes.js';
import { eachOf } from '../each-of.js';
import type { RuleContext } from '../rule.js';

/** The commands that belong into a batch. */
const BATCH_ONLY: Partial<Record<LineKind, DiagnosticCode>> = {
  prompt: 'BQ208',
  run: 'BQ209',
  load: 'BQ210',
  output: 'BQ219',
  track: 'BQ219',
  skip: 'BQ219',
  retry: 'BQ219',
  step: 'BQ219',
  error: 'BQ219',
};

/** Commands that stand where they cannot. */
export function placement(context: RuleContext): Diagnostic[] {
  return eachOf(context.scopes.placements, (place) => checkPlace(context, place));
}

function checkPlace({ said }: RuleContext, { line, batch, inLoop, direct }: Placement): Diagnostic[] {
  if (line.recovered) return [];
  const { word, range } = line.command;
  const code = batch === null ? BATCH_ONLY[line.kind] : undefined;
  if (code !== undefined) return [report(code, `${word} outside of BATCH_START/END_BATCH`, range)];
  // An END_LOOP without its LOOP explains a BREAK without one.
  if (line.kind === 'break' && !inLoop && !said.has('BQ204')) {
    return [report('BQ213', 'BREAK outside of LOOP/END_LOOP', range)];
  }
  if (line.kind === 'batch-start' && batch === null && !direct) {
    return [report('BQ212', 'BATCH_START inside an IF or a LOOP', range)];
  }
  if (line.kind === 'step' && !direct) return [report('BQ214', 'STEP must stand directly in a batch', range)];
  return [];
}

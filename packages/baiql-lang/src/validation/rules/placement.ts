import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import { entryOfKind } from '../../vocabulary/vocabulary.js';
import type { Placement } from '../scopes.js';
import { checkEach, type RuleContext } from '../rule.js';

/** Commands at positions where they are not allowed. */
export function placement(context: RuleContext): Diagnostic[] {
  return checkEach(context.scopes.placements, (place) => checkPlace(context, place));
}

function checkPlace(
  { reportedCodes }: RuleContext,
  { line, batch, inLoop, direct }: Placement,
): Diagnostic[] {
  const { word, range } = line.command;
  const { place, block } = entryOfKind(line.kind) ?? {};
  // An END_LOOP without LOOP explains statements outside a loop.
  const isInside = place?.inside === 'loop' ? inLoop || reportedCodes.has('BQ204') : batch !== null;
  if (place !== undefined && !isInside) {
    const around = place.inside === 'loop' ? 'LOOP/END_LOOP' : 'BATCH_START/END_BATCH';
    return [report(place.outside, `${word} outside of ${around}`, range)];
  }
  if (block?.block === 'BATCH' && block.does === 'open' && batch === null && !direct) {
    return [report('BQ212', `${word} inside an IF or a LOOP`, range)];
  }
  if (place?.inside !== 'step' || direct) return [];
  return [report('BQ214', `${word} must stand directly in a batch`, range)];
}

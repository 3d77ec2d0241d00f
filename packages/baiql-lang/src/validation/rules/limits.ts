import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { removeLineFix } from '../../diagnostics/line-fixes.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import { diagnosticsOf } from '../../parsing/parse-line.js';
import type { Source } from '../../source/source.js';
import type { Line } from '../../tree/index.js';
import { checkEach, type RuleContext } from '../rule.js';

/** Two LIMITs in one batch: the second replaces the first, so its COST has no effect. */
export function oneLimit({ source, scopes }: RuleContext): Diagnostic[] {
  return checkEach(scopes.batches, ({ batch, lines }) => {
    const limits = batch.damaged ? [] : lines.filter(({ kind, broken }) => kind === 'limit' && !broken);
    const last = limits.pop();
    if (last === undefined) return [];
    const related = [{ message: 'The last one', range: last.range }];
    return checkEach(limits, (limit) => {
      const fixes = limits.length === 1 ? [inOne(source, limit, last)] : [];
      const message = 'Two LIMITs in one batch: the last one counts';
      return [report('BQ507', message, limit.range, { related, fixes })];
    });
  });
}

/** The merged statement; null if they set the same option twice. */
function inOne(source: Source, limit: Line, last: Line): Fix | null {
  const [first, second] = [limit, last].map(({ range }) => source.slice(range).replace(/^LIMIT\s+/, ''));
  const statement = [`LIMIT ${first} ${second}`, `LIMIT ${second} ${first}`].find(
    (each) => diagnosticsOf(each).length === 0,
  );
  if (statement === undefined) return null;
  const written = replaceFix(`Write ${statement}`, last.range, statement);
  return { ...written, edits: [...removeLineFix(source, limit.range).edits, ...written.edits] };
}

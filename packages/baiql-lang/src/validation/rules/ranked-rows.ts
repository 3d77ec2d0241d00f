import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import { matchColumns, nameOfHeader } from '../../source/names.js';
import { nearest } from '../../source/nearest.js';
import { extensionOfText } from '../../source/paths.js';
import { type OutputLine, plainText } from '../../tree/index.js';
import { checkEach, type RuleContext } from '../rule.js';
import type { BatchScope } from '../scopes.js';

const TABLES: ReadonlySet<string> = new Set(['csv', 'xlsx', 'json']);

/** SORT BY and TOP without rows to order, and sort columns the output does not have. */
export function rankedRows(context: RuleContext): Diagnostic[] {
  return checkEach(context.scopes.batches, (scope) =>
    scope.lines.flatMap((line) => {
      if (line.kind !== 'output' || line.broken) return [];
      const { sortBy, top, path } = line;
      const option = sortBy ?? top;
      if (option === null || path === null) return [];
      const grouping = line.grouping?.word ?? 'AGGREGATE';
      const isNamed = path.parts.some(({ kind }) => kind === 'placeholder');
      const extension = extensionOfText(path);
      if (grouping !== 'AGGREGATE' || (extension !== null && !TABLES.has(extension))) {
        const word = sortBy === null ? 'TOP' : 'SORT BY';
        return [report('BQ508', `${word} needs one csv, xlsx or json file for all rows`, option.range)];
      }
      return isNamed ? [] : columnMissing(context, scope, line);
    }),
  );
}

function columnMissing({ tables }: RuleContext, scope: BatchScope, line: OutputLine): Diagnostic[] {
  const asked = line.sortBy === null ? null : plainText(line.sortBy);
  const columns = columnsOf(scope, line);
  const known = tables.loaded.filter(({ load }) => scope.loads.includes(load));
  const rows = scope.loads.filter(({ type }) => type?.word === 'FILE' || type?.word === 'LINES');
  // An unknown table may have it, as may a reply without FIELDS.
  if (asked === null || columns === null || line.sortBy === null || known.length < rows.length) return [];
  const all = [...known.flatMap(({ headers }) => headers), ...columns, 'FILENAME'];
  if (matchColumns(all, asked).length > 0) return [];
  const names = all.map(nameOfHeader);
  const meant = all[names.indexOf(nearest(nameOfHeader(asked), names) ?? '')] ?? null;
  const fixes = [changeToFix(line.sortBy.range, meant === null ? null : `"${meant}"`)];
  return [report('BQ509', `There is no column ${asked} to sort by`, line.sortBy.range, { fixes })];
}

/** The columns of an output besides the table's; null if unknown. */
function columnsOf({ lines }: BatchScope, { fields, format }: OutputLine): readonly string[] | null {
  if (fields.length === 0 && format?.word === 'json') return null;
  const reply = fields.length === 0 ? ['reply'] : fields.map(({ name }) => name.written);
  const tracked = lines.flatMap((line) => (line.kind === 'track' ? line.names.map(({ name }) => name) : []));
  return [...reply, ...tracked];
}

/** Choices that would differ between transactions. */
export function choicesOfFields({ lines }: RuleContext): Diagnostic[] {
  return checkEach(lines.of('output'), ({ fields }) =>
    fields.flatMap(({ choices }) =>
      choices.flatMap(({ parts }) =>
        parts.flatMap((part) =>
          part.kind === 'placeholder'
            ? [report('BQ510', `A choice can’t hold {${part.written}}`, part.range)]
            : [],
        ),
      ),
    ),
  );
}

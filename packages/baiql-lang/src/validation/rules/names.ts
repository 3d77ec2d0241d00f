import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import type { Range } from '../../source/position.js';
import { occurrencesOf } from '../../symbols/symbols.js';
import { type Line, type Loop, type Script, visitReads, visitStatements } from '../../tree/index.js';
import { runWideNames } from '../names-of-run.js';
import { checkEach, type RuleContext } from '../rule.js';

/** Names read before the first line that sets them. */
export function usedBeforeSet(context: RuleContext): Diagnostic[] {
  const { source, symbols, tables, tree } = context;
  const loopOf = outermostLoops(tree);
  return checkEach(symbols.names, (symbol) => {
    if (symbol.kind !== 'variable' || tables.names.has(symbol.name)) return [];
    const definition = occurrencesOf(symbol, 'definition')[0];
    if (definition === undefined) return [];
    const loop = loopOf(definition.range);
    const use = symbol.occurrences.find(
      (occurrence) =>
        occurrence.role === 'reference' &&
        occurrence.line <= definition.line &&
        isReadInOrder(tree.lines[occurrence.line]) &&
        // `SET AVG = AVG(SCORE)` is a mistaken function call.
        !(occurrence.line === definition.line && tree.lines[occurrence.line]?.broken === true) &&
        // In a loop, one iteration can read what the previous one set.
        (loop === null || loopOf(occurrence.range) !== loop),
    );
    if (use === undefined) return [];
    const related = [{ message: 'It is set here', range: definition.range }];
    const written = source.slice(use.range);
    return [report('BQ402', `{${written}} is used before it is set`, use.outer, { related })];
  });
}

/** Declarations take effect at the beginning or end of the batch: their order is irrelevant. */
function isReadInOrder(line: Line | undefined): boolean {
  return line !== undefined && line.kind !== 'track' && line.kind !== 'output' && !isWhere(line);
}

/** WHERE has its own rule. */
function isWhere(line: Line): boolean {
  return line.kind === 'load' && line.where !== null;
}

/** Finds the outermost loop that contains an offset; null if there is none. */
function outermostLoops({ statements }: Script): (place: Range) => Loop | null {
  const loops: Loop[] = [];
  let end = -1;
  visitStatements(statements, (statement) => {
    if (statement.kind !== 'loop' || statement.range.start.offset < end) return;
    loops.push(statement);
    end = statement.range.end.offset;
  });
  return ({ start, end: placeEnd }) => {
    let low = 0;
    let high = loops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((loops[middle]?.range.end.offset ?? Infinity) < placeEnd.offset) low = middle + 1;
      else high = middle;
    }
    const loop = loops[low];
    return loop !== undefined && loop.range.start.offset <= start.offset ? loop : null;
  };
}

/** `SET TOTAL = TOTAL + 1` of a run-wide value: the sum is lost with the transaction. */
export function lostSums({ scopes }: RuleContext): Diagnostic[] {
  const ofRun = runWideNames(scopes);
  // A loop counts its own iterations.
  const inLoops = new Set(scopes.placements.filter(({ inLoop }) => inLoop).map(({ line }) => line));
  return checkEach(scopes.batches, ({ lines }) => {
    const times = new Map<string, number>();
    for (const line of lines) {
      if ((line.kind !== 'set' && line.kind !== 'get') || line.name === null) continue;
      times.set(line.name.name, (times.get(line.name.name) ?? 0) + 1);
    }
    return lines.flatMap((line) => {
      if (line.kind !== 'set' || line.name === null || inLoops.has(line)) return [];
      const { name, written, range } = line.name;
      if (!ofRun.has(name) || times.get(name) !== 1 || !namesReadOn(line).has(name)) return [];
      const fixes = [replaceFix('Use GLOBAL', line.command.range, 'GLOBAL')];
      return [report('BQ418', `${written} begins anew in each transaction`, range, { fixes })];
    });
  });
}

function namesReadOn(line: Line): ReadonlySet<string> {
  const names = new Set<string>();
  visitReads(line, ({ name }) => names.add(name));
  return names;
}

/** Built-in names that a script tries to set. */
export function assignedBuiltIns({ symbols }: RuleContext): Diagnostic[] {
  const taken = symbols.names.filter(({ kind }) => kind === 'built-in' || kind === 'input');
  const assigned = taken.flatMap(({ name, occurrences }) =>
    occurrences
      .filter(({ role, form }) => role === 'definition' && form === 'name')
      .map(({ range }) => ({ name, range })),
  );
  return checkEach(assigned, ({ name, range }) => [
    report('BQ404', `${name} is set by the engine and cannot be assigned`, range),
  ]);
}

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import type { Line, Text } from '../../tree/index.js';
import { runWideNames, transactionPlaceholders } from '../names-of-run.js';
import { checkEach, type RuleContext } from '../rule.js';

const DECLARATIONS = ['path-in', 'path-out', 'load', 'model', 'make-log', 'output'] as const;
type Declaration = Extract<Line, { kind: (typeof DECLARATIONS)[number] }>;

/** Declarations, evaluated once before the first transaction, that read names only a transaction has. */
export function namesInDeclarations({ scopes, symbols, lines }: RuleContext): Diagnostic[] {
  const ofRun = runWideNames(scopes);
  const unknown = new Set(symbols.names.flatMap(({ kind, name }) => (kind === 'undefined' ? [name] : [])));
  return checkEach(lines.of(...DECLARATIONS), (line) => {
    const [first] = textsOf(line)
      .flatMap((text) => transactionPlaceholders(text, ofRun))
      .filter(({ name }) => !unknown.has(name));
    if (first === undefined || line.broken) return [];
    const grouping = line.kind === 'output' ? line.grouping : null;
    const fixes = grouping === null ? [] : [changeToFix(grouping.range, 'SEPARATE')];
    const message = `{${first.written}} has no value when the batch begins`;
    return [report('BQ414', message, first.range, { fixes })];
  });
}

/** The texts of a line that are filled once for the whole batch. */
function textsOf(line: Declaration): readonly (Text | null)[] {
  switch (line.kind) {
    case 'path-in':
    case 'path-out':
    case 'make-log':
      return [line.path];
    case 'load':
      return [line.path, line.match];
    case 'model':
      return [line.model];
    case 'output':
      // By default such an output is one file per transaction.
      return line.grouping === null || line.grouping.word === 'SEPARATE' ? [] : [line.path];
  }
}

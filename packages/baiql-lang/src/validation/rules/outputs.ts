import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import { extensionOfText } from '../../source/paths.js';
import { blocksOf, type OutputLine, plainText, type Statement } from '../../tree/index.js';
import { OUTPUT_FORMATS } from '../../vocabulary/file-kinds.js';
import type { RuleContext } from '../rule.js';

/** Outputs in a format that cannot be written. */
export function outputFormats({ tree }: RuleContext): Diagnostic[] {
  return tree.lines.flatMap((line) => {
    const path = line.kind === 'output' && !line.broken ? line.path : null;
    const extension = path === null ? null : extensionOfText(path);
    if (path === null || extension === null) return [];
    if (OUTPUT_FORMATS.some((format) => format === extension)) return [];
    const kind = extension === '' ? 'files without an ending' : `${extension} files`;
    return [report('BQ501', `Cannot write ${kind} (txt, csv, json, xlsx, docx)`, path.range)];
  });
}

/** Two outputs into one file, unless they are in different branches of an IF. */
export function sameOutputs({ tree }: RuleContext): Diagnostic[] {
  const found: Diagnostic[] = [];
  collectOutputs(tree.statements, new Map(), (path, first, second) => {
    if (first.path === null || second.path === null) return;
    const related = [{ message: 'The first one', range: first.path.range }];
    found.push(report('BQ503', `Two OUTPUTs write ${path}`, second.path.range, { related }));
  });
  return found;
}

type Written = Map<string, OutputLine>;

/** Adds the outputs of a list of statements to those before it, and tells of each that repeats one. */
function collectOutputs(
  statements: readonly Statement[],
  written: Written,
  onSame: (path: string, first: OutputLine, second: OutputLine) => void,
): void {
  for (const statement of statements) {
    if (statement.kind === 'output') {
      const path = statement.path === null || statement.recovered ? null : plainText(statement.path);
      if (path === null) continue;
      const first = written.get(path.toLowerCase());
      if (first === undefined) written.set(path.toLowerCase(), statement);
      else onSame(path, first, statement);
      continue;
    }
    if (statement.kind !== 'if') {
      for (const block of blocksOf(statement)) collectOutputs(block, written, onSame);
      continue;
    }
    // Each branch sees what was written before the IF, not what the other branch writes.
    const branches = blocksOf(statement).map((block) => {
      const inner: Written = new Map(written);
      collectOutputs(block, inner, onSame);
      return inner;
    });
    for (const branch of branches)
      for (const [path, line] of branch) if (!written.has(path)) written.set(path, line);
  }
}

/** MATCH where no transaction has a file. */
export function matchNeedsFiles({ scopes }: RuleContext): Diagnostic[] {
  return scopes.batches.flatMap(({ batch, lines, loads }) => {
    const hasFiles = loads.some(
      (load) => load.type === null || load.type.word === 'WORK' || load.type.word === 'DIR',
    );
    const isUncertain = batch.damaged || lines.some((line) => line.kind === 'unknown');
    if (hasFiles || isUncertain) return [];
    return lines.flatMap((line) => {
      if (line.kind !== 'output' || line.grouping?.word !== 'MATCH') return [];
      const { range } = line.grouping;
      const fixes = [changeToFix(range, 'SEPARATE')];
      return [report('BQ505', 'MATCH needs files to name the outputs after', range, { fixes })];
    });
  });
}

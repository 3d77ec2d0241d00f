import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { changeToFix, report } from '../../diagnostics/report.js';
import { extensionOfText, resolvePath } from '../../source/paths.js';
import { occurrencesOf } from '../../symbols/symbols.js';
import { blocksOf, type OutputLine, type Statement, type Text } from '../../tree/index.js';
import { OUTPUT_FORMATS } from '../../vocabulary/file-kinds.js';
import { checkEach, type RuleContext } from '../rule.js';

/** Outputs in an unsupported format. */
export function outputFormats({ source, lines }: RuleContext): Diagnostic[] {
  return checkEach(lines.of('output'), ({ broken, path }) => {
    const extension = path === null || broken ? null : extensionOfText(path);
    if (path === null || extension === null) return [];
    if (OUTPUT_FORMATS.some((format) => format === extension)) return [];
    const kind = extension === '' ? 'files without an extension' : `${extension} files`;
    const fixes = [endingFix(source.slice(path.range), path, extension)];
    return [report('BQ501', `Cannot write ${kind} (${OUTPUT_FORMATS.join(', ')})`, path.range, { fixes })];
  });
}

/** The likely intended format. */
const MEANT_ENDINGS: Readonly<Record<string, string>> = {
  '': 'csv',
  pdf: 'docx',
  doc: 'docx',
  odt: 'docx',
  rtf: 'docx',
  word: 'docx',
  xls: 'xlsx',
  xlsm: 'xlsx',
  ods: 'xlsx',
  excel: 'xlsx',
  tsv: 'csv',
  jsonl: 'json',
  text: 'txt',
  md: 'txt',
  log: 'txt',
};

function endingFix(written: string, { range, form, closed }: Text, extension: string): Fix | null {
  const meant = MEANT_ENDINGS[extension];
  const bare = written.replace(/^"|"$/g, '');
  if (meant === undefined || !closed || bare === '' || /[/\\.]$/.test(bare)) return null;
  const path = `${extension === '' ? bare : bare.slice(0, -extension.length - 1)}.${meant}`;
  return changeToFix(range, form === 'bare' && !/\s/.test(path) ? path : `"${path}"`);
}

/** Two outputs to one file, unless they are in different branches of an IF. */
export function sameOutputs({ tree, symbols, foldersOf }: RuleContext): Diagnostic[] {
  const found: Diagnostic[] = [];
  // A name that is set twice may have another value the second time.
  const changing = new Set(
    symbols.names.filter((symbol) => occurrencesOf(symbol, 'definition').length > 1).map(({ name }) => name),
  );
  collectOutputs(tree.statements, new Written(null), (line, written) => {
    const path = line.path === null ? null : pathWithNames(line.path, changing);
    const twice = path === null ? null : addOutput(line, path, foldersOf(line).out, written);
    if (twice !== null) found.push(twice);
  });
  return found;
}

/** A path with its names in upper case; null if a name in it may change its value. */
function pathWithNames({ parts }: Text, changing: ReadonlySet<string>): string | null {
  if (parts.some((part) => part.kind === 'placeholder' && changing.has(part.name))) return null;
  return parts.map((part) => (part.kind === 'placeholder' ? `{${part.name}}` : part.text)).join('');
}

/** A batch with VALIDATE writes nothing. */
const isValidateOnly = (statement: Statement): boolean =>
  statement.kind === 'batch' &&
  statement.start?.kind === 'batch-start' &&
  statement.start.mode?.word === 'VALIDATE';

/** The outputs so far. A branch of an IF sees those before the IF, but not those of the other branch. */
class Written {
  readonly #outer: Written | null;
  readonly #own = new Map<string, OutputLine>();

  constructor(outer: Written | null) {
    this.#outer = outer;
  }

  get(path: string): OutputLine | undefined {
    return this.#own.get(path) ?? this.#outer?.get(path);
  }

  add(path: string, line: OutputLine): void {
    this.#own.set(path, line);
  }

  addAll(inner: Written): void {
    for (const [path, line] of inner.#own) this.#own.set(path, line);
  }
}

function collectOutputs(
  statements: readonly Statement[],
  written: Written,
  add: (line: OutputLine, written: Written) => void,
): void {
  for (const statement of statements) {
    if (statement.kind === 'output') {
      add(statement, written);
    } else if (statement.kind === 'if') {
      const branches = blocksOf(statement).map((block) => {
        const inner = new Written(written);
        collectOutputs(block, inner, add);
        return inner;
      });
      for (const branch of branches) written.addAll(branch);
    } else if (!isValidateOnly(statement)) {
      for (const block of blocksOf(statement)) collectOutputs(block, written, add);
    }
  }
}

function addOutput(
  line: OutputLine,
  path: string,
  folder: string | null,
  written: Written,
): Diagnostic | null {
  if (line.path === null) return null;
  const whole = folder === null ? null : resolvePath(folder, path);
  const file = (whole ?? path).toLowerCase();
  const first = written.get(file);
  if (first?.path == null) {
    written.add(file, line);
    return null;
  }
  const related = [{ message: 'The first one', range: first.path.range }];
  return report('BQ503', `Two OUTPUTs write ${path}`, line.path.range, { related });
}

/** MATCH without files of the transaction. */
export function matchNeedsFiles({ scopes }: RuleContext): Diagnostic[] {
  // A LOAD outside batches is reported already; it may be the one with the files.
  if (scopes.placements.some(({ line, batch }) => batch === null && line.kind === 'load')) return [];
  return checkEach(scopes.batches, ({ batch, lines, loads }) => {
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

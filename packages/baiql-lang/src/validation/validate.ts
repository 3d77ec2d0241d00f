import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { inOrder, parse, type ParsedScript } from '../parsing/parse.js';
import { findDashedNames } from '../meaning/dashed-names.js';
import { inferIntent } from '../meaning/infer-intent.js';
import { collectSymbols } from '../symbols/collect.js';
import type { SymbolTable } from '../symbols/symbols.js';
import { foldName, nameOfHeader } from '../source/names.js';
import { NAMES } from '../vocabulary/names.js';
import { type BatchType, batchTypeOf } from './batch-type.js';
import type { Environment } from './environment.js';
import { findFolders } from './folders.js';
import { LinesByKind } from './lines-by-kind.js';
import type { RuleContext } from './rule.js';
import { RULES } from './rules/index.js';
import { findScopes } from './scopes.js';
import { dropExplained } from './drop-explained.js';
import { findTables } from './tables.js';

export interface Validation {
  /** The type of the script's first batch; null if it has none. */
  readonly batchType: BatchType | null;
  /** All diagnostics in source order, including the parser's. */
  readonly diagnostics: readonly Diagnostic[];
  readonly symbols: SymbolTable;
}

/**
 * Validates a script, as text or parsed, against its environment. Never throws. Reports at most 500 diagnostics of a
 * kind. The environment's lists must not be mutated.
 */
export function validate(script: string | ParsedScript, environment: Environment = {}): Validation {
  const parsed = typeof script === 'string' ? parse(script) : script;
  const tables = tablesOf(parsed, environment);
  const plain = validateAsWritten(parsed, environment, tables);
  const names = namesFor(environment, tables, plain.symbols);
  // `First-name` is a calculation to the grammar, of two names that nothing sets.
  const isDashed = (): boolean =>
    plain.diagnostics.some(({ code }) => code === 'BQ401') && findDashedNames(parsed, names) !== null;
  if (!plain.diagnostics.some(isSyntactic) && !isDashed()) return plain;
  return asMeant(parsed, environment, plain, names);
}

/** BQ216, a PROMPT without RUN, is excluded: an unknown line between them may be the RUN. */
const SYNTACTIC = /^BQ(?:1|2(?!16)|30[123]|504)/;

/** True for diagnostics of a line's or block's syntax. */
export const isSyntactic = ({ code }: Diagnostic): boolean => SYNTACTIC.test(code);

/** If typos and informal wording can be interpreted, validates the script as intended. */
function asMeant(
  parsed: ParsedScript,
  environment: Environment,
  plain: Validation,
  names: ReadonlySet<string>,
  typosOnly = false,
): Validation {
  const intent = inferIntent(parsed, names, typosOnly);
  if (intent === null) return plain;
  const { script, diagnostics: inferred, isUnread } = intent;
  const read = parse(script.text);
  const meant = isUnread
    ? validate(read, environment)
    : validateAsWritten(read, environment, tablesOf(read, environment));
  // Informal block ends that are reported with their openers.
  const ends = inferred.flatMap(({ related = [] }) => related);
  const reportedLines = new Set([...inferred, ...ends].map(({ range }) => range.start.line));
  const isElsewhere = ({ range }: Diagnostic): boolean => !reportedLines.has(range.start.line);
  const others = plain.diagnostics.filter(isElsewhere);
  const all = meant.diagnostics.map((diagnostic) => script.inOldText(diagnostic));
  const placeOf = ({ code, range }: Diagnostic): string => `${code} ${range.start.line}`;
  const known = new Set(plain.diagnostics.map(placeOf));
  // Problems hidden until now can wait until the lines are fixed: first the other problems of these lines, then
  // non-syntax ones, which would indicate a misinterpretation.
  const isKnown = (each: Diagnostic): boolean => known.has(placeOf(each));
  const seen = all.filter((each) => isElsewhere(each) || isKnown(each));
  for (const left of [all, seen, seen.filter((each) => isSyntactic(each) || isKnown(each))]) {
    const diagnostics = dropExplained(inOrder([...inferred, ...left]));
    if (
      isUnread ||
      diagnostics.length + ends.length <= plain.diagnostics.length ||
      left.length <= others.length
    )
      return { batchType: meant.batchType, diagnostics, symbols: plain.symbols };
  }
  // Lines taken for one mistake may be several; typos are still typos.
  if (!typosOnly) return asMeant(parsed, environment, plain, names, true);
  const fixesOf = ({ code, range: { start } }: Diagnostic) =>
    inferred.find((each) => each.code === code && each.range.start.offset === start.offset)?.fixes;
  return {
    ...plain,
    diagnostics: plain.diagnostics.map((each) => ({ ...each, fixes: fixesOf(each) ?? each.fixes })),
  };
}

/** Every built-in name, name of the script and its tables, and model name. */
function namesFor(environment: Environment, { tables }: Tables, { names }: SymbolTable): ReadonlySet<string> {
  const models = (environment.models ?? []).map(foldName);
  // The columns of a table whose LOAD is not understood are not known as such yet.
  const headers = tables.uncertain ? Object.values(environment.headers ?? {}).flat() : [];
  return new Set([
    ...NAMES.map(({ word }) => word),
    ...tables.names,
    ...names.map(({ name }) => name),
    ...models,
    ...headers.map(nameOfHeader),
  ]);
}

type Tables = Pick<RuleContext, 'scopes' | 'foldersOf' | 'tables'>;

function tablesOf({ tree }: ParsedScript, environment: Environment): Tables {
  const scopes = findScopes(tree);
  const foldersOf = findFolders(scopes);
  return { scopes, foldersOf, tables: findTables(scopes, environment, foldersOf) };
}

function validateAsWritten(
  parsed: ParsedScript,
  environment: Environment,
  { scopes, foldersOf, tables }: Tables,
): Validation {
  const { source, tree, diagnostics: parseDiagnostics } = parsed;
  const symbols = collectSymbols(source, tree.lines, tables.names);
  const batchType = batchTypeOf(scopes.batches);
  // Without blocks no scope is meaningful.
  if (!parsed.folded) return { batchType, diagnostics: parseDiagnostics, symbols };
  const reportedCodes = new Set(parseDiagnostics.map(({ code }) => code));
  const lines = new LinesByKind(tree.lines);
  const context: RuleContext = {
    source,
    tree,
    lines,
    scopes,
    symbols,
    environment,
    foldersOf,
    tables,
    reportedCodes,
  };
  const found = RULES.flatMap((rule) => rule(context));
  return { batchType, diagnostics: dropExplained(inOrder([...parseDiagnostics, ...found])), symbols };
}

/** The summary of a validation: "✓ Valid", "✓ Valid with N warning(s)", "✗ N error(s) found". */
export function summarize(diagnostics: readonly Pick<Diagnostic, 'severity'>[]): string {
  const count = (severity: Diagnostic['severity']): number =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const errors = count('error');
  if (errors > 0) return `✗ ${errors} error(s) found`;
  const warnings = count('warning');
  return warnings > 0 ? `✓ Valid with ${warnings} warning(s)` : '✓ Valid';
}

import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/severities.js';
import type { Source } from '../source/source.js';
import type { SymbolTable } from '../symbols/symbols.js';
import type { Line } from '../tree/lines.js';
import type { Script } from '../tree/nodes.js';
import { MAX_DIAGNOSTICS } from '../vocabulary/limits.js';
import type { Environment } from './environment.js';
import type { LineFolders } from './folders.js';
import type { LinesByKind } from './lines-by-kind.js';
import type { Scopes } from './scopes.js';
import type { TableColumns } from './tables.js';

/** The input of a rule. */
export interface RuleContext {
  readonly source: Source;
  readonly tree: Script;
  readonly lines: LinesByKind;
  readonly scopes: Scopes;
  readonly symbols: SymbolTable;
  readonly environment: Environment;
  readonly foldersOf: (line: Line) => LineFolders;
  readonly tables: TableColumns;
  /** Codes already reported by the parser: their consequences are not reported again. */
  readonly reportedCodes: ReadonlySet<DiagnosticCode>;
}

/** A check of one kind. Rules are independent of each other. */
export type Rule = (context: RuleContext) => readonly Diagnostic[];

/** The diagnostics of a check for each item, in order, up to a limit: more of one kind cost time and help no one. */
export function checkEach<Item>(
  items: Iterable<Item>,
  check: (item: Item) => readonly Diagnostic[],
): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const item of items) {
    for (const diagnostic of check(item)) found.push(diagnostic);
    if (found.length >= MAX_DIAGNOSTICS) break;
  }
  return found;
}

/** Names with a value: those the script sets or reads, and those of its tables. */
export function knownNames({ symbols, tables }: RuleContext): ReadonlySet<string> {
  const names = new Set(tables.names);
  for (const { name, kind } of symbols.names) if (kind !== 'undefined' && kind !== 'setting') names.add(name);
  return names;
}

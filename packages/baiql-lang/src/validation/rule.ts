import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/severities.js';
import type { Source } from '../source/source.js';
import type { SymbolTable } from '../symbols/symbols.js';
import type { Line } from '../tree/lines.js';
import type { Script } from '../tree/nodes.js';
import { MOST_MISTAKES } from '../vocabulary/limits.js';
import type { Environment } from './environment.js';
import type { LineFolders } from './folders.js';
import type { LinesByKind } from './lines-by-kind.js';
import type { Scopes } from './scopes.js';
import type { TableColumns } from './tables.js';

/** What a rule may look at. */
export interface RuleContext {
  readonly source: Source;
  readonly tree: Script;
  readonly lines: LinesByKind;
  readonly scopes: Scopes;
  readonly symbols: SymbolTable;
  readonly environment: Environment;
  readonly foldersOf: (line: Line) => LineFolders;
  readonly tables: TableColumns;
  /** Codes that parsing has already given: what they explain is not said again. */
  readonly said: ReadonlySet<DiagnosticCode>;
}

/** A check of one kind. Rules do not know of each other. */
export type Rule = (context: RuleContext) => readonly Diagnostic[];

/**
 * What a check says of each of these, in order. Of one kind of mistake no more is told than anybody would read:
 * the rest would cost time and be mended in the same way.
 */
export function eachOf<Item>(
  items: Iterable<Item>,
  check: (item: Item) => readonly Diagnostic[],
): Diagnostic[] {
  const said: Diagnostic[] = [];
  for (const item of items) {
    for (const diagnostic of check(item)) said.push(diagnostic);
    if (said.length >= MOST_MISTAKES) break;
  }
  return said;
}

/** The names that have a value: those that the script sets or reads, and those of its tables. */
export function knownNames({ symbols, tables }: RuleContext): ReadonlySet<string> {
  const names = new Set(tables.names);
  for (const { name, kind } of symbols.names) if (kind !== 'undefined' && kind !== 'setting') names.add(name);
  return names;
}

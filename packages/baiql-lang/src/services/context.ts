import { parse, type ParsedScript } from '../parsing/parse.js';
import { collectSymbols } from '../symbols/collect.js';
import type { SymbolTable } from '../symbols/symbols.js';
import type { Line } from '../tree/lines.js';
import type { Environment } from '../validation/environment.js';
import { findFolders, type LineFolders } from '../validation/folders.js';
import { findScopes, type Scopes } from '../validation/scopes.js';
import { findTables, type TableColumns } from '../validation/tables.js';

/** Input of a service: a script with its symbols and environment. */
export interface ServiceContext {
  readonly parsed: ParsedScript;
  readonly environment: Environment;
  readonly symbols: SymbolTable;
  readonly scopes: Scopes;
  readonly tables: TableColumns;
  readonly foldersOf: (line: Line) => LineFolders;
}

/** A script for services: its text, or its parse. */
export type ScriptInput = string | ParsedScript;

export function parsedOf(script: ScriptInput): ParsedScript {
  return typeof script === 'string' ? parse(script) : script;
}

export function openContext(script: ScriptInput, environment: Environment = {}): ServiceContext {
  const parsed = parsedOf(script);
  const scopes = findScopes(parsed.tree);
  const foldersOf = findFolders(scopes);
  const tables = findTables(scopes, environment, foldersOf);
  const symbols = collectSymbols(parsed.source, parsed.tree.lines, tables.names);
  return { parsed, environment, symbols, scopes, tables, foldersOf };
}

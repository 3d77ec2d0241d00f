/** The BAIQL language: parsing, validation and planning of scripts. Runs in Node and browsers. */
export { CATALOGUE } from './diagnostics/catalogue.js';
export type { Diagnostic, Fix, RelatedPlace, Severity, TextEdit } from './diagnostics/diagnostic.js';
export { applyFix } from './diagnostics/apply-fix.js';
export type { DiagnosticCode } from './diagnostics/severities.js';
export * from './files.js';
export { encodingNamedFor, tablesNamedIn } from './source/named-tables.js';
export { referencePage } from './docs/reference.js';
export { parse, type ParsedScript } from './parsing/parse.js';
export type { Token, TokenKind } from './parsing/public-tokens.js';
export { columnNumber, findColumn, foldName, isName, nameOfHeader, splitColumns } from './source/names.js';
export { nearest } from './source/nearest.js';
export type { Position, Range } from './source/position.js';
export { Source } from './source/source.js';
export {
  type NameSymbol,
  type Occurrence,
  occurrencesOf,
  type SymbolKind,
  type SymbolTable,
} from './symbols/symbols.js';
export * from './tree/index.js';
export type { BatchType } from './validation/batch-type.js';
export type { Environment, SheetRows, TextReading, UnvaryingColumns } from './validation/environment.js';
export { summarize, validate, type Validation } from './validation/validate.js';
export { type Mode, MODES } from './vocabulary/commands/batches.js';
export type { VocabularyEntry, WordGroup } from './vocabulary/entry.js';
export * from './vocabulary/limits.js';
export {
  BUILT_IN_WORDS,
  COMMAND_WORDS,
  entriesOf,
  INPUT_WORDS,
  KEYWORDS,
  optionsAfter,
  SETTING_WORDS,
  VOCABULARY,
} from './vocabulary/vocabulary.js';
export { compile, sendsAnything } from './plan/compile.js';
export type * from './plan/plan.js';
export * from './services/index.js';

import type { TextEdit } from '../diagnostics/diagnostic.js';
import { KEYWORD_TYPES, isReservedWord } from '../parsing/tokens.js';
import { foldName, isName } from '../source/names.js';
import type { Range } from '../source/position.js';
import { isBuiltIn } from '../symbols/collect.js';
import type { NameSymbol } from '../symbols/symbols.js';
import type { Environment } from '../validation/environment.js';
import { SETTING_WORDS } from '../vocabulary/vocabulary.js';
import { openContext, type ScriptInput, type ServiceContext } from './context.js';
import { type NameAt, nameAt } from './locate.js';

/** Why a name cannot be renamed; user-facing. */
export interface Refusal {
  readonly reason: string;
}

/** The name to be renamed. */
export interface RenameTarget {
  readonly range: Range;
  readonly name: string;
}

export interface Renaming {
  /** Non-overlapping edits, in order. */
  readonly edits: readonly TextEdit[];
}

/** Checks whether the name at an offset can be renamed. Call before asking the user for the new name. */
export function prepareRename(
  script: ScriptInput,
  offset: number,
  environment?: Environment,
): RenameTarget | Refusal {
  const context = openContext(script, environment);
  const found = nameToRename(context, offset);
  if ('reason' in found) return found;
  const { range } = found.occurrence;
  return { range, name: context.parsed.source.slice(range) };
}

/**
 * Renames all occurrences of the name at an offset: in texts, expressions, GET, SET, GLOBAL, TRACK and the lists of
 * LINES_HEADER and LINES_NOHEADER.
 */
export function rename(
  script: ScriptInput,
  offset: number,
  newName: string,
  environment?: Environment,
): Renaming | Refusal {
  const context = openContext(script, environment);
  const found = nameToRename(context, offset);
  if ('reason' in found) return found;
  const reason = badName(context, found.symbol, newName);
  if (reason !== null) return { reason };
  const edits = found.symbol.occurrences
    .map(({ range }) => ({ range, newText: newName }))
    .sort((left, right) => left.range.start.offset - right.range.start.offset);
  return { edits };
}

function nameToRename(context: ServiceContext, offset: number): NameAt | Refusal {
  const found = nameAt(context.symbols, offset);
  if (found === null) return { reason: 'There is no name here that could be renamed.' };
  const reason = refusalOf(context, found.symbol);
  return reason === null ? found : { reason };
}

function refusalOf({ parsed, tables }: ServiceContext, symbol: NameSymbol): string | null {
  const { name, kind } = symbol;
  if (kind === 'built-in' || kind === 'input') return `${name} is set by the engine and cannot be renamed.`;
  if (kind === 'setting') return `${name} is a setting of the language and cannot be renamed.`;
  if (tables.names.has(name)) return `${name} is a column of a loaded table. Rename it in the table.`;
  const unclear = parsed.tree.lines.find((line) => line.broken && line.mentions.includes(name));
  if (unclear === undefined) return null;
  return `Line ${unclear.range.start.line} uses ${name} and has a mistake. Fix that line first.`;
}

function badName({ symbols, tables }: ServiceContext, symbol: NameSymbol, newName: string): string | null {
  const name = foldName(newName);
  if (!isName(newName)) {
    return `A name is a letter, followed by letters, digits and _. "${newName}" is not.`;
  }
  const keyword = KEYWORD_TYPES.get(name);
  if (keyword !== undefined && isReservedWord(keyword.name)) return `${name} is a word of the language.`;
  if (isBuiltIn(name)) return `${name} is set by the engine. Choose another name.`;
  if (SETTING_WORDS.has(name)) return `${name} is a setting of the language. Choose another name.`;
  if (name === symbol.name) return null;
  const isTaken = tables.names.has(name) || symbols.names.some((other) => other.name === name);
  return isTaken ? `${name} is already a name in this script.` : null;
}

import { columnNumber, foldName } from '../source/names.js';
import type { Range } from '../source/position.js';
import { type NameSymbol, occurrencesOf } from '../symbols/symbols.js';
import type { Line } from '../tree/lines.js';
import type { Environment } from '../validation/environment.js';
import type { VocabularyEntry } from '../vocabulary/entry.js';
import { entriesOf } from '../vocabulary/vocabulary.js';
import { openContext, type ScriptInput, type ServiceContext } from './context.js';
import { lineAtOffset, nameAt, tokenAt } from './locate.js';

/** The explanation of the word at an offset. */
export interface Hover {
  readonly range: Range;
  /** Syntax: `MODEL model [TEMP number] [TOP_P number]`; for a name, the name. */
  readonly signature: string;
  /** One or a few plain sentences. */
  readonly documentation: string;
  /** A short example; may be empty. */
  readonly example: string;
  /** The command, which has a heading in the reference. */
  readonly command?: string;
}

/** Explains the word or name at an offset; null if there is nothing to explain. */
export function hover(script: ScriptInput, offset: number, environment?: Environment): Hover | null {
  const context = openContext(script, environment);
  const { parsed, symbols } = context;
  const { source, tokens, tree } = parsed;
  const found = nameAt(symbols, offset);
  if (found !== null) return hoverName(context, found.symbol, found.occurrence.outer);
  const token = tokenAt(tokens, offset);
  if (token === null || (token.kind !== 'command' && token.kind !== 'keyword')) return null;
  const line = lineAtOffset(tree.lines, source.positionAt(offset).line, offset);
  const word = source.text.slice(token.start, token.end).toUpperCase();
  // Here `json` is a value of FORMAT, not the JSON of GET.
  const asked = word === 'JSON' && line?.kind === 'output' ? 'FORMAT' : word;
  const entry = entryFor(asked, token.kind, line);
  return entry === null ? null : hoverEntry(entry, source.range(token.start, token.end));
}

/** The entry of a word that applies to its line: `MATCH` differs between LOAD and OUTPUT. */
function entryFor(word: string, kind: 'command' | 'keyword', line: Line | null): VocabularyEntry | null {
  const entries = entriesOf(word).filter(({ group }) => (group === 'command') === (kind === 'command'));
  const command = line?.command.word ?? '';
  return entries.find(({ after }) => after?.includes(command) === true) ?? entries[0] ?? null;
}

function hoverEntry(entry: VocabularyEntry, range: Range): Hover {
  const { word, group, signature, documentation, example } = entry;
  const explained = { range, signature, documentation, example };
  return group === 'command' ? { ...explained, command: word } : explained;
}

function hoverName(context: ServiceContext, symbol: NameSymbol, range: Range): Hover | null {
  switch (symbol.kind) {
    case 'built-in':
    case 'input':
    case 'setting':
      return hoverBuiltIn(symbol.name, range);
    case 'undefined':
      return null;
    case 'variable':
    case 'column':
      return {
        range,
        signature: `{${symbol.name}}`,
        documentation: `${originOf(context, symbol)} ${useOf(symbol)}`,
        example: '',
      };
  }
}

function hoverBuiltIn(name: string, range: Range): Hover | null {
  const entry = entriesOf(columnNumber(name) === null ? name : 'COL1').find(
    ({ group }) => group === 'built-in' || group === 'input' || group === 'setting',
  );
  if (entry === undefined) return null;
  const column = columnNumber(name);
  const documentation = column === null ? entry.documentation : `Column ${column} of the row.`;
  return {
    ...hoverEntry(entry, range),
    signature: column === null ? entry.signature : `{${name}}`,
    documentation,
  };
}

const VERBS: Readonly<Record<string, string>> = { get: 'GET', set: 'SET', global: 'GLOBAL' };

function originOf({ parsed, tables }: ServiceContext, symbol: NameSymbol): string {
  const definition = occurrencesOf(symbol, 'definition')[0];
  const line = definition === undefined ? undefined : parsed.tree.lines[definition.line];
  if (definition === undefined || line === undefined) {
    return tables.names.has(foldName(symbol.name)) ? 'A column of a loaded table.' : 'A name.';
  }
  const place = `on line ${definition.range.start.line}`;
  if (definition.form === 'column') return `A column of the lines, named ${place}.`;
  const statement = parsed.source.slice(line.range).split(/[\r\n]/, 1)[0] ?? '';
  return `Given by ${VERBS[line.kind] ?? 'a line'} ${place}: ${statement}`.replace(/\.?$/, '.');
}

function useOf(symbol: NameSymbol): string {
  const uses = occurrencesOf(symbol, 'reference').length;
  if (uses === 0) return 'Not read anywhere.';
  return uses === 1 ? 'Read once.' : `Read ${uses} times.`;
}

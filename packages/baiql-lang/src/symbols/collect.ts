import { columnNumber, foldName, isName, nameOfHeader, splitColumns } from '../source/names.js';
import type { Range } from '../source/position.js';
import type { Source } from '../source/source.js';
import type { Name, Placeholder } from '../tree/expressions.js';
import type { AssignLine, Line } from '../tree/lines.js';
import { plainText, readsInText, visitLine } from '../tree/visit.js';
import { BUILT_IN_WORDS, INPUT_WORDS, SETTING_WORDS } from '../vocabulary/vocabulary.js';
import type { NameSymbol, Occurrence, SymbolKind, SymbolTable } from './symbols.js';

interface Gathered {
  readonly written: string;
  readonly occurrences: Occurrence[];
}

/** Collects every name of a script with all its occurrences. */
export function collectSymbols(
  source: Source,
  lines: readonly Line[],
  columns: ReadonlySet<string>,
): SymbolTable {
  const gathered = new Map<string, Gathered>();
  const add = (name: string, written: string, occurrence: Occurrence): void => {
    const known = gathered.get(name);
    if (known === undefined) gathered.set(name, { written, occurrences: [occurrence] });
    else known.occurrences.push(occurrence);
  };
  let index = 0;
  const onRead = (read: Name | Placeholder): void => {
    add(read.name, read.written, occurrenceOf(source, read, 'reference', index));
  };
  const onText = readsInText(onRead);
  const visit = (line: Line): void => {
    // A value is evaluated before its name is assigned.
    visitLine(line, onText, onRead);
    if (line.kind !== 'get' && line.kind !== 'set' && line.kind !== 'global') return;
    if (line.name !== null) {
      add(line.name.name, line.name.written, occurrenceOf(source, line.name, 'definition', index));
    }
    if (line.kind !== 'get') {
      for (const column of listedColumns(source, line)) {
        const { range } = column;
        add(column.name, column.written, {
          range,
          outer: range,
          form: 'column',
          role: 'definition',
          line: index,
        });
      }
    }
  };
  for (; index < lines.length; index++) {
    const line = lines[index];
    if (line !== undefined) visit(line);
  }
  const names = [...gathered].map(([name, { written, occurrences }]): NameSymbol => ({
    name,
    written,
    kind: kindOf(name, occurrences, columns),
    occurrences,
  }));
  return { names };
}

function occurrenceOf(
  source: Source,
  read: Name | Placeholder,
  role: Occurrence['role'],
  line: number,
): Occurrence {
  const outer = read.range;
  const inBraces = read.kind === 'placeholder' || read.braces;
  if (!inBraces) return { range: outer, outer, form: 'name', role, line };
  const range = source.range(outer.start.offset + 1, outer.end.offset - 1);
  return { range, outer, form: 'placeholder', role, line };
}

/** True for built-in names. */
export function isBuiltIn(name: string): boolean {
  return BUILT_IN_WORDS.has(name) || INPUT_WORDS.has(name) || columnNumber(name) !== null;
}

function kindOf(name: string, occurrences: readonly Occurrence[], columns: ReadonlySet<string>): SymbolKind {
  if (SETTING_WORDS.has(name)) return 'setting';
  if (INPUT_WORDS.has(name) || columnNumber(name) !== null) return 'input';
  if (BUILT_IN_WORDS.has(name)) return 'built-in';
  const definitions = occurrences.filter(({ role }) => role === 'definition');
  if (definitions.some(({ form }) => form === 'name')) return 'variable';
  return definitions.length > 0 || columns.has(name) ? 'column' : 'undefined';
}

interface ListedColumn {
  readonly name: string;
  readonly written: string;
  readonly range: Range;
}

/** The columns that a LINES_HEADER or LINES_NOHEADER line lists, with their ranges. */
function listedColumns(source: Source, line: AssignLine): ListedColumn[] {
  const setting = line.name?.name;
  if (setting !== 'LINES_HEADER' && setting !== 'LINES_NOHEADER') return [];
  const value = line.value;
  if (value?.kind !== 'text' || value.parts.some((part) => part.kind === 'placeholder')) return [];
  // A split text is read as if it were whole.
  if (value.form === 'quoted' && value.range.end.line > value.range.start.line)
    return splitColumns(plainText(value) ?? '').map((written) => ({
      name: nameOfHeader(written),
      written,
      range: value.range,
    }));
  const columns: ListedColumn[] = [];
  const quotes = value.form === 'block' ? 3 : 1;
  const start = value.range.start.offset + quotes;
  const inner = source.text.slice(start, value.range.end.offset - (value.closed ? quotes : 0));
  for (const match of inner.matchAll(/(?:\\[^t\r\n]|[^;,\t\r\n\\])+/g)) {
    const written = match[0].trim();
    if (written === '') continue;
    const at = start + match.index + match[0].indexOf(written);
    const name = isName(written) ? foldName(written) : nameOfHeader(written);
    if (name !== '') columns.push({ name, written, range: source.range(at, at + written.length) });
  }
  return columns;
}

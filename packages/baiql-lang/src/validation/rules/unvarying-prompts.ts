import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import { columnNumber } from '../../source/names.js';
import { type Placeholder, type PromptLine, readsInText } from '../../tree/index.js';
import { checkEach, type RuleContext } from '../rule.js';
import type { LoadedTable } from '../tables.js';

/** Fewer equal prompts are no mistake. */
const MIN_SAME = 3;

/** With the files at hand: placeholders that are empty in every row, and prompts that are the same for every row. */
export function unvaryingPrompts({ scopes, symbols, tables }: RuleContext): Diagnostic[] {
  const assigned = new Set(symbols.names.flatMap(({ name, kind }) => (kind === 'column' ? [] : [name])));
  const loaded = new Map(tables.loaded.map((table) => [table.load, table]));
  return checkEach(scopes.batches, ({ batch, lines, loads }) => {
    const own = loads.flatMap((load) => loaded.get(load) ?? []);
    if (batch.damaged || own.every(({ unvarying }) => unvarying === null)) return [];
    return lines.flatMap((line) => (line.kind === 'prompt' ? checkPrompt(line, own, assigned) : []));
  });
}

function checkPrompt(
  { text, command, broken }: PromptLine,
  tables: readonly LoadedTable[],
  assigned: ReadonlySet<string>,
): Diagnostic[] {
  if (text === null || broken) return [];
  const read: { placeholder: Placeholder; column: Unvarying | null }[] = [];
  readsInText((placeholder) => {
    const column = assigned.has(placeholder.name) && columnNumber(placeholder.name) === null;
    read.push({ placeholder, column: column ? null : unvaryingColumn(placeholder.name, tables) });
  })(text);
  const empty = read.filter(({ column }) => column?.isEmpty === true);
  const rows = read[0]?.column?.rows ?? 0;
  if (rows >= MIN_SAME && read.every(({ column }) => column !== null)) {
    const names = [...new Set(empty.map(({ placeholder }) => `{${placeholder.written}}`))];
    const why = names.length === 0 ? '' : `: ${names.join(', ')} ${isEmptyIn(names.length)}`;
    return [report('BQ431', `All ${rows.toLocaleString('en')} prompts are the same${why}`, command.range)];
  }
  return empty.map(({ placeholder: { written, range } }) =>
    report('BQ431', `{${written}} ${isEmptyIn(1)}`, range),
  );
}

const isEmptyIn = (count: number): string => `${count === 1 ? 'is' : 'are'} empty in every row`;

interface Unvarying {
  readonly rows: number;
  readonly isEmpty: boolean;
}

/** Null if the column varies, or isn't that of exactly one known table. */
function unvaryingColumn(name: string, tables: readonly LoadedTable[]): Unvarying | null {
  const number = columnNumber(name);
  // Numbers refer to the batch's first table.
  const having = number === null ? tables.filter(({ names }) => names.includes(name)) : tables.slice(0, 1);
  const [table, ...others] = having;
  if (table?.unvarying == null || others.length > 0) return null;
  const header = table.headers[number === null ? table.names.indexOf(name) : number - 1];
  const { rows, empty, same } = table.unvarying;
  if (header === undefined || !same.includes(header)) return null;
  return { rows, isEmpty: empty.includes(header) };
}

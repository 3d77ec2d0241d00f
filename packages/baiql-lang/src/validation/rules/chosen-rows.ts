import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import { columnNumber } from '../../source/names.js';
import type { Range } from '../../source/position.js';
import {
  type LoadLine,
  type Name,
  type Placeholder,
  readsInText,
  visitExpression,
} from '../../tree/index.js';
import type { LoadType } from '../../vocabulary/file-kinds.js';
import { checkEach, type RuleContext } from '../rule.js';

/** The input of each LOAD option, and its range. */
const OPTIONS: readonly {
  readonly word: string;
  readonly types: readonly LoadType[];
  readonly placeOf: (line: LoadLine) => Range | undefined;
}[] = [
  {
    word: 'SHEET',
    types: ['FILE'],
    placeOf: ({ sheet, sheetNumber }) => (sheet ?? sheetNumber)?.range,
  },
  { word: 'HEADER', types: ['FILE'], placeOf: ({ header }) => header?.range },
  { word: 'WHERE', types: ['FILE', 'LINES'], placeOf: ({ where }) => where?.range },
  { word: 'SORT BY', types: ['FILE', 'LINES'], placeOf: ({ sortBy }) => sortBy?.range },
  { word: 'FIRST', types: ['FILE', 'LINES', 'DIR', 'WORK'], placeOf: ({ first }) => first?.range },
  { word: 'PAIRS', types: ['DIR', 'WORK'], placeOf: ({ pairs, type }) => (pairs ? type?.range : undefined) },
];

/** LOAD options that do not apply to the load's type. */
export function optionsOfLoads({ lines }: RuleContext): Diagnostic[] {
  return checkEach(lines.of('load'), (line) => {
    const type = line.type?.word;
    if (line.broken || type === undefined) return [];
    return OPTIONS.flatMap(({ word, types, placeOf }) => {
      const place = placeOf(line);
      if (place === undefined || types.includes(type)) return [];
      return [report('BQ309', `${word} can’t be used AS ${type} (${types.join(', ')})`, place)];
    });
  });
}

/** Names of a WHERE that have no value when rows are selected. */
export function namesOfWhere({ lines, scopes, tables }: RuleContext): Diagnostic[] {
  const outside = new Set(
    scopes.placements.flatMap(({ line, batch }) =>
      batch === null && (line.kind === 'set' || line.kind === 'global') ? (line.name?.name ?? []) : [],
    ),
  );
  const inside = new Set(
    lines.of('get', 'set', 'global').flatMap(({ name }) => (name === null ? [] : name.name)),
  );
  return checkEach(lines.of('load'), ({ where, broken }) => {
    if (where === null || broken) return [];
    const read: (Name | Placeholder)[] = [];
    const onRead = (name: Name | Placeholder): number => read.push(name);
    visitExpression(where, readsInText(onRead), onRead);
    return read.flatMap(({ name, written, range }) => {
      const isKnown =
        tables.names.has(name) || outside.has(name) || columnNumber(name) !== null || !inside.has(name);
      if (isKnown) return [];
      const message = `WHERE chooses rows before {${written}} is set`;
      return [report('BQ428', message, range)];
    });
  });
}

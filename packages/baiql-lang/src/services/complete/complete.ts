import type { Environment } from '../../validation/environment.js';
import { DEFAULT_PATH_IN, OCR_LANGUAGES } from '../../vocabulary/file-kinds.js';
import { entriesOf, optionsAfter } from '../../vocabulary/vocabulary.js';
import { openContext, type ScriptInput } from '../context.js';
import { lineAtOffset } from '../locate.js';
import { commandItems } from './commands.js';
import { type Expectation, expectationsAt } from './expectations.js';
import { type CompletionItem, itemOf } from './item.js';
import { type CursorPosition, type Part, positionAt } from './position.js';
import { TEXT_BLOCK } from './snippets.js';
import * as values from './values.js';

export type { CompletionItem, CompletionKind } from './item.js';

/** Completions at an offset. The offsets delimit the text to replace; items are sorted, best first. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly items: readonly CompletionItem[];
}

/**
 * Completes at an offset: commands at the start of a statement, options after a command, types after AS, names in
 * braces and conditions; paths, columns and models if the environment has them.
 */
export function complete(script: ScriptInput, offset: number, environment?: Environment): Completion {
  const opened = openContext(script, environment);
  const { source, tree } = opened.parsed;
  const line = lineAtOffset(tree.lines, source.positionAt(offset).line, offset);
  const pathIn = (line === null ? null : opened.foldersOf(line).in) ?? DEFAULT_PATH_IN;
  const context: values.PlaceContext = { ...opened, pathIn };
  const position = positionAt(opened.parsed, offset);
  return { from: position.from, to: position.to, items: itemsAt(context, position, offset) };
}

function itemsAt(context: values.PlaceContext, position: CursorPosition, offset: number): CompletionItem[] {
  const { command, before } = position;
  switch (position.place) {
    case 'comment':
      return [];
    case 'command':
      return commandItems(context.parsed.tree, offset);
    case 'placeholder':
      return placeholderItems(context, position);
    case 'text':
      return expectationsAt(command, before)
        .flatMap((expectation) => quotedItems(context, expectation, before))
        .map((item) => insideText(item, position.closed));
    case 'argument':
      return expectationsAt(command, before).flatMap((expectation) => [
        ...quotedItems(context, expectation, before).map(inQuotes),
        ...wordItems(context, expectation, position),
      ]);
  }
}

function placeholderItems(context: values.PlaceContext, { to }: CursorPosition): CompletionItem[] {
  const closing = context.parsed.source.text[to] === '}' ? '' : '}';
  return values.nameItems(context).map((item) => ({ ...item, insertText: item.label + closing }));
}

type Values = (context: values.PlaceContext, before: readonly Part[]) => CompletionItem[];

/** Quoted items, by expected kind. */
const QUOTED: Partial<Record<Expectation['kind'], Values>> = {
  path: values.pathItems,
  folder: values.folderItems,
  model: values.modelItems,
  columns: values.columnItems,
  'setting-value': (_context, before) => (before[0]?.word === 'OCR_LANGS' ? LANGUAGES : []),
};

function quotedItems(
  context: values.PlaceContext,
  { kind }: Expectation,
  before: readonly Part[],
): CompletionItem[] {
  return QUOTED[kind]?.(context, before) ?? [];
}

const LANGUAGES = [...OCR_LANGUAGES, 'eng,spa'].map((label) => values.valueItem(label, 'value', 'languages'));

function escaped(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}

function inQuotes(item: CompletionItem): CompletionItem {
  return { ...item, insertText: `"${escaped(item.insertText)}"` };
}

function insideText(item: CompletionItem, closed: boolean): CompletionItem {
  return { ...item, insertText: escaped(item.insertText) + (closed ? '' : '"') };
}

/** Unquoted items. */
function wordItems(
  context: values.PlaceContext,
  expectation: Expectation,
  { command, before, from }: CursorPosition,
): CompletionItem[] {
  switch (expectation.kind) {
    case 'words':
      return optionItems(context, command, before, expectation.words);
    case 'names':
      return values.nameItems(context);
    case 'new-name':
      return values.newNameItems(context, command, from);
    case 'operand':
      return [...operandNames(context, command, before), ...words('NOT', 'ON', 'OFF')];
    case 'operator':
      return words('AND', 'OR', 'CONTAINS');
    case 'setting-value':
      return SWITCHES.has(before[0]?.word ?? '') ? words('ON', 'OFF') : [];
    case 'formats':
      return FORMATS;
    case 'text-block':
      return [TEXT_BLOCK];
    case 'path':
    case 'folder':
    case 'model':
    case 'columns':
      return [];
  }
}

/** Names for a condition; for a LOAD, first the columns of its table, which are not defined before it. */
function operandNames(
  context: values.PlaceContext,
  command: string,
  before: readonly Part[],
): CompletionItem[] {
  const items = values.nameItems(context);
  if (command !== 'LOAD') return items;
  const columns = values.columnNameItems(context, before[0]);
  return [...columns, ...items.filter(({ label }) => columns.every((column) => column.label !== label))];
}

/** Boolean settings. */
const SWITCHES: ReadonlySet<string> = new Set(['OCR_IF_EMPTY', 'PAGE_MARKS']);

const FORMATS = [
  values.valueItem('json', 'value', 'spreads the keys of a JSON reply over columns'),
  values.valueItem('txt', 'value', 'takes the reply as it is'),
];

function words(...list: string[]): CompletionItem[] {
  return list.flatMap((word) => {
    const entry = entriesOf(word).find(({ group }) => group === 'operator');
    return entry === undefined ? [] : [itemOf(entry)];
  });
}

function optionItems(
  { parsed }: values.PlaceContext,
  command: string,
  before: readonly Part[],
  list: readonly string[],
): CompletionItem[] {
  const entries = optionsAfter(command);
  const path = before[0];
  const likely =
    command === 'LOAD' && path !== undefined
      ? values.likelyTypes(parsed.source.text.slice(path.start, path.end).replaceAll('"', ''))
      : [];
  const ordered = [
    ...likely.filter((word) => list.includes(word)),
    ...list.filter((word) => !likely.includes(word)),
  ];
  return ordered.flatMap((word) => {
    const entry = entries.find((candidate) => candidate.word === word);
    return entry === undefined ? [] : [itemOf(entry)];
  });
}

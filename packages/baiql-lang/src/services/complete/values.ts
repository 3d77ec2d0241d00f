import { nameOfHeader, namesOfColumns } from '../../source/names.js';
import { extensionOf, resolvePath } from '../../source/paths.js';
import { isPattern } from '../../source/patterns.js';
import { occurrencesOf, type NameSymbol } from '../../symbols/symbols.js';
import { knownFiles } from '../../validation/known-files.js';
import { DEFAULT_PATH_IN, DEFAULT_PATH_OUT, LIKELY_TYPES } from '../../vocabulary/file-kinds.js';
import { NAMES } from '../../vocabulary/names.js';
import type { ServiceContext } from '../context.js';
import { type CompletionItem, type CompletionKind, itemOf } from './item.js';
import type { Part } from './position.js';

/** A script with its environment, at the line being edited. */
export interface PlaceContext extends ServiceContext {
  /** The full path of the folder that LOAD reads from at this line. */
  readonly pathIn: string;
}

/** An item whose label is the inserted text. */
export function valueItem(label: string, kind: CompletionKind, detail: string): CompletionItem {
  return { label, kind, detail, documentation: '', insertText: label };
}

/** Names that a text or condition can read: the script's own first, then columns, then built-ins. */
export function nameItems({ symbols, tables }: ServiceContext): CompletionItem[] {
  const own = symbols.names.filter(({ kind }) => kind === 'variable' || kind === 'column');
  const known = new Set(own.map(({ name }) => name));
  const columns = [...tables.names].filter((name) => !known.has(name));
  const engine = NAMES.filter(({ group }) => group !== 'setting');
  return [
    ...own.map((symbol) => valueItem(symbol.written, ownKind(symbol), origin(symbol))),
    ...columns.map((name) => valueItem(name, 'column', 'column of a loaded table')),
    ...engine.map((entry) => ({ ...itemOf(entry), detail: entry.section })),
  ];
}

function ownKind({ kind }: NameSymbol): CompletionKind {
  return kind === 'column' ? 'column' : 'variable';
}

function origin(symbol: NameSymbol): string {
  const definition = occurrencesOf(symbol, 'definition')[0];
  return definition === undefined ? 'column of a loaded table' : `set on line ${definition.range.start.line}`;
}

/** Settings, and the script's own names, which may be set again. */
export function newNameItems(
  { symbols }: ServiceContext,
  command: string,
  /** Start of the name being typed, which does not count as a name yet. */
  begun: number,
): CompletionItem[] {
  const own = symbols.names.filter(
    ({ kind, occurrences }) =>
      kind === 'variable' &&
      occurrences.some(({ role, range }) => role === 'definition' && range.start.offset !== begun),
  );
  const settings = command === 'GET' ? [] : NAMES.filter(({ group }) => group === 'setting');
  return [
    ...settings.map((entry) => itemOf(entry)),
    ...own.map((symbol) => valueItem(symbol.written, 'variable', origin(symbol))),
  ];
}

/** Files and folders in LOAD syntax: relative to PATH_IN. */
export function pathItems(context: PlaceContext): CompletionItem[] {
  const { environment, pathIn } = context;
  const root = pathIn.endsWith('/') ? pathIn : `${pathIn}/`;
  const files: string[] = [];
  const folders = new Map<string, number>();
  for (const whole of knownFiles(environment.files ?? []).paths) {
    const path = whole.startsWith(root) ? whole.slice(root.length) : whole;
    files.push(path);
    for (const folder of foldersAbove(path)) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const inOrder = new Intl.Collator('en', { numeric: true }).compare;
  return [
    ...files.sort(inOrder).map((path) => valueItem(path, 'path', headersOf(context, path))),
    ...[...folders].map(([path, count]) =>
      valueItem(path, 'path', count === 1 ? 'folder of 1 file' : `folder of ${count} files`),
    ),
  ];
}

/** A file's parent folders, outermost first, with trailing slashes. */
function* foldersAbove(file: string): Iterable<string> {
  for (let slash = file.indexOf('/', 1); slash > 0; slash = file.indexOf('/', slash + 1))
    yield file.slice(0, slash + 1);
}

function headersOf(context: PlaceContext, path: string): string {
  return findHeaders(context, path)?.join(', ') ?? 'file';
}

function findHeaders({ environment, pathIn }: PlaceContext, path: string): readonly string[] | null {
  const headers = environment.headers ?? {};
  const whole = resolvePath(pathIn, path);
  const key = Object.keys(headers).find((written) => resolvePath(DEFAULT_PATH_IN, written) === whole);
  return key === undefined ? null : (headers[key] ?? null);
}

/** The column names of the table whose path is at this line. */
export function columnNameItems(context: PlaceContext, path: Part | undefined): CompletionItem[] {
  if (path === undefined) return [];
  const { start, end } = path.inner ?? path;
  const headers = findHeaders(context, context.parsed.source.text.slice(start, end)) ?? [];
  return namesOfColumns(headers).map((name, index) => valueItem(name, 'column', headers[index] ?? ''));
}

/** Folders as full paths, for PATH_IN and PATH_OUT. */
export function folderItems({ environment }: ServiceContext): CompletionItem[] {
  const folders = new Set<string>([DEFAULT_PATH_IN, DEFAULT_PATH_OUT]);
  for (const file of knownFiles(environment.files ?? []).paths) {
    for (const folder of foldersAbove(file)) folders.add(folder);
  }
  folders.delete('/data/');
  return [...folders].map((folder) => valueItem(folder, 'path', 'folder'));
}

export function modelItems({ environment }: ServiceContext): CompletionItem[] {
  return (environment.models ?? []).map((model) => valueItem(model, 'model', 'model'));
}

/** Column headers as in the tables. */
export function columnItems({ environment }: ServiceContext): CompletionItem[] {
  const headers = new Set(Object.values(environment.headers ?? {}).flat());
  return [...headers].map((header) => valueItem(header, 'column', `{${nameOfHeader(header)}}`));
}

/** The load types for a path, by its extension; all if that is inconclusive. */
export function likelyTypes(path: string): readonly string[] {
  if (path.endsWith('/') || isPattern(path)) return ['WORK', 'DIR'];
  return LIKELY_TYPES[extensionOf(path)] ?? [];
}

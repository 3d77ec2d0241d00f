import type { Range } from '../source/position.js';
import type { Source } from '../source/source.js';
import type { Text } from '../tree/expressions.js';
import type { SimpleStatement, Statement } from '../tree/nodes.js';
import { blocksOf } from '../tree/visit.js';
import { parsedOf, type ScriptInput } from './context.js';

export type DocumentSymbolKind = 'batch' | 'step' | 'block' | 'load' | 'prompt' | 'output' | 'name';

/** An entry of a script's outline. */
export interface DocumentSymbol {
  readonly kind: DocumentSymbolKind;
  readonly name: string;
  /** The full range, and the range to select. */
  readonly range: Range;
  readonly selection: Range;
  readonly children: readonly DocumentSymbol[];
}

const LONGEST_NAME = 60;

/** The outline of a script: its batches with their steps, sources, prompts, names and outputs. */
export function documentSymbols(script: ScriptInput): DocumentSymbol[] {
  const { source, tree } = parsedOf(script);
  let batchCount = 0;
  const outline = (statements: readonly Statement[]): DocumentSymbol[] =>
    withSteps(statements.flatMap((statement) => symbolOf(statement) ?? []));

  const symbolOf = (statement: Statement): DocumentSymbol | null => {
    const { kind, range } = statement;
    if (kind === 'batch') {
      batchCount++;
      const title = statement.start?.kind === 'batch-start' ? firstLine(source, statement.start.title) : '';
      const selection = (statement.start ?? statement.end)?.range ?? range;
      const children = outline(statement.body);
      return { kind, name: title || `Batch ${batchCount}`, range, selection, children };
    }
    if (kind === 'if' || kind === 'loop') {
      const selection = statement.start.range;
      const name = source.slice(selection).split(/[\r\n]/, 1)[0] ?? '';
      return { kind: 'block', name, range, selection, children: blocksOf(statement).flatMap(outline) };
    }
    return leafOf(source, statement);
  };
  return outline(tree.statements);
}

function leafOf(source: Source, statement: SimpleStatement): DocumentSymbol | null {
  const leaf = (kind: DocumentSymbolKind, name: string, selection = statement.range): DocumentSymbol => ({
    kind,
    name,
    range: statement.range,
    selection,
    children: [],
  });
  if (statement.kind === 'step') return leaf('step', firstLine(source, statement.title) || 'STEP');
  if (statement.kind === 'prompt') return leaf('prompt', firstLine(source, statement.text) || 'PROMPT');
  if (statement.kind === 'output') return leaf('output', firstLine(source, statement.path) || 'OUTPUT');
  if (statement.kind === 'load') {
    const type = statement.type === null ? '' : ` AS ${statement.type.word}`;
    return leaf('load', `${firstLine(source, statement.path) || 'LOAD'}${type}`);
  }
  const sets = statement.kind === 'get' || statement.kind === 'set' || statement.kind === 'global';
  return sets && statement.name !== null ? leaf('name', statement.name.written, statement.name.range) : null;
}

/** The beginning of a text as written, without quotes. */
function firstLine(source: Source, text: Text | null): string {
  if (text === null) return '';
  const inner = source
    .slice(text.range)
    .replace(/^"+|"+$/g, '')
    .trim();
  const line = inner.split(/[\r\n]/, 1)[0] ?? '';
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME)}…` : line;
}

/** Nests what follows a STEP under it, up to the next one. */
function withSteps(symbols: readonly DocumentSymbol[]): DocumentSymbol[] {
  const found: DocumentSymbol[] = [];
  let children: DocumentSymbol[] | null = null;
  for (const symbol of symbols) {
    if (symbol.kind === 'step') {
      children = [];
      found.push({ ...symbol, children });
    } else (children ?? found).push(symbol);
  }
  return found.map((symbol) => {
    const last = symbol.kind === 'step' ? symbol.children.at(-1) : undefined;
    return last === undefined
      ? symbol
      : { ...symbol, range: { start: symbol.range.start, end: last.range.end } };
  });
}

import type { Source } from '../source/source.js';
import type { Range } from '../source/position.js';
import type { Comment, Statement } from '../tree/nodes.js';
import { blocksOf, visitLine, visitStatements } from '../tree/visit.js';
import { parsedOf, type ScriptInput } from './context.js';

/** A foldable range: from the end of the line that stays visible to the end of the last hidden line. */
export interface FoldingRange {
  readonly kind: 'block' | 'text' | 'comment';
  readonly range: Range;
}

/** Foldable ranges: blocks, steps, text blocks and consecutive comments, sorted by start. */
export function foldingRanges(script: ScriptInput): FoldingRange[] {
  const { source, tree } = parsedOf(script);
  const found: FoldingRange[] = [];
  const add = (kind: FoldingRange['kind'], firstLine: number, lastLine: number): void => {
    if (lastLine <= firstLine) return;
    found.push({ kind, range: source.range(source.lineEnd(firstLine), source.lineEnd(lastLine)) });
  };
  visitStatements(tree.statements, (statement) => {
    for (const [first, last] of blockLines(statement)) add('block', first, last);
    for (const [first, last] of stepLines(statement)) add('block', first, last);
  });
  for (const line of tree.lines) {
    visitLine(
      line,
      ({ form, range }) => {
        // The closing quotes stay visible, as a block's closer does.
        if (form === 'block') add('text', range.start.line, range.end.line - 1);
      },
      () => undefined,
    );
  }
  for (const [first, last] of commentRuns(source, tree.comments)) add('comment', first, last);
  return found.sort((left, right) => left.range.start.offset - right.range.start.offset);
}

type LinePair = readonly [first: number, last: number];

function blockLines(statement: Statement): LinePair[] {
  if (statement.kind !== 'batch' && statement.kind !== 'loop' && statement.kind !== 'if') return [];
  const first = statement.range.start.line;
  const last = statement.end === null ? statement.range.end.line : statement.end.range.start.line - 1;
  if (statement.kind !== 'if' || statement.else === null) return [[first, last]];
  const divider = statement.else.line.range.start.line;
  return [
    [first, divider - 1],
    [divider, last],
  ];
}

/** A STEP extends to the next one, or to the end of its block. */
function stepLines(statement: Statement): LinePair[] {
  return blocksOf(statement).flatMap((body) => {
    const pairs: LinePair[] = [];
    let step: Statement | null = null;
    for (const [index, inner] of body.entries()) {
      if (inner.kind === 'step') step = inner;
      const isLast = index === body.length - 1 || body[index + 1]?.kind === 'step';
      if (step !== null && isLast) pairs.push([step.range.end.line, inner.range.end.line]);
    }
    return pairs;
  });
}

/** Consecutive comment lines. */
function commentRuns(source: Source, comments: readonly Comment[]): LinePair[] {
  const runs: [number, number][] = [];
  for (const { range } of comments) {
    const { line, offset } = range.start;
    if (source.text.slice(source.lineStart(line), offset).trim() !== '') continue;
    const run = runs.at(-1);
    if (run?.[1] === line - 1) run[1] = line;
    else runs.push([line, line]);
  }
  return runs;
}

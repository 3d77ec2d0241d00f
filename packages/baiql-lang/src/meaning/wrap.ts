import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { report } from '../diagnostics/report.js';
import type { ParsedScript } from '../parsing/parse.js';
import type { Line } from '../tree/index.js';
import { entryOfKind, isForBatch } from '../vocabulary/vocabulary.js';

/** Wraps a script without a batch: one diagnostic where the batch begins. `from` is the first line of its content. */
export function wrap({ source, tree }: ParsedScript, from: Line | null): Diagnostic | null {
  const line = tree.lines.find(({ kind }) => isForBatch(kind));
  const code = entryOfKind(line?.kind ?? '')?.place?.outside;
  const first = tree.statements.find(({ range }) => range.end.offset > (line?.range.start.offset ?? 0));
  const last = tree.lines.at(-1);
  const hasPrompt = tree.lines.length > 1 && tree.lines.some(({ kind }) => kind === 'prompt');
  if (!hasPrompt || line === undefined || code === undefined || first === undefined || last === undefined)
    return null;
  const start = source.lineStart(Math.min(first.range.start.line, from?.range.start.line ?? Infinity));
  const end = source.lineEnd(last.range.end.line);
  const { newline } = source;
  const edits = [
    { range: source.range(start, start), newText: `BATCH_START${newline}` },
    { range: source.range(end, end), newText: `${newline}END_BATCH` },
  ];
  const message = `${line.command.word} outside of BATCH_START/END_BATCH`;
  const fixes = [{ title: 'Put BATCH_START and END_BATCH around the lines', edits }];
  return report(code, message, line.command.range, { fixes });
}

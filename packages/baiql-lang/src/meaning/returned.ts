import { removeLineFix } from '../diagnostics/line-fixes.js';
import { report } from '../diagnostics/report.js';
import { foldName, isName } from '../source/names.js';
import type { Line } from '../tree/index.js';
import { OUTPUT_FORMATS } from '../vocabulary/file-kinds.js';
import { meantBy, REPLY_WORDS } from '../vocabulary/synonyms.js';
import { output } from './arrange-files.js';
import { maskLine } from './masked-line.js';
import { commandsOf } from './phrases.js';
import { like } from './patterns.js';
import type { ReadTogether, ScriptLines, Together } from './together.js';

const WRITTEN = like`^OUTPUT "[^"]+\.${OUTPUT_FORMATS}"`;
const REPLY = { REPLY: REPLY_WORDS };

/**
 * `RETURN REPLY`, `return(SCORE)`, `YIELD "rated.csv"`: other languages return a result; BAIQL writes it with OUTPUT,
 * along with what TRACK names.
 */
export const returned: ReadTogether = (script, line, index) => {
  const { source, isSound, diagnostics } = script;
  if (line.kind !== 'unknown') return null;
  const text = source.slice(line.range).replace(/;$/, '');
  const meant = commandsOf(text).find(({ command }) => command === 'RETURN');
  const diagnostic = diagnostics.find(({ range }) => range.start.offset === line.range.start.offset);
  if (meant === undefined || diagnostic === undefined) return null;
  const rest = meant.rest.replace(/^\((.*)\)$/, '$1').trim();
  const masked = maskLine(rest);
  const write = (newText: string): Together | null =>
    newText.split('\n').every((each) => isSound(each))
      ? {
          diagnostic: report(diagnostic.code, diagnostic.message, diagnostic.range),
          title: `Write ${newText.replace('\n', ', ')}`,
          edits: [{ range: line.range, newText: newText.replace('\n', newLineOf(script, line)) }],
          command: 'OUTPUT',
        }
      : null;
  const file = masked === null ? undefined : output(masked).find((each) => WRITTEN.test(masked.unmask(each)));
  if (file !== undefined && masked !== null) return write(masked.unmask(file));
  if (/^"[^"]*"$/.test(rest)) return write(`WRITE_LOG ${rest}`);
  const isReply = rest === '' || meantBy(rest, REPLY) !== null;
  const name = isName(rest) && isSet(script, foldName(rest)) ? foldName(rest) : null;
  if (!isReply && name === null) return null;
  const hasOutput = linesOfBatch(script, index).some(({ kind }) => kind === 'output');
  if (!hasOutput)
    return write(name === null ? 'OUTPUT "results.csv"' : `OUTPUT "results.csv"\nTRACK ${name}`);
  if (name !== null) return write(`TRACK ${name}`);
  return {
    diagnostic: report(diagnostic.code, diagnostic.message, diagnostic.range),
    title: 'Leave it out: OUTPUT writes the reply',
    edits: removeLineFix(source, line.range).edits,
    command: null,
  };
};

const newLineOf = ({ source }: ScriptLines, { range }: Line): string =>
  source.newline + source.indentAt(range.start.offset);

function isSet({ lines }: ScriptLines, name: string): boolean {
  return lines.some(
    (line) =>
      (line.kind === 'get' || line.kind === 'set' || line.kind === 'global') && line.name?.name === name,
  );
}

/** The lines of the batch around a line. */
export function linesOfBatch({ lines }: ScriptLines, index: number): readonly Line[] {
  const begin = lines.slice(0, index).findLastIndex(({ kind }) => kind === 'batch-start') + 1;
  const length = lines.slice(index).findIndex(({ kind }) => kind === 'end-batch');
  return lines.slice(begin, length < 0 ? lines.length : index + length);
}

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import { foldName, isName } from '../../source/names.js';
import type { Line, OutputLine } from '../../tree/index.js';
import { checkEach, type RuleContext } from '../rule.js';

/** Keys of a prompt's JSON example without a field in its OUTPUT: they are paid for, but get no column. */
export function exampleKeys({ source, scopes }: RuleContext): Diagnostic[] {
  return checkEach(scopes.batches, ({ lines }) =>
    lines.flatMap((line, index) => {
      if (line.kind !== 'prompt' || line.broken || line.text === null) return [];
      const output = outputOf(lines.slice(index + 1));
      const last = output?.fields.at(-1);
      if (output === null || last === undefined) return [];
      const known = new Set([...output.fields.map(({ name }) => foldKey(name.written)), ...keysRead(lines)]);
      const text = source.slice(line.text.range);
      const missing = keysOf(text).filter(({ key }) => !known.has(foldKey(key)));
      const [first] = missing;
      if (first === undefined) return [];
      const from = line.text.range.start.offset + first.at;
      const names = [...new Set(missing.map(({ key }) => key))];
      const end = last.range.end.offset;
      const fixes = names.every(isName)
        ? [replaceFix(`Add ${names.join(', ')} to FIELDS`, source.range(end, end), `, ${names.join(', ')}`)]
        : [];
      const message = `The prompt asks for ${names.join(', ')}, which FIELDS doesn’t have`;
      return [report('BQ429', message, source.range(from, from + first.key.length), { fixes })];
    }),
  );
}

const foldKey = (key: string): string => foldName(key).replace(/[\s_-]/g, '');

/** The OUTPUT for the reply to a prompt: the next one before another prompt. */
function outputOf(after: readonly Line[]): OutputLine | null {
  const next = after.find(({ kind }) => kind === 'prompt' || kind === 'output');
  return next?.kind === 'output' && next.fields.length > 0 ? next : null;
}

/** Fields read by GET … FROM JSON are requested as well. */
function keysRead(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => {
    const path = line.kind === 'get' ? line.json?.parts[0] : undefined;
    return path?.kind === 'literal' ? [foldKey(path.text.split(/[.[]/, 1)[0] ?? '')] : [];
  });
}

const KEY = /(?:\\?["“])([\p{L}\p{N}_ -]+)(?:\\?["”])\s*:/gu;

/** The keys of the outermost JSON objects in a text, as written. */
function keysOf(text: string): { readonly key: string; readonly at: number }[] {
  const found: { key: string; at: number }[] = [];
  for (const match of text.matchAll(KEY)) {
    const [written, key = ''] = match;
    if (depthAt(text, match.index) === 1) found.push({ key, at: match.index + written.indexOf(key) });
  }
  return found;
}

/** The number of open braces and brackets at an offset; placeholders are balanced. */
function depthAt(text: string, at: number): number {
  let depth = 0;
  for (const sign of text.slice(0, at)) {
    if (sign === '{' || sign === '[') depth += 1;
    else if ((sign === '}' || sign === ']') && depth > 0) depth -= 1;
  }
  return depth;
}

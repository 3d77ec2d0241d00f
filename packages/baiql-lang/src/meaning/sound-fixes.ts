import { applyFix } from '../diagnostics/apply-fix.js';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import { diagnosticsOf } from '../parsing/parse-line.js';
import type { ParsedScript } from '../parsing/parse.js';
import type { Line } from '../tree/index.js';

/** Past this many mistakes it is no script, and fixes are of no use. */
const MOST_TRIED = 100;
const LONGEST_TRIED = 2_000;

/** What does not keep a line from being understood, and is mended by itself. */
const SLIPS: ReadonlySet<Diagnostic['code']> = new Set(['BQ106', 'BQ108', 'BQ502']);

/** What is said of blocks is no matter of one line. */
const OF_BLOCKS = /^BQ2(?:0[2-7]|1)/;

/**
 * What parsing says, with those fixes of broken lines that make their line sound: a fix never trades one mistake for
 * another. Of several commands that may have been meant, the first that makes sense is offered.
 */
export function withSoundFixes({ source, tree, diagnostics }: ParsedScript): Diagnostic[] {
  const broken = new Map<number, Line>();
  for (const line of tree.lines) if (line.broken && !line.recovered) broken.set(line.range.start.line, line);
  let tried = 0;
  return diagnostics.map((diagnostic) => {
    const { fixes, ...rest } = diagnostic;
    const line = broken.get(diagnostic.range.start.line);
    if (
      fixes === undefined ||
      line === undefined ||
      SLIPS.has(diagnostic.code) ||
      OF_BLOCKS.test(diagnostic.code)
    )
      return diagnostic;
    const start = line.range.start.offset;
    const text = source.text.slice(start, source.lineEnd(line.range.end.line));
    if (text.length > LONGEST_TRIED) return rest;
    const others = new Set(
      diagnosticsOf(text)
        .filter(({ code }) => SLIPS.has(code))
        .map(sayingOf),
    );
    const isSound = (fix: Fix): boolean =>
      ++tried <= MOST_TRIED &&
      diagnosticsOf(applyFix(text, fix, start)).every((left) => others.has(sayingOf(left)));
    const sound = line.kind === 'unknown' ? fixes.filter(isSound).slice(0, 1) : fixes.filter(isSound);
    return sound.length === 0 ? rest : { ...rest, fixes: sound };
  });
}

function sayingOf({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}

import type { Diagnostic } from '../../src/index.js';

/** How a case shows a code: by itself, inside of an IF or a LOOP, or together with another mistake. */
export type Kind = 'plain' | 'nested' | 'combined';

/** The kinds of case that a script is for each of the codes that are said of it. */
export function kindsOf(script: string, diagnostics: readonly Diagnostic[]): [Diagnostic['code'], Kind][] {
  const isCombined = new Set(diagnostics.map(({ code }) => code)).size > 1;
  return diagnostics.flatMap(({ code, range }): [Diagnostic['code'], Kind][] => {
    const isNested = depthBefore(script, range.start.line) > 0;
    if (isCombined)
      return isNested
        ? [
            [code, 'combined'],
            [code, 'nested'],
          ]
        : [[code, 'combined']];
    return [[code, isNested ? 'nested' : 'plain']];
  });
}

/** How many IFs and LOOPs are open where a line begins. */
function depthBefore(script: string, line: number): number {
  const words = script
    .split('\n')
    .slice(0, line - 1)
    .map((text) => text.trim().split(/\s/, 1)[0] ?? '');
  return words.reduce(
    (depth, word) =>
      /^(?:IF|LOOP)$/.test(word)
        ? depth + 1
        : /^END_(?:IF|LOOP)$/.test(word)
          ? Math.max(0, depth - 1)
          : depth,
    0,
  );
}

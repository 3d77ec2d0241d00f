import { applyFix } from '../diagnostics/apply-fix.js';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import { endOf, type TokenLine } from './assemble.js';
import type { Source } from '../source/source.js';
import type { Trial } from './line-sink.js';

/** A mistake with those of its fixes that mend it. */
export function withMendingFixes(
  source: Source,
  trial: Trial,
  tokens: TokenLine,
  mistake: Diagnostic,
  others: readonly Diagnostic[],
): Diagnostic {
  const { fixes, ...rest } = mistake;
  const kept = mending(source, trial, tokens, fixes ?? [], others);
  return kept.length === 0 ? rest : { ...rest, fixes: kept };
}

/** Those fixes after which the line by itself has no mistake that it does not have now. */
export function mending(
  source: Source,
  trial: Trial,
  tokens: TokenLine,
  fixes: readonly (Fix | null)[],
  others: readonly Diagnostic[],
): Fix[] {
  const start = tokens[0]?.startOffset ?? 0;
  const end = endOf(tokens.at(-1) ?? { startOffset: start, image: '' });
  const text = source.text.slice(start, end);
  const left = others.map(sayingOf);
  return fixes.filter((fix): fix is Fix => {
    if (fix === null) return false;
    const line = applyFix(text, fix, start);
    return trial(line).every((diagnostic) => left.includes(sayingOf(diagnostic)));
  });
}

function sayingOf({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}

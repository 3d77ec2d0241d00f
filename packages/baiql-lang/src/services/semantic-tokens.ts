import type { TokenKind } from '../parsing/public-tokens.js';
import type { SymbolKind } from '../symbols/symbols.js';
import type { Environment } from '../validation/environment.js';
import { openContext, type ScriptInput } from './context.js';

/** What a token means: what the parser read it as; a name or placeholder as the kind of name that it is. */
export type SemanticKind = Exclude<TokenKind, 'name' | 'placeholder'> | SymbolKind;

/** A stretch of the script with its meaning; offsets count UTF-16 units from 0, `end` is exclusive. */
export interface SemanticToken {
  readonly start: number;
  readonly end: number;
  readonly kind: SemanticKind;
}

/** Every token of a script in order, made from the parser's own tokens; they never overlap. */
export function semanticTokens(script: ScriptInput, environment?: Environment): SemanticToken[] {
  const { parsed, symbols } = openContext(script, environment);
  const names = new Map<number, { readonly end: number; readonly kind: SymbolKind }>();
  for (const { kind, occurrences } of symbols.names) {
    for (const { form, outer } of occurrences) {
      if (form !== 'column') names.set(outer.start.offset, { end: outer.end.offset, kind });
    }
  }
  return parsed.tokens.map(({ kind, start, end }): SemanticToken => {
    const name = names.get(start);
    if (name?.end === end) return { start, end, kind: name.kind };
    // A name in a line that was not understood may be anything.
    return { start, end, kind: kind === 'name' || kind === 'placeholder' ? 'undefined' : kind };
  });
}

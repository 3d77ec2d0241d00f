import type { TokenKind } from '../parsing/public-tokens.js';
import type { SymbolKind } from '../symbols/symbols.js';
import type { Environment } from '../validation/environment.js';
import { openContext, type ScriptInput } from './context.js';

/** Semantic token types: the parser's interpretation; names and placeholders by the kind of their symbol. */
export type SemanticKind = Exclude<TokenKind, 'name' | 'placeholder'> | SymbolKind;

/** A token with its type; offsets count UTF-16 units from 0, `end` is exclusive. */
export interface SemanticToken {
  readonly start: number;
  readonly end: number;
  readonly kind: SemanticKind;
}

/** Every token of a script in order, from the parser's tokens; they never overlap. */
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
    // A name in an unknown line may be anything.
    return { start, end, kind: kind === 'name' || kind === 'placeholder' ? 'undefined' : kind };
  });
}

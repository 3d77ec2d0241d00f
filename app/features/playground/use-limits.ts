import { useState } from 'react';
import { useMaxTokens } from './use-max-tokens';

/** What the person's preferences say of their requests. */
export interface StoredLimits {
  /** What one request may cost at most; 0 for no limit. */
  perRequestCapCents: number;
  /** The limit of a reply, raised for some requests and some time; null when it is not. */
  raise: { tokens: number; uses: number; until: string } | null;
}

export type Limits = ReturnType<typeof useLimits>;

/** How long a reply may be and what it may cost, as the page sends it. */
export function useLimits(stored: StoredLimits, preferredTokens: number | null, ceiling: number) {
  const maxTokens = useMaxTokens(preferredTokens, ceiling);
  const [usesRaise, setUsesRaise] = useState(true);
  const { raise } = stored;
  return {
    ...stored,
    maxTokens,
    ceiling,
    usesRaise,
    setUsesRaise,
    /** What the next request asks for. */
    tokens: raise && usesRaise ? Math.max(raise.tokens, maxTokens.tokens) : maxTokens.tokens,
  };
}

import { useEffect, useState } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { formatCount } from '~/ui/format-count';
import type { PlaygroundProps } from './playground';

const STORAGE_KEY = 'ai_defaultMaxTokens';
export const MIN_OUTPUT_TOKENS = 64;
const DEFAULT_OUTPUT_TOKENS = 4096;

export type Limits = ReturnType<typeof useLimits>;

/** Maximum length and cost of replies. */
export function useLimits(
  stored: PlaygroundProps['limits'],
  preferredTokens: number | null,
  ceiling: number,
) {
  const maxTokens = useMaxTokens(preferredTokens, ceiling);
  const [usesRaise, setUsesRaise] = useState(true);
  const { raise } = stored;
  return {
    ...stored,
    maxTokens,
    ceiling,
    usesRaise,
    setUsesRaise,
    /** Maximum tokens of the next request. */
    tokens: raise && usesRaise ? Math.max(raise.tokens, maxTokens.tokens) : maxTokens.tokens,
  };
}

/** The preferred maximum reply length; `ceiling` is the account's limit. */
function useMaxTokens(preferred: number | null, ceiling: number) {
  const [value, setValue] = useState(clamp(preferred ?? DEFAULT_OUTPUT_TOKENS, ceiling));
  useEffect(() => {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored !== null) setValue(clamp(Number(stored), ceiling));
  }, [ceiling]);
  const isAllowed = (tokens: number | null) =>
    tokens !== null && Number.isInteger(tokens) && tokens >= MIN_OUTPUT_TOKENS && tokens <= ceiling;
  return {
    tokens: value,
    problemOf: (tokens: number | null) =>
      isAllowed(tokens)
        ? undefined
        : `Enter a whole number from ${formatCount(MIN_OUTPUT_TOKENS)} to ${formatCount(ceiling)}.`,
    change: (next: number | null) => {
      if (next === null || !isAllowed(next)) return;
      setValue(next);
      tryToStore(STORAGE_KEY, String(next));
    },
  };
}

function clamp(tokens: number, ceiling: number): number {
  if (!Number.isFinite(tokens) || tokens === 0) return Math.min(DEFAULT_OUTPUT_TOKENS, ceiling);
  return Math.round(Math.min(ceiling, Math.max(MIN_OUTPUT_TOKENS, tokens)));
}

import { useEffect, useState } from 'react';

const STORAGE_KEY = 'ai_defaultMaxTokens';
export const MIN_OUTPUT_TOKENS = 64;
export const DEFAULT_OUTPUT_TOKENS = 4096;

/** The longest reply one asks for; `ceiling` is what the account allows. */
export function useMaxTokens(preferred: number | null, ceiling: number) {
  const [text, setText] = useState(String(clamp(preferred ?? DEFAULT_OUTPUT_TOKENS, ceiling)));
  useEffect(() => {
    const kept = localStorage.getItem(STORAGE_KEY);
    if (kept !== null) setText(String(clamp(Number(kept), ceiling)));
  }, [ceiling]);
  return {
    text,
    tokens: clamp(Number(text), ceiling),
    change: setText,
    /** When the field is left: what stands there becomes what counts. */
    settle: () => {
      const tokens = clamp(Number(text), ceiling);
      setText(String(tokens));
      localStorage.setItem(STORAGE_KEY, String(tokens));
    },
  };
}

function clamp(tokens: number, ceiling: number): number {
  if (!Number.isFinite(tokens) || tokens === 0) return Math.min(DEFAULT_OUTPUT_TOKENS, ceiling);
  return Math.round(Math.min(ceiling, Math.max(MIN_OUTPUT_TOKENS, tokens)));
}

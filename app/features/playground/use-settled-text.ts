import { useEffect, useState } from 'react';

/** Longer texts take milliseconds to count and search, so that waits for a pause in typing. */
const LONG_CHARACTERS = 20_000;
const DELAY_MS = 300;

/** The text as it was when typing last paused; a short text at once. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  const isLong = text.length > LONG_CHARACTERS;
  useEffect(() => {
    if (!isLong) return;
    const timer = setTimeout(() => setSettled(text), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, isLong]);
  return isLong ? settled : text;
}

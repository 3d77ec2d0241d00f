import { useEffect, useState } from 'react';

export type Suggestion = {
  id: string;
  label: string;
  /** Distinguishes items with the same label. */
  description?: string;
};

/** Fetches suggestions for a text. The signal aborts when the text has changed. */
export type Suggest = (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;

type Options = { text: string; suggest: Suggest; minLength: number; delayMs: number };

/** Fetches suggestions once typing pauses. Errors are ignored and yield none. */
export function useSuggestions({ text, suggest, minLength, delayMs }: Options) {
  const [answer, setAnswer] = useState<{ text: string; items: readonly Suggestion[] }>({
    text: '',
    items: [],
  });
  const query = text.trim();
  const isLongEnough = query.length >= minLength;
  useEffect(() => {
    if (!isLongEnough) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      suggest(query, controller.signal)
        .catch(() => [])
        .then((items) => {
          if (!controller.signal.aborted) setAnswer({ text: query, items });
        })
        .catch(() => undefined);
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, isLongEnough, suggest, delayMs]);
  return {
    items: isLongEnough ? answer.items : [],
    /** The text that `items` belong to. */
    answered: isLongEnough ? answer.text : '',
    isWaiting: isLongEnough && answer.text !== query,
  };
}

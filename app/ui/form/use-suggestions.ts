import { useEffect, useState } from 'react';

export type Suggestion = {
  id: string;
  label: string;
  /** What tells it apart from others of that name. */
  description?: string;
};

/** Asks for what fits a text; the signal says that the answer is no longer wanted. */
export type Suggest = (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;

type Options = { text: string; suggest: Suggest; minLength: number; delayMs: number };

/** Suggestions for a text, once typing pauses. A failure leaves none: the field works without them. */
export function useSuggestions({ text, suggest, minLength, delayMs }: Options) {
  const [answer, setAnswer] = useState<{ text: string; items: readonly Suggestion[] }>({
    text: '',
    items: [],
  });
  const asked = text.trim();
  const isAsked = asked.length >= minLength;
  useEffect(() => {
    if (!isAsked) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      suggest(asked, controller.signal)
        .catch(() => [])
        .then((items) => {
          if (!controller.signal.aborted) setAnswer({ text: asked, items });
        })
        .catch(() => undefined);
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, isAsked, suggest, delayMs]);
  return {
    items: isAsked ? answer.items : [],
    /** The text that the items are for. */
    answered: isAsked ? answer.text : '',
    isWaiting: isAsked && answer.text !== asked,
  };
}

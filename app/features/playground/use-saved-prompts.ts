import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { callApi } from '~/core/browser/call-api';
import {
  foundPromptsSchema,
  savedPromptSchema,
  type FoundPrompt,
  type SavedPrompt,
} from '~/features/prompts';
import { showToast } from '~/ui/overlay/toast';
import { findSlash, type Slash } from './slash';

const DELAY_MS = 150;
const STEPS: Readonly<Record<string, number | undefined>> = { ArrowDown: 1, ArrowUp: -1 };

export interface SavedPromptChoice {
  /** Undefined while loading, or if loading failed. */
  prompts: readonly FoundPrompt[] | undefined;
  activeIndex: number;
}

/**
 * The saved prompts to choose from while the line at the caret begins with a slash. Escape closes the list and leaves
 * the text alone.
 */
export function useSavedPrompts(
  field: RefObject<HTMLTextAreaElement>,
  onChoose: (prompt: SavedPrompt, slash: Slash) => void,
) {
  const [slash, setSlash] = useState<Slash>();
  const [found, setFound] = useState<{ of: string; prompts: readonly FoundPrompt[] }>();
  const [activeIndex, setActiveIndex] = useState(0);
  /** The beginning of a line for which the list was closed. */
  const [closedAt, setClosedAt] = useState<number>();
  const isOpen = slash !== undefined && slash.start !== closedAt;
  const words = isOpen ? slash.words : undefined;

  useEffect(() => {
    if (words === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const address = `/api/savedprompts/find?q=${encodeURIComponent(words)}`;
    const timer = setTimeout(() => {
      callApi(address, foundPromptsSchema, { signal })
        .then(({ prompts }) => {
          if (signal.aborted) return;
          setFound({ of: words, prompts });
          setActiveIndex(0);
        })
        .catch(() => undefined);
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [words]);

  const prompts = found?.prompts;
  const active = found?.of === words ? prompts?.[activeIndex] : undefined;

  /** Call after every change of the text or the caret. */
  function update(): void {
    const next = field.current && findSlash(field.current.value, field.current.selectionStart);
    setSlash(next ?? undefined);
    if (!next) setClosedAt(undefined);
  }

  function choose({ id }: FoundPrompt): void {
    if (!slash) return;
    setClosedAt(slash.start);
    callApi(`/api/savedprompts/${encodeURIComponent(id)}`, savedPromptSchema)
      .then((prompt) => onChoose(prompt, slash))
      .catch(() => showToast('error', 'This prompt couldn’t be loaded. Try again.'));
  }

  /** Returns whether the key was for the list. */
  function takeKey(event: KeyboardEvent): boolean {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const step = STEPS[event.key];
    if (event.key === 'Escape') setClosedAt(slash.start);
    else if (step !== undefined && prompts && prompts.length > 0)
      setActiveIndex((activeIndex + step + prompts.length) % prompts.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && active && !event.ctrlKey && !event.metaKey)
      choose(active);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return {
    choice: isOpen ? { prompts, activeIndex } : undefined,
    active,
    update,
    takeKey,
    choose,
    point: setActiveIndex,
  };
}

import { useNavigate } from '@remix-run/react';
import { type RefObject, useRef, useState } from 'react';
import { useIsomorphicLayoutEffect } from '~/core/browser/use-isomorphic-layout-effect';
import { ALL_CODES, MODERATION_CODES, type ModerationCode } from '~/features/prompts';

type QueueLinks = Readonly<Record<'next' | 'previous', string | undefined>>;

/** Single-key shortcuts, disabled while typing. Returns the pending digit and the effect of the last key. */
export function useQueueKeys(form: RefObject<HTMLFormElement>, turns: QueueLinks) {
  const navigate = useNavigate();
  const [keys, setKeys] = useState({ digit: '', announcement: '' });
  const latest = useRef({ turns, navigate, digit: keys.digit });
  latest.current = { turns, navigate, digit: keys.digit };
  // Before painting, so that the shortcuts of a prompt work as soon as it is visible.
  useIsomorphicLayoutEffect(() => {
    const perform = (move: KeyMove): string => {
      if (move.do === 'code') return toggleCode(form.current, move);
      if (move.do === 'turn') {
        const to = latest.current.turns[move.to];
        if (to !== undefined) latest.current.navigate(to, { preventScrollReset: true });
      } else if (move.do === 'write') {
        form.current?.querySelector('textarea')?.focus();
      } else {
        form.current?.querySelector<HTMLButtonElement>(`[data-key="${CSS.escape(move.key)}"]`)?.click();
      }
      return '';
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target)) {
        // Leaves the notes, so that shortcuts work again.
        if (event.key === 'Escape' && form.current?.contains(event.target)) event.target.blur();
        return;
      }
      const { digit, move } = pressKey(latest.current.digit, event.key);
      if (move?.do === 'write') event.preventDefault(); // don't type the shortcut's key into the note
      setKeys({ digit, announcement: move ? perform(move) : '' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [form]);
  return keys;
}

/** Toggles a code. Returns the announcement for screen readers, because the focus doesn't move. */
function toggleCode(form: HTMLFormElement | null, { code }: Extract<KeyMove, { do: 'code' }>): string {
  const box = form?.querySelector<HTMLInputElement>(`[value="${CSS.escape(code)}"]`);
  if (!box) return '';
  box.click();
  return `${code} ${MODERATION_CODES[code]}: ${box.checked ? 'set' : 'removed'}`;
}

const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('[role="dialog"], textarea, select, input:not([type="checkbox"])') !== null);

/** Action of a key; `button` is a button of the form, by its shortcut. */
type KeyMove =
  | { do: 'turn'; to: 'next' | 'previous' }
  | { do: 'button'; key: string }
  | { do: 'write' }
  | { do: 'code'; code: ModerationCode };

interface KeyStep {
  /** The digit waiting for the letter of its code; empty if none. */
  digit: string;
  move?: KeyMove;
}

const MOVES: Readonly<Record<string, KeyMove>> = {
  j: { do: 'turn', to: 'next' },
  k: { do: 'turn', to: 'previous' },
  n: { do: 'write' },
  a: { do: 'button', key: 'a' },
  r: { do: 'button', key: 'r' },
  f: { do: 'button', key: 'f' },
  s: { do: 'button', key: 's' },
};

/**
 * Handles a key of the moderation queue. A digit waits for the letter of its code (“1”, then “a”), and the key after it
 * never decides: a mistyped code must not approve or refuse a prompt.
 */
export function pressKey(digit: string, pressed: string): KeyStep {
  const key = pressed.toLowerCase();
  if (/^\d$/.test(key)) return { digit: key };
  if (digit !== '') {
    const code = ALL_CODES.find((each) => each === digit + key);
    return code ? { digit: '', move: { do: 'code', code } } : { digit: '' };
  }
  const move = MOVES[key];
  return move ? { digit: '', move } : { digit: '' };
}

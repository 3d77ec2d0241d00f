import { useNavigate } from '@remix-run/react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { MODERATION_CODES } from '~/features/prompts';
import { pressKey, type KeyMove } from './queue-keys';

type Turns = Readonly<Record<'next' | 'previous', string | undefined>>;

/**
 * The listener comes with the prompt that is drawn, not after it: the next key may be pressed as soon as it is seen.
 * On the server nothing is drawn, and React would warn.
 */
const useDrawnEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Single keys, except while somebody types. Returns the digit that waits for its letter, and what a key did last. */
export function useQueueKeys(form: RefObject<HTMLFormElement>, turns: Turns) {
  const navigate = useNavigate();
  const [keys, setKeys] = useState({ digit: '', said: '' });
  const latest = useRef({ turns, navigate, digit: keys.digit });
  latest.current = { turns, navigate, digit: keys.digit };
  useDrawnEffect(() => {
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
        // The notes are left as they are, and single keys work again.
        if (event.key === 'Escape' && form.current?.contains(event.target)) event.target.blur();
        return;
      }
      const { digit, move } = pressKey(latest.current.digit, event.key);
      if (move?.do === 'write') event.preventDefault(); // the key is no part of the note
      setKeys({ digit, said: move ? perform(move) : '' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [form]);
  return keys;
}

/** Sets a code or takes it away; the words for it are announced, since the focus stays where it was. */
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

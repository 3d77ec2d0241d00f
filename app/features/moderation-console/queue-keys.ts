import { ALL_CODES, type ModerationCode } from '~/features/prompts';

/** What a key of the queue asks for; `button` is a button of the form, by its own key. */
export type KeyMove =
  | { do: 'turn'; to: 'next' | 'previous' }
  | { do: 'button'; key: string }
  | { do: 'write' }
  | { do: 'code'; code: ModerationCode };

export interface KeyStep {
  /** The digit that waits for the letter of its code; empty for none. */
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
 * One key of a queue that is gone through by keyboard. A digit waits for the letter of its code (“1”, then “a”), and
 * the key after it never decides anything: a mistyped code must not approve or refuse a prompt.
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

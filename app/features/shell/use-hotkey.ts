import { useEffect } from 'react';

/** Ctrl or, on a Mac, Cmd with a letter, wherever the focus is. */
export function useHotkey(letter: string, onPress: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== letter) return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [letter, onPress]);
}

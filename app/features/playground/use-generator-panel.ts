import { useEffect, useState } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';

const STORAGE_KEY = 'ai_generatorOpen';
/** Where both columns stand side by side. */
const WIDE = '(min-width: 64rem)';

/** Whether the steps are shown. Undefined until the browser has said: open where there is room for both. */
export function useGeneratorPanel() {
  const [isOpen, setIsOpen] = useState<boolean>();
  useEffect(() => {
    const kept = localStorage.getItem(STORAGE_KEY);
    setIsOpen(kept === null ? window.matchMedia(WIDE).matches : kept === 'true');
  }, []);
  function toggle() {
    tryToStore(STORAGE_KEY, String(!isOpen));
    setIsOpen(!isOpen);
  }
  return { isOpen, toggle };
}

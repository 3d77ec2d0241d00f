import { useEffect, useState } from 'react';

/** What the key that opens the palette is called here. The server cannot know, so it begins with the most common. */
export function usePaletteKey(): string {
  const [key, setKey] = useState('Ctrl K');
  useEffect(() => {
    if (/Mac|iPhone|iPad/.test(navigator.userAgent)) setKey('⌘ K');
  }, []);
  return key;
}

import { useEffect, useState } from 'react';

/** From here on there is room for a transaction beside the list. */
const WIDE = '(width >= 64rem)';

/** Whether the window is wide; undefined until it is known. */
export function useIsWide(): boolean | undefined {
  const [isWide, setIsWide] = useState<boolean>();
  useEffect(() => {
    const query = window.matchMedia(WIDE);
    const tell = () => setIsWide(query.matches);
    tell();
    query.addEventListener('change', tell);
    return () => query.removeEventListener('change', tell);
  }, []);
  return isWide;
}

import { useEffect, useRef, useState } from 'react';

/** What takes less is over before anybody could read that it runs. */
const SHOWN_AFTER_MS = 150;

/**
 * Runs one thing at a time; another that comes meanwhile is not done, and is told by undefined. The page is drawn anew
 * for it only where it takes a while: to do so at once would hold up the answer that it waits for.
 */
export function useOneAtATime() {
  const [isShown, setIsShown] = useState(false);
  const [ends, setEnds] = useState(0);
  const isRunning = useRef(false);
  // The next may begin when the page shows what this one has changed: a prompt that has left is no longer in the box.
  useEffect(() => {
    isRunning.current = false;
  }, [ends]);

  async function run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      setIsShown(false);
      setEnds((count) => count + 1);
    }
  }
  return { run, isShown };
}

import { useEffect, useState } from 'react';

/** Rises to `total` one by one, a task each, so that a long text never blocks the page. */
export function useGradually(total: number): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + 1));
    return () => clearTimeout(timer);
  }, [count, total]);
  return Math.min(count, total);
}

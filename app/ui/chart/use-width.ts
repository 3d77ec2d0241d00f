import { useEffect, useState, type RefObject } from 'react';

/** How wide an element is, and stays; on the server and at first a usual width, within the same height. */
export function useWidth(element: RefObject<HTMLElement>, usual = 640): number {
  const [width, setWidth] = useState(usual);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

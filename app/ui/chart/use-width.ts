import { useEffect, useState, type RefObject } from 'react';

const USUAL_WIDTH = 640;

/** How wide an element is, and stays; on the server and at first a usual width, within the same height. */
export function useWidth(element: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
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

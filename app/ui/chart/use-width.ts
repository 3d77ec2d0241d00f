import { useEffect, useState, type RefObject } from 'react';

const DEFAULT_WIDTH = 640;

/** The element's current width. A default is used on the server and for the first render. */
export function useWidth(element: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(DEFAULT_WIDTH);
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

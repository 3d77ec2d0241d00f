import { useEffect, useRef, useState } from 'react';

/** Whether files are being dragged, rather than text within the editor. */
export const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts files dropped anywhere in the window; outside a drop target, the browser would open them instead of the page.
 * Returns whether files are being dragged over the window.
 */
export function useWindowDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    const leaving = new AbortController();
    const listen = (
      type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
      take: (event: DragEvent) => void,
    ) =>
      document.addEventListener(
        type,
        (event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          event.stopPropagation(); // an editor under the pointer would insert the file's text
          take(event);
        },
        { capture: true, signal: leaving.signal },
      );
    listen('dragenter', () => setIsOver(true));
    listen('dragover', () => setIsOver(true));
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setIsOver(false);
    });
    listen('drop', ({ dataTransfer }) => {
      setIsOver(false);
      if (dataTransfer !== null) latest.current(dataTransfer);
    });
    return () => leaving.abort();
  }, []);
  return isOver;
}

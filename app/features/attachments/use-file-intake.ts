import { useEffect, useRef, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, and pictures that are pasted. True while files are being dragged
 * over it. While a dialog is open the page takes nothing.
 */
export function useFileIntake(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    // Moving from one element to the next leaves the first after the second is entered.
    let depth = 0;
    const leave = (to: number) => {
      depth = Math.max(0, to);
      setIsOver(depth > 0);
    };
    const on = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', listen: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files') !== true || isDialogOpen()) return;
          event.preventDefault();
          listen(event);
        },
        { signal },
      );
    on('dragenter', () => leave(depth + 1));
    on('dragover', () => undefined);
    on('dragleave', () => leave(depth - 1));
    on('drop', (event) => {
      leave(0);
      take.current([...(event.dataTransfer?.files ?? [])]);
    });
    window.addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        // Programs put a picture beside a text that they copy: then the text is meant.
        if (files.length === 0 || event.clipboardData?.types.includes('text/plain') || isDialogOpen()) return;
        event.preventDefault();
        take.current(files.map(named));
      },
      { signal },
    );
    return () => ending.abort();
  }, []);
  return isOver;
}

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Pictures from the clipboard are all called image.png. */
function named(file: File, index: number): File {
  if (file.name !== 'image.png') return file;
  const time = new Date().toTimeString().slice(0, 8).replaceAll(':', '');
  return new File([file], `pasted-${time}${index === 0 ? '' : `-${String(index + 1)}`}.png`, {
    type: file.type,
  });
}

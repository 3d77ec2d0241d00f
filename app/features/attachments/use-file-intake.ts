import { useEffect, useRef, useState } from 'react';

/**
 * Accepts files dropped anywhere on the page and pasted images. Returns true while files are dragged over it. Inactive
 * while a dialog is open.
 */
export function useFileIntake(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    // `dragenter` of the next element fires before `dragleave` of the previous one.
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
        // Applications copy an image along with text; the text is meant then.
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

/** Pasted images are all named image.png. */
function named(file: File, index: number): File {
  if (file.name !== 'image.png') return file;
  const time = new Date().toTimeString().slice(0, 8).replaceAll(':', '');
  return new File([file], `pasted-${time}${index === 0 ? '' : `-${String(index + 1)}`}.png`, {
    type: file.type,
  });
}

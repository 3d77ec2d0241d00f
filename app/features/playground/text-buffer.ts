interface TextBuffer {
  add: (text: string) => void;
  /** Forgets what was not shown yet: the whole reply replaces it. */
  drop: () => void;
}

/** Gathers what arrives between two frames, so that a fast model does not redraw the page for every word. */
export function createTextBuffer(flush: (text: string) => void): TextBuffer {
  let gathered = '';
  let frame = 0;
  return {
    add: (text) => {
      gathered += text;
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        flush(gathered);
        gathered = '';
      });
    },
    drop: () => {
      cancelAnimationFrame(frame);
      frame = 0;
      gathered = '';
    },
  };
}

import { useCallback, useEffect, useState } from 'react';
import { hasFiles } from '../files/use-window-drop';

export type View = 'script' | 'output' | 'files';

/** Which panes are visible: a wide window shows the script beside a tab, a narrow one shows one of the three. */
export function useView() {
  const [tab, setTab] = useState<Exclude<View, 'script'>>('output');
  const [isPanelInSight, setIsPanelInSight] = useState(false);
  const show = useCallback((view: View) => {
    setIsPanelInSight(view !== 'script');
    if (view !== 'script') setTab(view);
  }, []);

  // Drop target for files dragged over the window.
  useEffect(() => {
    const showFiles = (event: DragEvent) => {
      if (hasFiles(event)) show('files');
    };
    document.addEventListener('dragenter', showFiles);
    return () => document.removeEventListener('dragenter', showFiles);
  }, [show]);
  return { tab, setTab, isPanelInSight, show };
}

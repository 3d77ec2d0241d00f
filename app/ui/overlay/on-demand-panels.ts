import { useEffect } from 'react';
import { onDemand } from '../on-demand';

/** What opens above the page, in one file of code that no first load contains. */
const panels = () => import('./panels');

export const ModalPanel = onDemand(async () => (await panels()).ModalPanel);
export const MenuPanel = onDemand(async () => (await panels()).MenuPanel);
export const TooltipPanel = onDemand(async () => (await panels()).TooltipPanel);

const SIGNS_OF_LIFE = ['pointerover', 'keydown', 'touchstart'] as const;

/**
 * Fetches the panels, and what else the page may need, at the first sign of life: so that they are there before a
 * click asks for them, and also when the network has gone meanwhile.
 */
export function usePreloadedPanels(more: readonly { preload: () => void }[] = []): void {
  useEffect(() => {
    const preload = () => {
      stop();
      for (const panel of [ModalPanel, MenuPanel, TooltipPanel, ...more]) panel.preload();
    };
    const stop = () => {
      for (const event of SIGNS_OF_LIFE) document.removeEventListener(event, preload);
    };
    for (const event of SIGNS_OF_LIFE) document.addEventListener(event, preload, { passive: true });
    return stop;
  }, [more]);
}

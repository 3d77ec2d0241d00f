import { useEffect } from 'react';
import { atFirstSignOfLife, onDemand, onDemandPanel } from '../on-demand';

/** What opens above the page, in one file of code that no first load contains. */
const panels = () => import('./panels');

export const ModalPanel = onDemand(async () => (await panels()).ModalPanel, {
  giveUp: ({ onOpenChange }) => onOpenChange(false),
});
export const MenuPanel = onDemandPanel(async () => (await panels()).MenuPanel);
export const TooltipPanel = onDemand(async () => (await panels()).TooltipPanel);

/**
 * Fetches the panels, and what else the page may need, at the first sign of life: so that they are there before a
 * click asks for them, and also when the network has gone meanwhile. The list is a constant of its module.
 */
export function usePreloadedPanels(more: readonly { preload: () => void }[] = []): void {
  useEffect(
    () =>
      atFirstSignOfLife(() =>
        [ModalPanel, MenuPanel, TooltipPanel, ...more].forEach((panel) => panel.preload()),
      ),
    [more],
  );
}

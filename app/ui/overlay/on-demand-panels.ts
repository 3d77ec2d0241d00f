import { useEffect } from 'react';
import { atFirstSignOfLife, onDemand, onDemandPanel } from '../on-demand';

/** All panels share one chunk, which is not part of the initial load. */
const panels = () => import('./panels');

export const ModalPanel = onDemand(async () => (await panels()).ModalPanel, {
  giveUp: ({ onOpenChange }) => onOpenChange(false),
});
export const MenuPanel = onDemandPanel(async () => (await panels()).MenuPanel);
export const TooltipPanel = onDemand(async () => (await panels()).TooltipPanel);

/**
 * Loads the panels and other components at the first user interaction, so that they are ready for a click, even if the
 * network has failed by then. Pass a constant list.
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

import { useEffect } from 'react';
import { onFirstInteraction, lazyComponent, lazyPanel } from '../lazy-component';

/** All panels share one chunk, which is not part of the initial load. */
const panels = () => import('./panels');

export const ModalPanel = lazyComponent(async () => (await panels()).ModalPanel, {
  onGiveUp: ({ onOpenChange }) => onOpenChange(false),
});
export const MenuPanel = lazyPanel(async () => (await panels()).MenuPanel);
export const PopoverPanel = lazyPanel(async () => (await panels()).PopoverPanel);
export const TooltipPanel = lazyComponent(async () => (await panels()).TooltipPanel);

/**
 * Loads the panels and other components at the first user interaction, so that they are ready for a click, even if the
 * network has failed by then. Pass a constant list.
 */
export function usePreloadedPanels(more: readonly { preload: () => void }[] = []): void {
  useEffect(
    () =>
      onFirstInteraction(() =>
        [ModalPanel, MenuPanel, PopoverPanel, TooltipPanel, ...more].forEach((panel) => panel.preload()),
      ),
    [more],
  );
}

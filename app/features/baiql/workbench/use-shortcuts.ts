import { useEffect, useRef } from 'react';
import { offerPageCommands, type PageCommand } from '~/core/browser/page-commands';
import type { ToolbarAction } from './toolbar';
import { actionOfKey } from './workbench-commands';

/** The page's shortcuts and palette commands. Disabled while a dialog is open. */
export function useShortcuts(
  onAction: (action: ToolbarAction) => void,
  commands: () => readonly PageCommand[],
): void {
  const latest = useRef({ onAction, commands });
  latest.current = { onAction, commands };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const action = actionOfKey(event);
      if (action === null) return;
      if (event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog]'))
        return;
      event.preventDefault();
      event.stopPropagation();
      latest.current.onAction(action);
    };
    // Captured before the editor, which binds some of these keys.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
  useEffect(() => offerPageCommands(latest.current.commands()));
}

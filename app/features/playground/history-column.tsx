import { PanelLeft } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { HistoryPanel, type HistoryPanelProps } from '~/features/sessions';
import { Button } from '~/ui/button';
import { cx } from '~/ui/cx';
import { Sheet } from '~/ui/overlay/sheet';

/** A setting of the browser: "closed". */
const STORED = 'ai_history';
/** From here on there is room for the panel beside the composer. */
const WIDE = '(min-width: 80rem)';

interface Column {
  /** In a wide window, where it is open unless it was closed; before hydration that isn't known. */
  isOpen: boolean;
  isSheetOpen: boolean;
  toggle: () => void;
  closeSheet: () => void;
}

export function useHistoryColumn(): Column {
  const [isOpen, setIsOpen] = useState(true);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  useEffect(() => setIsOpen(localStorage.getItem(STORED) !== 'closed'), []);
  const toggle = useCallback(() => {
    if (!window.matchMedia(WIDE).matches) {
      setIsSheetOpen((before) => !before);
      return;
    }
    setIsOpen((before) => {
      tryToStore(STORED, before ? 'closed' : 'open');
      return !before;
    });
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey) return;
      if (event.code !== 'KeyH') return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toggle]);
  return { isOpen, isSheetOpen, toggle, closeSheet: useCallback(() => setIsSheetOpen(false), []) };
}

/** Shows and hides the sessions. */
export function HistoryButton({ isOpen, isSheetOpen, toggle }: Column) {
  const button = (isShown: boolean, className: string) => (
    <Button
      variant="ghost"
      className={cx('px-2', className)}
      aria-label="Sessions"
      aria-expanded={isShown}
      title="Sessions (Ctrl Shift H)"
      onClick={toggle}
    >
      <PanelLeft aria-hidden="true" className="size-4" />
    </Button>
  );
  return (
    <>
      {button(isOpen, 'max-xl:hidden')}
      {button(isSheetOpen, 'xl:hidden')}
    </>
  );
}

/** The account's sessions at the left of the page, or in a sheet where there is no room for them. */
export function HistoryColumn({ column, ...panel }: { column: Column } & HistoryPanelProps) {
  const { isOpen, isSheetOpen, closeSheet } = column;
  return (
    <>
      {isOpen ? (
        <nav
          aria-label="Sessions"
          className="hidden w-60 shrink-0 border-r border-line bg-paper xl:flex xl:min-h-0 xl:flex-col print:hidden"
        >
          <HistoryPanel {...panel} />
        </nav>
      ) : null}
      {isSheetOpen ? (
        <Sheet isOpen onOpenChange={closeSheet} title="Sessions" side="left">
          <HistoryPanel {...panel} onChosen={closeSheet} />
        </Sheet>
      ) : null}
    </>
  );
}

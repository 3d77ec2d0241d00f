import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../button';
import { MenuPanel } from './lazy-panels';
import type { MenuProps } from './panel-props';

export type { MenuItems } from './panel-props';

/**
 * The entry that each key focuses on opening. Includes Enter and Space: their click would count as virtual, which
 * focuses the menu itself, and the next Enter would choose nothing.
 */
const FOCUS_BY_KEY: Readonly<Record<string, 'first' | 'last' | undefined>> = {
  ArrowDown: 'first',
  ArrowUp: 'last',
  Enter: 'first',
  ' ': 'first',
};

/** A button that opens a list of actions or links. */
export function Menu({ label, items, align = 'end', children, ...button }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [openedAt, setOpenedAt] = useState<'first' | 'last' | null>(null);
  // Runs after the menu has closed and the button has the focus, so that a dialog can return the focus to it.
  const pendingAction = useRef<() => void>();
  useEffect(() => {
    const act = pendingAction.current;
    if (openedAt !== null || !act) return;
    pendingAction.current = undefined;
    trigger.current?.focus();
    act();
  }, [openedAt]);
  const onKeyDown = (event: KeyboardEvent) => {
    const begins = FOCUS_BY_KEY[event.key];
    if (begins === undefined) return;
    event.preventDefault();
    setOpenedAt(begins);
  };
  return (
    <>
      <Button
        ref={trigger}
        variant="ghost"
        aria-haspopup="menu"
        aria-expanded={openedAt !== null}
        aria-label={children ? undefined : label}
        onClick={() => setOpenedAt(openedAt === null ? 'first' : null)}
        onKeyDown={onKeyDown}
        {...button}
      >
        {children ?? <Ellipsis aria-hidden="true" className="size-4" />}
      </Button>
      {openedAt === null ? null : (
        <MenuPanel
          label={label}
          items={items}
          align={align}
          triggerRef={trigger}
          begins={openedAt}
          onChoose={(act) => {
            pendingAction.current = act;
          }}
          onClose={() => setOpenedAt(null)}
        />
      )}
    </>
  );
}

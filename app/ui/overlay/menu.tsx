import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button, type ButtonProps } from '../button';
import { MenuPanel } from './on-demand-panels';

export type MenuEntry = {
  key: string;
  label: string;
  icon?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** The one of several that holds now. */
  isChosen?: boolean;
  shortcut?: string;
} & ({ onAction: () => void } | { to: string });

export type MenuItems = readonly (MenuEntry | 'separator' | { title: string; items: readonly MenuEntry[] })[];

export type MenuProps = {
  /** What the menu is for; read aloud, and the button's name when it shows only an icon. */
  label: string;
  items: MenuItems;
  align?: 'start' | 'end';
  /** What the button shows; three dots when nothing is given. */
  children?: ReactNode;
} & Pick<ButtonProps, 'variant' | 'size' | 'disabled' | 'className'>;

/**
 * Which entry each key begins with. Enter and Space as well: the click they make counts as a screen reader's, after which
 * the menu itself would have the focus, and the next Enter would choose nothing.
 */
const OPENS: Readonly<Record<string, 'first' | 'last' | undefined>> = {
  ArrowDown: 'first',
  ArrowUp: 'last',
  Enter: 'first',
  ' ': 'first',
};

/** A button with a short list of things to do or places to go. */
export function Menu({ label, items, align = 'end', children, ...button }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [openedAt, setOpenedAt] = useState<'first' | 'last' | null>(null);
  // Done once the menu is gone and the button has the focus, so that a dialog knows where to give it back to.
  const chosenAction = useRef<() => void>();
  useEffect(() => {
    const act = chosenAction.current;
    if (openedAt !== null || !act) return;
    chosenAction.current = undefined;
    trigger.current?.focus();
    act();
  }, [openedAt]);
  const onKeyDown = (event: KeyboardEvent) => {
    const begins = OPENS[event.key];
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
            chosenAction.current = act;
          }}
          onClose={() => setOpenedAt(null)}
        />
      )}
    </>
  );
}

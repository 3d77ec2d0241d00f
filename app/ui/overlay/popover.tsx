import { useRef, useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from '../button';
import { PopoverPanel } from './lazy-panels';

type Props = {
  /** Accessible name of the panel. */
  label: string;
  /** Content of the button. */
  button: ReactNode;
  panelClassName?: string;
  children: ReactNode;
} & Pick<ButtonProps, 'variant' | 'size' | 'disabled' | 'className'>;

/** A button that opens a small panel of controls, which apply at once. */
export function Popover({ label, button, panelClassName, children, ...rest }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        ref={trigger}
        variant="ghost"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        {...rest}
      >
        {button}
      </Button>
      {isOpen ? (
        <PopoverPanel
          label={label}
          triggerRef={trigger}
          className={panelClassName}
          onClose={() => {
            setIsOpen(false);
            trigger.current?.focus();
          }}
        >
          {children}
        </PopoverPanel>
      ) : null}
    </>
  );
}

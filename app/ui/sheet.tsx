import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { PanelClose } from './panel-close';
import { keyboardScrollable } from './scroll-region';
import { useReturnFocus } from './use-return-focus';

type Side = 'left' | 'right' | 'bottom';

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  /** One sentence under the title; read aloud with it. */
  description?: ReactNode;
  side?: Side;
  size?: 's' | 'l';
  /** It holds text to read rather than controls: the keyboard scrolls it as a whole. */
  isForReading?: boolean;
  children: ReactNode;
};

const sides: Record<Side, string> = {
  left: 'inset-y-0 left-0 w-full animate-slide-left border-r',
  right: 'inset-y-0 right-0 w-full animate-slide-right border-l',
  bottom: 'inset-x-0 bottom-0 max-h-[85dvh] animate-slide-up rounded-t-3 border-t',
};

/** A panel from the edge for what belongs beside the page. Keeps focus inside and gives it back. */
export function Sheet({
  isOpen,
  onOpenChange,
  title,
  description,
  side = 'right',
  size = 's',
  isForReading = false,
  children,
}: Props) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          {...returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed z-50 flex flex-col border-line bg-surface shadow-2 focus:outline-none',
            sides[side],
            side !== 'bottom' && (size === 'l' ? 'max-w-240' : 'max-w-90'),
          )}
        >
          <div className="border-b border-line py-3.5 pr-14 pl-5">
            <Radix.Title className="text-l font-semibold">{title}</Radix.Title>
            {description ? (
              <Radix.Description className="text-s text-ink-2">{description}</Radix.Description>
            ) : null}
          </div>
          <div className="min-h-0 grow overflow-y-auto p-5" {...(isForReading ? keyboardScrollable : {})}>
            {children}
          </div>
          <PanelClose />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

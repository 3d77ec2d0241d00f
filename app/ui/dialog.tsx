import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { PanelClose } from './panel-close';
import { useReturnFocus } from './use-return-focus';

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  /** One sentence under the title; read aloud with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the main one last. */
  footer?: ReactNode;
  size?: 's' | 'm' | 'l';
};

const widths = { s: 'sm:max-w-100', m: 'sm:max-w-140', l: 'sm:max-w-220' } as const;

/** Above the page until it is answered. Keeps focus inside, gives it back when it closes; Escape closes it. */
export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 's',
}: DialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          {...returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-32px)] max-w-full -translate-y-1/2 animate-appear flex-col rounded-3 border border-line bg-surface shadow-2 focus:outline-none',
            widths[size],
          )}
        >
          <div className="pt-4.5 pr-14 pb-1 pl-5">
            <Radix.Title className="text-l font-semibold">{title}</Radix.Title>
            {description ? (
              <Radix.Description className="mt-0.5 text-s text-pretty text-ink-2">
                {description}
              </Radix.Description>
            ) : null}
          </div>
          <div className="min-h-0 grow overflow-y-auto px-5 pt-2 pb-4">{children}</div>
          {footer ? (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
          ) : null}
          <PanelClose />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

import type { ReactNode } from 'react';
import { ModalPanel } from './on-demand-panels';

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
  /** Something is under way that cannot be left: no Escape, no close button, no click beside it. */
  isLocked?: boolean;
  /** What is written in it is kept elsewhere: Escape and Back need not ask. */
  keepsText?: boolean;
  /** Asks before something is destroyed: said to be an alert, and a click beside it does not close it. */
  isDanger?: boolean;
};

const widths = { s: 'sm:max-w-100', m: 'sm:max-w-140', l: 'sm:max-w-220' } as const;

/**
 * Above the page until it is answered. Keeps the focus inside, gives it back when it closes. Escape and Back
 * close it, at the second time where a long text would be lost; a click beside it does until something is written in it.
 * The first field gets the focus, or else the first button of the footer.
 */
export function Dialog({ isOpen, size = 's', isDanger = false, ...panel }: DialogProps) {
  if (!isOpen) return null;
  return (
    <ModalPanel
      {...panel}
      role={isDanger ? 'alertdialog' : 'dialog'}
      layer="z-dialog"
      placement="items-center justify-center p-4"
      className={`max-h-full w-full animate-appear rounded-3 border ${widths[size]}`}
      focuses="control"
    />
  );
}

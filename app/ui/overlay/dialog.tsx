import type { ReactNode } from 'react';
import { ModalPanel } from './lazy-panels';

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  /** One sentence under the title, announced with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  size?: 's' | 'm' | 'l';
  /** Prevents closing while work is in progress: no Escape, close button or outside click. */
  isLocked?: boolean;
  /** Its text is saved elsewhere, so Escape and Back need no confirmation. */
  savesDraft?: boolean;
  /** Confirms a destructive action: an alertdialog that outside clicks don't close. */
  isDanger?: boolean;
};

const widths = { s: 'sm:max-w-100', m: 'sm:max-w-140', l: 'sm:max-w-220' } as const;

/**
 * A modal dialog. Traps the focus and returns it on closing. Escape and Back close it, at the second attempt if a long
 * text would be lost; an outside click closes it only if nothing was typed. Initial focus: the first field, or else the
 * first button of the footer.
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

import type { ReactNode } from 'react';
import { Button } from '../button';
import { Dialog, type DialogProps } from './dialog';

export type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'size'> & {
  /** Of the form among the children. */
  formId: string;
  submitLabel: string;
  /** It's being sent, and can't be left. */
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A form above the page, with Cancel and the button that sends it. */
export function FormDialog({
  formId,
  submitLabel,
  isBusy = false,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onOpenChange={onClose}
      {...dialog}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

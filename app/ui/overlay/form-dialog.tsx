import { useId, type ReactNode } from 'react';
import { Button } from '../button';
import { Dialog, type DialogProps } from './dialog';

type Props = Pick<DialogProps, 'title' | 'description' | 'size'> & {
  submitLabel: string;
  /** It's being sent, and can't be left. */
  isBusy?: boolean;
  onClose: () => void;
  /** The fields; or, with `formId`, a form that brings its own element. */
  children: ReactNode;
} & ({ onSubmit: () => void; formId?: never } | { formId: string; onSubmit?: never });

/** A form above the page, with Cancel and the button that sends it. */
export function FormDialog({
  formId,
  onSubmit,
  submitLabel,
  isBusy = false,
  onClose,
  children,
  ...dialog
}: Props) {
  const ownId = useId();
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
          <Button type="submit" form={formId ?? ownId} variant="primary" isBusy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {onSubmit ? (
        <form
          id={ownId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {children}
        </form>
      ) : (
        children
      )}
    </Dialog>
  );
}

import { useId, useRef, type ReactNode } from 'react';
import { Button } from '../button';
import { RestoreDiscarded } from '../restore-discarded';
import { Dialog, type DialogProps } from './dialog';
import { useUnsentText } from './use-unsent-text';

type Props = Pick<DialogProps, 'title' | 'description' | 'size'> & {
  submitLabel: string;
  /** It is being submitted and can't be closed. */
  isBusy?: boolean;
  onClose: () => void;
  /** The fields or, with `formId`, the form itself. */
  children: ReactNode;
} & ({ onSubmit: () => void; formId?: never } | { formId: string; onSubmit?: never });

/**
 * A dialog with a form, Cancel and a submit button. Text that was not submitted is offered the next time a form with
 * this title opens, for a day.
 */
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
  const fields = useRef<HTMLDivElement>(null);
  const place = typeof dialog.title === 'string' ? `dialog:${dialog.title}` : undefined;
  const written = useUnsentText(place, fields);
  const close = () => {
    written.onClose();
    onClose();
  };
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onOpenChange={close}
      {...dialog}
      footer={
        <>
          <Button onClick={close} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={formId ?? ownId} variant="primary" isBusy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <div ref={fields} role="presentation" onInput={written.onInput} onSubmitCapture={written.onSubmit}>
        {place === undefined ? null : (
          <RestoreDiscarded place={place} size="s" className="mb-3" onRestore={written.restore} />
        )}
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
      </div>
    </Dialog>
  );
}

import type { ReactNode } from 'react';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlay/dialog';

type Props = {
  title: string;
  description?: string;
  formId: string;
  isBusy: boolean;
  size?: 's' | 'm' | 'l';
  onClose: () => void;
  children: ReactNode;
};

/** The frame of every dialog that edits content: Cancel and Save below its form. */
export function ContentDialog({ title, description, formId, isBusy, size = 'm', onClose, children }: Props) {
  return (
    <Dialog
      isOpen
      size={size}
      isLocked={isBusy}
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlay/dialog';

type Props = { isOpen: boolean; isSending: boolean; onCancel: () => void; onReset: () => void };

export function ResetDialog({ isOpen, isSending, onCancel, onReset }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onCancel}
      title="Reset this page?"
      description={
        isSending
          ? 'The steps, the prompt and all replies are removed. The request in progress will continue and be charged.'
          : 'The steps, the prompt and all replies are removed from this browser. The ledger keeps what they cost.'
      }
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="danger" onClick={onReset}>
            Reset
          </Button>
        </>
      }
    />
  );
}

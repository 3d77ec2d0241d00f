import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlay/dialog';

type Props = { isSigningOut: boolean; onStay: () => void; onLeave: () => void };

export default function LeaveDialog({ isSigningOut, onStay, onLeave }: Props) {
  return (
    <Dialog
      isOpen
      onOpenChange={onStay}
      title="Leave AI Page?"
      description={
        isSigningOut
          ? 'Signing out removes the prompt and the replies on this page from this browser.'
          : 'Your work is not saved as a session. The prompt and the replies stay in this browser until you reset them or sign out.'
      }
      footer={
        <>
          <Button onClick={onStay}>Stay</Button>
          <Button variant="danger" onClick={onLeave}>
            Leave
          </Button>
        </>
      }
    />
  );
}

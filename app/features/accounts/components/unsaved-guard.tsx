import { useLeaveGuard } from '~/core/browser/use-leave-guard';
import { useUnloadGuard } from '~/ui/use-unload-guard';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlay/dialog';

type Props = {
  isUnsaved: boolean;
  /** The loss in words: "Your changes to the daily limit aren’t saved." */
  loss: string;
};

/** Asks before a form with unsaved changes is left by a link, Back, logging out or closing the tab. */
export function UnsavedGuard({ isUnsaved, loss }: Props) {
  useUnloadGuard(isUnsaved);
  const leaving = useLeaveGuard(isUnsaved);
  if (!leaving) return null;
  const { stay, leave } = leaving;
  return (
    <Dialog
      isOpen
      isDanger
      onOpenChange={stay}
      title="Leave without saving?"
      description={loss}
      footer={
        <>
          <Button onClick={stay}>Keep editing</Button>
          <Button variant="danger" onClick={leave}>
            Leave
          </Button>
        </>
      }
    />
  );
}

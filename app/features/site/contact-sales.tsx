import { useId } from 'react';
import { Button } from '~/ui/button';
import { showToast } from '~/ui/overlay/toast';

/** The action exists and says that it does nothing yet, rather than leading nowhere. */
export function ContactSales({ plan }: { plan: string }) {
  const noteId = useId();
  return (
    <div className="flex flex-col gap-1">
      <Button
        aria-describedby={noteId}
        onClick={() => showToast('info', `Contact sales is not yet available for ${plan}.`)}
      >
        Contact sales
      </Button>
      <p id={noteId} className="text-center text-xs text-ink-3">
        Not yet available
      </p>
    </div>
  );
}

import { useId } from 'react';
import { Button } from '~/ui/button';

/** The specification has this button without an action yet; it says so and stays focusable. */
export function ContactSales() {
  const noteId = useId();
  return (
    <div className="flex flex-col gap-1">
      <Button aria-disabled="true" aria-describedby={noteId}>
        Contact sales
      </Button>
      <p id={noteId} className="text-center text-xs text-ink-3">
        Not yet available
      </p>
    </div>
  );
}

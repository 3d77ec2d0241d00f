import { useNavigation } from '@remix-run/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../button';
import { formatCountOf } from '../format-count';

type Props = {
  /** The form to submit. The bar may be outside of it. */
  formId: string;
  /** Its `intent`. */
  intent: string;
  /** Number of unsaved changes. */
  count: number;
  /** Result of the last save. */
  outcome: { isSaved: boolean; message: string } | null;
  onDiscard: () => void;
};

type Result = {
  done: { message: string } | null;
  reply: { error?: Record<string, string[] | null> | null } | null;
};

/** The result of the last save as a message: success, or the form-level error. */
export function outcomeOf(result: Result | undefined): Props['outcome'] {
  if (result?.done) return { isSaved: true, message: result.done.message };
  if (!result?.reply) return null;
  const whole = result.reply.error?.['']?.join('. ');
  return { isSaved: false, message: whole ?? 'Check the fields marked in red.' };
}

/**
 * A bar at the bottom of the window with the number of unsaved changes, Save and Discard. It appears with the first
 * change and then shows the result; when its buttons disappear, it keeps the focus. Without JavaScript there is just a
 * Save button.
 */
export function SaveBar({ formId, intent, count, outcome, onDiscard }: Props) {
  const { state, formData } = useNavigation();
  const isSaving = state !== 'idle' && formData?.get('intent') === intent;
  const status = useRef<HTMLParagraphElement>(null);
  const [hasDiscarded, setHasDiscarded] = useState(false);
  const wasSaving = useRef(false);
  useEffect(() => {
    // An invalid field may already have the focus. Otherwise it would be lost with the buttons.
    const isLost =
      document.activeElement === document.body || document.activeElement?.closest('[data-save-bar]');
    if (wasSaving.current && !isSaving && isLost) status.current?.focus();
    wasSaving.current = isSaving;
  }, [isSaving]);

  const discard = () => {
    onDiscard();
    setHasDiscarded(true);
    status.current?.focus();
  };
  const failure = outcome?.isSaved === false ? outcome.message : null;
  const statusText =
    count > 0
      ? formatCountOf(count, 'unsaved change')
      : hasDiscarded
        ? 'Changes discarded'
        : (outcome?.message ?? '');
  if (hasDiscarded && count > 0) setHasDiscarded(false);
  return (
    <div
      data-save-bar
      className={
        statusText === ''
          ? 'contents'
          : 'sticky bottom-0 z-bar mt-10 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-paper py-3'
      }
    >
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className="flex min-w-0 grow basis-full items-start gap-2 rounded-1 text-s font-medium empty:hidden sm:basis-0"
      >
        {count > 0 && failure !== null ? (
          <span className="flex items-start gap-2 text-bad">
            <CircleAlert aria-hidden="true" className="my-0.5 size-4 shrink-0" />
            Not saved. {failure}
          </span>
        ) : (
          <>
            {count === 0 && outcome?.isSaved && !hasDiscarded ? (
              <CircleCheck aria-hidden="true" className="my-0.5 size-4 shrink-0 text-good" />
            ) : null}
            {statusText}
          </>
        )}
      </p>
      {count > 0 ? (
        <>
          <Button onClick={discard} disabled={isSaving} className="grow sm:grow-0">
            Discard
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isSaving} className="grow sm:grow-0">
            Save changes
          </Button>
        </>
      ) : (
        <noscript>
          <Button type="submit" form={formId} variant="primary">
            Save changes
          </Button>
        </noscript>
      )}
    </div>
  );
}

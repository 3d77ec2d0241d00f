import { useRevalidator } from '@remix-run/react';
import { useState } from 'react';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { showToast } from '~/ui/overlay/toast';
import { DateTime } from '~/ui/relative-time';
import { messageOf } from '~/core/browser/call-api';
import { confirmAtBank } from '~/features/payments';
import type { ChangePreviewAnswer, SubscriptionAnswer } from './responses';
import { ChangeCost } from './change-cost';
import { stateTerms } from './plan-terms';
import { type Choice, isCompleteChoice, type OfferedPlan, PlanFields } from './plan-fields';
import { requestCancel, fetchPreview, requestResume, requestUpdate } from './subscription-calls';

type Props = {
  publishableKey: string;
  plans: readonly OfferedPlan[];
  subscription: SubscriptionAnswer;
  timeZone: string;
};

/** Changes the plan or the number of seats after showing the price, or cancels the plan. */
export function ChangePlan({ publishableKey, plans, subscription, timeZone }: Props) {
  const { revalidate } = useRevalidator();
  const current = plans.find(({ plan }) => plan === subscription.plan);
  const now: Choice = { priceId: current?.priceId ?? '', seats: subscription.seats };
  const [choice, setChoice] = useState(now);
  const [preview, setPreview] = useState<ChangePreviewAnswer>();
  const [busy, setBusy] = useState<'preview' | 'update' | 'cancel' | 'resume'>();
  const [failure, setFailure] = useState<string>();
  const [isCanceling, setIsCanceling] = useState(false);
  // With an open invoice, the server refuses changes as well.
  const isSettled = subscription.pending === null && !(stateTerms(subscription.status).isOwed ?? false);
  const isChanged = choice.priceId !== now.priceId || choice.seats !== now.seats;

  const perform = async (what: NonNullable<typeof busy>, work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(undefined);
  };
  const update = async (): Promise<void> => {
    const { clientSecret, pending } = await requestUpdate(choice, preview?.prorationDate);
    setPreview(undefined);
    const refusal = clientSecret === null ? undefined : await confirmAtBank(publishableKey, clientSecret);
    revalidate();
    if (refusal !== undefined) setFailure(refusal);
    else if (clientSecret !== null || pending === null) showToast('success', 'Your plan was updated.');
  };
  const cancel = async (): Promise<void> => {
    setIsCanceling(false);
    await requestCancel();
    showToast('success', 'Your plan was canceled.');
    revalidate();
  };
  const resume = async (): Promise<void> => {
    await requestResume();
    showToast('success', 'Your plan will continue.');
    revalidate();
  };

  return (
    <div className="flex flex-col gap-5">
      {isSettled ? (
        <PlanFields
          plans={plans}
          value={choice}
          onChange={(next) => {
            setChoice(next);
            setPreview(undefined);
          }}
        />
      ) : (
        <p className="text-s text-ink-2">You can change your plan once its open invoice is paid.</p>
      )}
      {failure === undefined ? null : <Notice tone="bad" title={failure} />}
      {preview === undefined ? null : <ChangeCost preview={preview} />}
      <div className="flex flex-wrap gap-2">
        {!isSettled ? null : preview === undefined ? (
          <Button
            variant="primary"
            isBusy={busy === 'preview'}
            disabled={!isChanged || !isCompleteChoice(plans, choice)}
            onClick={() => void perform('preview', async () => setPreview(await fetchPreview(choice)))}
          >
            See what it costs
          </Button>
        ) : (
          <Button variant="primary" isBusy={busy === 'update'} onClick={() => void perform('update', update)}>
            Update Plan
          </Button>
        )}
        {subscription.cancelsAtPeriodEnd ? (
          <Button isBusy={busy === 'resume'} onClick={() => void perform('resume', resume)}>
            Resume plan
          </Button>
        ) : (
          <Button variant="ghost" isBusy={busy === 'cancel'} onClick={() => setIsCanceling(true)}>
            Cancel plan
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isCanceling}
        onOpenChange={setIsCanceling}
        title={`Cancel your ${current?.label ?? ''} plan?`}
        confirmLabel="Cancel plan"
        cancelLabel="Keep plan"
        onConfirm={() => void perform('cancel', cancel)}
      >
        <p>
          Your plan stays active until{' '}
          {subscription.periodEnd === null ? (
            'the end of the month'
          ) : (
            <DateTime at={subscription.periodEnd} timeZone={timeZone} isDay />
          )}
          , and you won’t be charged again. Then your {String(subscription.seats)} seats are removed.
        </p>
      </ConfirmDialog>
    </div>
  );
}

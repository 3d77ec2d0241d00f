import { useRevalidator } from '@remix-run/react';
import { useState } from 'react';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { ConfirmDialog } from '~/ui/overlay/confirm-dialog';
import { showToast } from '~/ui/overlay/toast';
import { DateTime } from '~/ui/relative-time';
import { callApi, messageOf, reasonOf, type Schema } from '~/core/browser/call-api';
import { type Choice, dollars, isWhole, type OfferedPlan, PlanFields } from './plan-fields';
import {
  type ChangePreviewAnswer,
  changePreviewSchema,
  type SubscriptionAnswer,
  subscriptionSchema,
} from './answers';

type Props = {
  plans: readonly OfferedPlan[];
  subscription: SubscriptionAnswer;
  timeZone: string;
};

/** Another plan or number of users, with its price shown before it is agreed to; or the end of it. */
export function ChangePlan({ plans, subscription, timeZone }: Props) {
  const { revalidate } = useRevalidator();
  const current = plans.find(({ plan }) => plan === subscription.plan);
  const now: Choice = { priceId: current?.priceId ?? '', seats: subscription.seats };
  const [choice, setChoice] = useState(now);
  const [preview, setPreview] = useState<ChangePreviewAnswer>();
  const [busy, setBusy] = useState<'preview' | 'update' | 'cancel' | 'resume'>();
  const [failure, setFailure] = useState<string>();
  const [isCanceling, setIsCanceling] = useState(false);
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
    await askForUpdate(choice);
    setPreview(undefined);
    showToast('success', 'Your plan was updated.');
    revalidate();
  };
  const cancel = async (): Promise<void> => {
    setIsCanceling(false);
    await askForCancel();
    showToast('success', 'Your plan was canceled.');
    revalidate();
  };
  const resume = async (): Promise<void> => {
    await askForResume();
    showToast('success', 'Your plan will continue.');
    revalidate();
  };

  return (
    <div className="flex flex-col gap-5">
      <PlanFields
        plans={plans}
        value={choice}
        onChange={(next) => {
          setChoice(next);
          setPreview(undefined);
        }}
      />
      {failure === undefined ? null : <Notice tone="bad" title={failure} />}
      {preview === undefined ? null : <Proration preview={preview} />}
      <div className="flex flex-wrap gap-2">
        {preview === undefined ? (
          <Button
            variant="primary"
            isBusy={busy === 'preview'}
            disabled={!isChanged || !isWhole(plans, choice)}
            onClick={() => void perform('preview', async () => setPreview(await askForPreview(choice)))}
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

/** What is charged or credited at once, line by line as Stripe works it out. */
function Proration({ preview: { totalCents, lines } }: { preview: ChangePreviewAnswer }) {
  return (
    <section aria-label="What the change costs" className="rounded-2 border border-line bg-surface px-4 py-3">
      <ul className="num flex flex-col gap-1 text-s">
        {lines.map(({ description, amountCents }, index) => (
          <li key={`${description}-${String(index)}`} className="flex justify-between gap-4 text-ink-2">
            <span>{description}</span>
            <span>{dollars(amountCents)}</span>
          </li>
        ))}
        <li className="mt-1 flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <span>{totalCents < 0 ? 'Credited to your next invoice' : 'Charged now'}</span>
          <span>{dollars(Math.abs(totalCents))}</span>
        </li>
      </ul>
    </section>
  );
}

/** Asks the API about one's subscription; a refusal is thrown in the server's words. */
async function ask<Answer>(
  path: string,
  answer: Schema<Answer>,
  failure: string,
  body?: object,
): Promise<Answer> {
  try {
    return await callApi(`/api/payments/subscription/${path}`, answer, { method: 'POST', body });
  } catch (error) {
    throw new Error(reasonOf(error, failure), { cause: error });
  }
}

const bodyOf = ({ priceId, seats }: Choice) => ({ PriceId: priceId, Seats: seats });

const askForPreview = (choice: Choice) =>
  ask('preview', changePreviewSchema, 'Failed to update', bodyOf(choice));

const askForUpdate = (choice: Choice) =>
  ask('update', subscriptionSchema, 'Failed to update', bodyOf(choice));

const askForResume = () => ask('resume', subscriptionSchema, 'Failed to resume');

const askForCancel = () => ask('cancel', subscriptionSchema, 'Failed to cancel');

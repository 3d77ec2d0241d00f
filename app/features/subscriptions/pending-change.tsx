import { useRevalidator } from '@remix-run/react';
import { useState } from 'react';
import { messageOf } from '~/core/browser/call-api';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { showToast } from '~/ui/overlay/toast';
import { DateTime } from '~/ui/relative-time';
import type { SubscriptionAnswer } from './responses';
import { PayInvoice } from './pay-invoice';
import { PLAN_TERMS } from './plan-terms';
import { requestDiscard } from './subscription-calls';

type Props = {
  pending: NonNullable<SubscriptionAnswer['pending']>;
  payUrl: string | null;
  timeZone: string;
};

/** A change waiting for its payment, to be completed at Stripe or discarded. */
export function PendingChange({ pending: { plan, seats, until }, payUrl, timeZone }: Props) {
  const { revalidate } = useRevalidator();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const discard = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const { pending: still } = await requestDiscard();
      if (still === null) showToast('success', 'The change was discarded.');
    } catch (error) {
      setFailure(messageOf(error));
    }
    setIsBusy(false);
    revalidate();
  };
  const wanted = `${plan === null ? 'your plan' : PLAN_TERMS[plan].label} with ${String(seats)} users`;
  return (
    <Notice
      tone={failure === undefined ? 'warn' : 'bad'}
      title={failure ?? 'Your change is waiting for payment'}
      className="mt-6"
      actions={
        <>
          {payUrl === null ? null : <PayInvoice url={payUrl} />}
          <Button variant="ghost" isBusy={isBusy} onClick={() => void discard()}>
            Discard change
          </Button>
        </>
      }
    >
      The change to {wanted} applies once your bank confirms the payment. If that doesn’t happen by{' '}
      <DateTime at={until} timeZone={timeZone} />, it’s dropped and nothing is charged.
    </Notice>
  );
}

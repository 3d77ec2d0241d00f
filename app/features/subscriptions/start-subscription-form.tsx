import { useNavigate, useSearchParams } from '@remix-run/react';
import { useState } from 'react';
import { callApi, fetchApi, reasonOf } from '~/core/browser/call-api';
import { CardForm } from '~/features/payments';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { startedSubscriptionSchema } from './answers';
import { dollars, isWhole, PlanFields, type Choice, type OfferedPlan } from './plan-fields';

/** Chooses a plan, which a link to here may name, and pays its first month. */
export function StartSubscription({
  plans,
  publishableKey,
}: {
  plans: readonly OfferedPlan[];
  publishableKey: string;
}) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const first = plans.find(({ plan }) => plan === params.get('plan')) ?? plans[0];
  const [choice, setChoice] = useState<Choice>({
    priceId: first?.priceId ?? '',
    seats: first?.minSeats ?? null,
  });
  const [clientSecret, setClientSecret] = useState<string>();
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const seatCents = plans.find(({ priceId }) => priceId === choice.priceId)?.seatCents ?? null;

  const start = async (): Promise<void> => {
    setIsStarting(true);
    setFailure(undefined);
    try {
      const body = { PriceId: choice.priceId, Seats: choice.seats };
      const { clientSecret } = await callApi('/api/payments/subscription', startedSubscriptionSchema, {
        body,
      });
      setClientSecret(clientSecret);
    } catch (error) {
      setFailure(reasonOf(error, 'Failed to create'));
    }
    setIsStarting(false);
  };

  if (clientSecret !== undefined) {
    const monthly = seatCents === null ? '' : ` ${dollars(seatCents * (choice.seats ?? 0))}`;
    return (
      <CardForm
        publishableKey={publishableKey}
        clientSecret={clientSecret}
        action={`Pay${monthly} and subscribe`}
        returnPath="/subscriptions"
        onBack={() => setClientSecret(undefined)}
        onPaid={() => {
          const show = () => navigate('/subscriptions', { replace: true });
          // Asked first, so that the header is read when the plan's roles are there.
          fetchApi('/api/payments/subscription/status').then(show, show);
        }}
      />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <PlanFields plans={plans} value={choice} onChange={setChoice} />
      {failure === undefined ? null : (
        <Notice tone="bad" title={failure}>
          Nothing was charged. Please try again.
        </Notice>
      )}
      <div>
        <Button
          variant="primary"
          isBusy={isStarting}
          disabled={!isWhole(plans, choice)}
          onClick={() => void start()}
        >
          Start Subscription
        </Button>
      </div>
    </div>
  );
}

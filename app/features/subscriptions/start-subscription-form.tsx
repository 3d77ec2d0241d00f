import { useNavigate, useSearchParams } from '@remix-run/react';
import { useState } from 'react';
import { callApi, fetchApi, serverMessageOr } from '~/core/browser/call-api';
import { CardForm } from '~/features/payments';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { startedSubscriptionSchema, subscriptionSchema } from './responses';
import { dollars, isCompleteChoice, PlanFields, type Choice, type OfferedPlan } from './plan-fields';

/** Selects a plan, which a link may preset, and pays its first month. */
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
  const [failure, setFailure] = useState<{ title: string; text: string }>();
  const seatCents = plans.find(({ priceId }) => priceId === choice.priceId)?.seatCents ?? null;

  const start = async (): Promise<void> => {
    setIsStarting(true);
    setFailure(undefined);
    try {
      const body = { PriceId: choice.priceId, Seats: choice.seats };
      const { clientSecret } = await callApi('/api/payments/subscription', startedSubscriptionSchema, {
        body,
      });
      if (clientSecret === null) await showStarted();
      else setClientSecret(clientSecret);
    } catch (error) {
      setFailure({ title: serverMessageOr(error, 'Failed to create'), text: await describeCharge() });
    }
    setIsStarting(false);
  };
  const showStarted = async (): Promise<void> => {
    const show = () => navigate('/subscriptions', { replace: true });
    // Synced first, so that the header is reloaded with the plan's roles.
    await fetchApi('/api/payments/subscription/status').then(show, show);
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
        onPaid={() => void showStarted()}
      />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <PlanFields plans={plans} value={choice} onChange={setChoice} />
      {failure === undefined ? null : (
        <Notice tone="bad" title={failure.title}>
          {failure.text}
        </Notice>
      )}
      <div>
        <Button
          variant="primary"
          isBusy={isStarting}
          disabled={!isCompleteChoice(plans, choice)}
          onClick={() => void start()}
        >
          Start Subscription
        </Button>
      </div>
    </div>
  );
}

/** After a failure: credit may have paid for the plan before the response was lost. */
async function describeCharge(): Promise<string> {
  try {
    const { canChange } = await callApi('/api/payments/subscription/status', subscriptionSchema);
    return canChange
      ? 'Your plan has started all the same. Reload the page to see it.'
      : 'Nothing was charged. Please try again.';
  } catch {
    return 'Reload the page to see whether your plan has started before you try again.';
  }
}

import { useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { reloadUnderOwnPolicy } from '~/features/payments';
import { ButtonLink } from '~/ui/button-link';
import { Notice } from '~/ui/notice';
import { PageFrame } from '~/ui/page/page-frame';
import { Section } from '~/ui/page/section';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { DateTime } from '~/ui/relative-time';
import { CardForLater } from './card-for-later';
import { ChangePlan } from './change-plan';
import { PayInvoice } from './pay-invoice';
import { PendingChange } from './pending-change';
import { PLAN_TERMS, stateTerms } from './plan-terms';
import type { readSubscriptionsPage } from './read-subscription.server';
import type { SubscriptionAnswer } from './responses';
import { StartSubscription } from './start-subscription-form';
import { requestSaveCard } from './subscription-calls';

type Props = Awaited<ReturnType<typeof readSubscriptionsPage>>;

/** A Team or Enterprise plan: state and actions. */
export function SubscriptionsPage({ publishableKey, isTestDrive, timeZone, subscription, plans }: Props) {
  const { plan, seats, periodEnd, cancelsAtPeriodEnd, canChange, status, label, pending } = subscription;
  useReturnFromBank();
  const { isOn, isOver = false } = stateTerms(status);
  // An inactive plan doesn't renew, but may still end.
  const hasDate = !isOver && (isOn || cancelsAtPeriodEnd);
  return (
    <PageFrame
      width="m"
      title="Subscription"
      lead="Your Team or Enterprise plan, billed monthly."
      actions={canChange ? <ButtonLink to="/teams">Your team</ButtonLink> : null}
    >
      <StatGrid label="Your plan">
        <StatTile label="Status" value={label} />
        <StatTile label="Plan" value={plan === null ? 'None' : PLAN_TERMS[plan].label} />
        {plan === null ? null : <StatTile label="Users" value={String(seats)} />}
        {plan === null || periodEnd === null || !hasDate ? null : (
          <StatTile
            label={cancelsAtPeriodEnd ? 'Ends' : 'Renews'}
            value={<DateTime at={periodEnd} timeZone={timeZone} isDay />}
          />
        )}
      </StatGrid>
      {status === 'None' || status === 'active' ? null : <State subscription={subscription} />}
      {pending === null ? null : (
        <PendingChange pending={pending} payUrl={subscription.payUrl} timeZone={timeZone} />
      )}
      {isTestDrive ? (
        <Notice title="Test-drive accounts can’t subscribe" className="mt-6">
          Please contact an admin.
        </Notice>
      ) : publishableKey === null || plans.length === 0 ? (
        <Notice title="Subscriptions are not set up" className="mt-6">
          This server doesn’t offer Team or Enterprise plans yet. Ask its administrator.
        </Notice>
      ) : canChange ? (
        <>
          <Section title="Change your plan" className="mt-8">
            <ChangePlan
              key={`${String(plan)}-${String(seats)}`}
              publishableKey={publishableKey}
              plans={plans}
              subscription={subscription}
              timeZone={timeZone}
            />
          </Section>
          <CardForLater publishableKey={publishableKey} subscription={subscription} />
        </>
      ) : (
        <Start plans={plans} publishableKey={publishableKey} />
      )}
    </PageFrame>
  );
}

/** A bank redirects back with a secret in the URL, which is removed from the browser's history. */
function useReturnFromBank(): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isBack = params.has('payment_intent');
  const setupIntentId = params.get('setup_intent');
  useEffect(() => {
    const show = () => navigate('/subscriptions', { replace: true });
    if (setupIntentId !== null) requestSaveCard(setupIntentId).then(show, show);
    else if (isBack) show();
  }, [isBack, setupIntentId, navigate]);
}

function State({ subscription }: { subscription: SubscriptionAnswer }) {
  const { status, label, description, payUrl } = subscription;
  return (
    <Notice
      tone={stateTerms(status).tone}
      title={label}
      className="mt-6"
      actions={payUrl === null ? null : <PayInvoice url={payUrl} />}
    >
      {description}
      {payUrl === null ? null : ' The card you use on Stripe is charged from then on.'}
    </Notice>
  );
}

function Start(props: { plans: Props['plans']; publishableKey: string }) {
  useEffect(reloadUnderOwnPolicy, []);
  return (
    <Section
      title="Choose a plan"
      lead="Cancel anytime. Your plan stays active until the end of the billing month."
      className="mt-8"
    >
      <StartSubscription {...props} />
    </Section>
  );
}

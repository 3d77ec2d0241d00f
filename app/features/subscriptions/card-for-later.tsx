import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { messageOf } from '~/core/browser/call-api';
import { CardForm, reloadUnderOwnPolicy } from '~/features/payments';
import { Button } from '~/ui/button';
import { Notice } from '~/ui/notice';
import { showToast } from '~/ui/overlay/toast';
import { Section } from '~/ui/page/section';
import type { SubscriptionAnswer } from './responses';
import { requestCardSetup, requestSaveCard } from './subscription-calls';

type Props = { publishableKey: string; subscription: SubscriptionAnswer };

/** Changes the card that pays for a plan. */
export function CardForLater({ publishableKey, subscription: { needsCard, cardLast4 } }: Props) {
  const { revalidate } = useRevalidator();
  const [clientSecret, setClientSecret] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(reloadUnderOwnPolicy, []);

  const perform = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    await work().catch((error: unknown) => setFailure(messageOf(error)));
    setIsBusy(false);
  };
  const save = async (setupIntentId: string): Promise<void> => {
    setClientSecret(undefined);
    await requestSaveCard(setupIntentId);
    showToast('success', 'Your card was saved.');
    revalidate();
  };
  const begin = async (): Promise<void> => setClientSecret((await requestCardSetup()).clientSecret);

  return (
    <Section title="Card" className="mt-8">
      <div className="flex flex-col gap-4">
        {failure === undefined ? null : <Notice tone="bad" title={failure} />}
        {clientSecret === undefined ? (
          <>
            {needsCard ? (
              <Notice tone="warn" title="Add a card for your next payment">
                Nothing was due so far. Without a card, your next payment fails.
              </Notice>
            ) : cardLast4 === null ? null : (
              <p className="num text-s text-ink-2">Your plan is paid with the card ending in {cardLast4}.</p>
            )}
            <div>
              <Button
                variant={needsCard ? 'primary' : undefined}
                isBusy={isBusy}
                onClick={() => void perform(begin)}
              >
                {needsCard ? 'Add card' : 'Change card'}
              </Button>
            </div>
          </>
        ) : (
          <CardForm
            publishableKey={publishableKey}
            clientSecret={clientSecret}
            action="Save card"
            returnPath="/subscriptions"
            onBack={() => setClientSecret(undefined)}
            onPaid={(id) => void perform(() => save(id))}
          />
        )}
      </div>
    </Section>
  );
}

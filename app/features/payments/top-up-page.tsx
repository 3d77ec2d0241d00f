import { useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { startedTopUpSchema } from './answers';
import { callApi, reasonOf } from '~/core/browser/call-api';
import { Button } from '~/ui/button';
import { formatSpent, microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { Notice } from '~/ui/notice';
import { PageFrame } from '~/ui/page/page-frame';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { CardForm } from './card-form';
import { reloadUnderOwnPolicy } from './load-stripe';
import { dollars, PackageChoice } from './package-choice';
import { findPackage, type PackageId } from './packages';
import { PaymentNotice } from './payment-notice';
import type { readTopUp } from './read-top-up.server';

type Props = Awaited<ReturnType<typeof readTopUp>>;

export function TopUpPage({
  publishableKey,
  isTestDrive,
  balanceMicroUsd,
  heldMicroUsd,
  debtCents,
  payment,
}: Props) {
  return (
    <PageFrame
      width="m"
      title="Top up"
      lead="Add credit to your balance by card. You pay once, and credit doesn’t expire."
    >
      {payment ? <PaymentNotice key={payment.paymentIntentId} payment={payment} /> : null}
      <StatGrid label="Your balance">
        <StatTile
          label="Balance"
          value={<Money use="balance" microUsd={balanceMicroUsd} />}
          note={heldMicroUsd > 0 ? `${formatSpent(heldMicroUsd)} more is on hold` : undefined}
        />
        {debtCents > 0 ? (
          <StatTile
            label="Owed after a refund or dispute"
            value={<Money use="balance" microUsd={microUsdFromCents(debtCents)} />}
          />
        ) : null}
      </StatGrid>
      <div className="mt-8">
        {isTestDrive ? (
          <Notice title="Test-drive accounts can’t top up">Please contact an admin for test credits.</Notice>
        ) : publishableKey === null ? (
          <Notice title="Card payments are not set up">
            This server doesn’t accept cards yet. An administrator can add credit to your account.
          </Notice>
        ) : (
          <Purchase publishableKey={publishableKey} />
        )}
      </div>
    </PageFrame>
  );
}

function Purchase({ publishableKey }: { publishableKey: string }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [packageId, setPackageId] = useState<PackageId>(
    findPackage(params.get('package') ?? '')?.id ?? 'p25',
  );
  const [clientSecret, setClientSecret] = useState<string>();
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const chosen = findPackage(packageId);
  const price = dollars(chosen?.amountCents ?? 0);
  useEffect(reloadUnderOwnPolicy, []);
  const returned = params.get('payment_intent');
  const hasSecret = params.has('payment_intent_client_secret');
  useEffect(() => {
    // A secret has no business in the history of a browser.
    if (returned !== null && hasSecret) {
      navigate(`?payment_intent=${encodeURIComponent(returned)}`, { replace: true });
    }
  }, [returned, hasSecret, navigate]);

  const start = async (): Promise<void> => {
    setIsStarting(true);
    setFailure(undefined);
    try {
      const body = { AmountCents: chosen?.amountCents, PackageId: packageId };
      const { clientSecret } = await callApi('/api/payments/one-time-intent', startedTopUpSchema, { body });
      setClientSecret(clientSecret);
    } catch (error) {
      setFailure(reasonOf(error, 'Failed to create payment'));
    }
    setIsStarting(false);
  };

  return (
    <div className="flex flex-col gap-5">
      <PackageChoice value={packageId} onChange={setPackageId} isDisabled={clientSecret !== undefined} />
      {clientSecret === undefined ? (
        <>
          {failure === undefined ? null : (
            <Notice tone="bad" title={failure}>
              Nothing was paid. Please try again.
            </Notice>
          )}
          <div>
            <Button variant="primary" isBusy={isStarting} onClick={() => void start()}>
              Continue to payment
            </Button>
          </div>
        </>
      ) : (
        <CardForm
          publishableKey={publishableKey}
          clientSecret={clientSecret}
          action={`Pay ${price}`}
          returnPath="/top-up"
          onBack={() => setClientSecret(undefined)}
          onPaid={(id) => {
            setClientSecret(undefined);
            navigate(`?payment_intent=${encodeURIComponent(id)}`, { replace: true });
          }}
        />
      )}
    </div>
  );
}

import { useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { startedTopUpSchema } from './responses';
import { callApi, serverMessageOr } from '~/core/browser/call-api';
import { Button } from '~/ui/button';
import { formatBalance, formatSpent, microUsdFromCents } from '~/ui/format-money';
import { Money } from '~/ui/money';
import { Notice } from '~/ui/notice';
import { PageFrame } from '~/ui/page/page-frame';
import { StatGrid, StatTile } from '~/ui/page/stat-tile';
import { CardForm } from './card-form';
import { reloadUnderOwnPolicy } from './load-stripe';
import { findPackage, type PackageId, TOP_UP_PACKAGES } from './packages';
import { PaymentNotice } from './payment-notice';
import type { readTopUp } from './read-top-up.server';
import { Badge } from '~/ui/badge';

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
    // Keeps the secret out of the browser's history.
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
      setFailure(serverMessageOr(error, 'Failed to create payment'));
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

/** No cents for whole dollars: "$25". */
const dollars = (cents: number): string => formatBalance(microUsdFromCents(cents)).replace(/\.00$/, '');

type PackageChoiceProps = { value: PackageId; onChange: (id: PackageId) => void; isDisabled: boolean };

function PackageChoice({ value, onChange, isDisabled }: PackageChoiceProps) {
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-2 text-s font-medium">Package</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {TOP_UP_PACKAGES.map(({ id, amountCents, bonusCents }) => (
          <label
            key={id}
            className="relative flex cursor-pointer items-center gap-3 rounded-2 border border-line-strong bg-surface px-4 py-3 has-checked:border-accent has-checked:bg-chosen has-focus-visible:outline-2 has-focus-visible:outline-accent sm:flex-col sm:items-start sm:gap-1"
          >
            <input
              type="radio"
              name="package"
              value={id}
              checked={value === id}
              onChange={() => onChange(id)}
              className="size-4.5 shrink-0 appearance-none rounded-full border border-line-field bg-surface outline-none checked:border-[5.5px] checked:border-accent forced-colors:appearance-auto sm:absolute sm:top-3 sm:right-3"
            />
            <span className="num text-xl font-semibold tracking-[-0.02em]">{dollars(amountCents)}</span>
            <span className="num flex flex-wrap items-center gap-x-2 text-s text-ink-2">
              {dollars(amountCents + bonusCents)} of credit
              {bonusCents > 0 ? (
                <Badge tone="good">{String((bonusCents * 100) / amountCents)}% bonus</Badge>
              ) : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { announceBalance, announceUpgrade } from '~/core/browser/balance-signals';
import { ButtonLink } from '~/ui/button-link';
import { Notice } from '~/ui/notice';
import type { VerifiedPayment } from './schema';

const TONES = {
  credited: 'good',
  lagging: 'info',
  processing: 'info',
  unfinished: 'warn',
  'in-review': 'warn',
  failed: 'bad',
} as const satisfies Record<VerifiedPayment['outcome'], string>;

const POLL_MS = 4000;
const MAX_POLLS = 15;

/** Outcome of a payment. A pending one is polled for a minute. */
export function PaymentNotice({ payment }: { payment: VerifiedPayment }) {
  const { outcome, message, isFirst, paymentIntentId } = payment;
  const { revalidate } = useRevalidator();
  const times = useRef(0);
  const isOpen = outcome === 'lagging' || outcome === 'processing';
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => {
      times.current += 1;
      if (times.current > MAX_POLLS) clearInterval(timer);
      else revalidate();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isOpen, revalidate]);
  useEffect(() => {
    if (outcome !== 'credited') return;
    announceBalance();
    if (isFirst) announceUpgrade();
    // The header was loaded in parallel with the credit, and may show the old balance.
    revalidate();
  }, [outcome, isFirst, paymentIntentId, revalidate]);
  return (
    <Notice
      tone={TONES[outcome]}
      title={message}
      className="mb-6"
      actions={
        outcome === 'credited' ? (
          <>
            <ButtonLink to="/ai" size="s">
              Write a prompt
            </ButtonLink>
            <ButtonLink to="/settings/billing" size="s" variant="ghost">
              See billing
            </ButtonLink>
          </>
        ) : undefined
      }
    />
  );
}

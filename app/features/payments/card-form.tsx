import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '~/ui/button';
import { focusIfLost, focusPageIfLost } from '~/ui/focus-if-lost';
import { Notice } from '~/ui/notice';
import { Skeleton } from '~/ui/skeleton';
import { cardFormAppearance, loadStripeScript } from './load-stripe';

/** Nothing was charged; only the form failed to load. */
const NOT_LOADED = {
  title: 'The card form couldn’t be loaded',
  text: 'Nothing was charged. Check your connection or content blocker, then try again.',
};
const PAYMENT_FAILED = 'Payment failed';
const NOT_SAVED = 'The card wasn’t saved';

type Props = {
  publishableKey: string;
  /** Client secret of a payment, or of a card setup. */
  clientSecret: string;
  /** Label of the button, such as "Pay $25.00". */
  action: string;
  /** Path on this site that a bank redirects to after authentication. */
  returnPath: string;
  /** Receives the id of the payment or setup intent. */
  onPaid: (intentId: string) => void;
  onBack: () => void;
};

/** Stripe's Payment Element. Card data goes from its iframe to Stripe; this page never sees it. */
export function CardForm({ publishableKey, clientSecret, action, returnPath, onPaid, onBack }: Props) {
  const formRef = useRef<HTMLFormElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<{ stripe: Stripe; elements: StripeElements }>();
  const [isPaying, setIsPaying] = useState(false);
  const [failure, setFailure] = useState<{ title: string; text: string }>();
  const [attempt, setAttempt] = useState(1);
  const isForLater = isSetup(clientSecret);

  // The form replaces the pressed button, so it takes over the focus.
  useEffect(() => {
    focusIfLost(formRef);
    return () => void focusPageIfLost();
  }, []);

  useEffect(() => {
    let isGone = false;
    let remove = (): void => undefined;
    setFailure(undefined);
    const show = async (): Promise<void> => {
      const stripe = await loadStripeScript(publishableKey);
      if (isGone || place.current === null) return;
      const elements = stripe.elements({ clientSecret, appearance: cardFormAppearance() });
      const element = elements.create('payment', { layout: 'tabs' });
      element.mount(place.current);
      remove = () => element.destroy();
      element.on('ready', () => setForm({ stripe, elements }));
      element.on('loaderror', () => setFailure(NOT_LOADED));
    };
    show().catch(() => setFailure(NOT_LOADED));
    return () => {
      isGone = true;
      remove();
      setForm(undefined);
    };
  }, [publishableKey, clientSecret, attempt]);

  const pay = async ({ stripe, elements }: NonNullable<typeof form>): Promise<void> => {
    setIsPaying(true);
    setFailure(undefined);
    const { id, message } = await confirm(stripe, elements, clientSecret, returnPath);
    if (id === undefined) {
      setIsPaying(false);
      // Stripe's messages address the payer: wrong number, insufficient funds, refused by the bank.
      setFailure({ title: isForLater ? NOT_SAVED : PAYMENT_FAILED, text: message ?? 'Try another card.' });
      return;
    }
    onPaid(id);
  };

  const isLoading = !form && !failure;
  return (
    <form
      ref={formRef}
      tabIndex={-1}
      aria-label={isForLater ? 'Card for later' : 'Card payment'}
      className="flex flex-col gap-4 rounded-1"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!form || isPaying) return;
        pay(form).catch(() => {
          setIsPaying(false);
          setFailure({
            title: isForLater ? NOT_SAVED : PAYMENT_FAILED,
            text: isForLater
              ? 'The connection was lost. Try again.'
              : 'The connection was lost. Nothing was paid twice; try again.',
          });
        });
      }}
    >
      <div className={isLoading ? 'relative min-h-58' : undefined}>
        {isLoading ? <Skeleton className="absolute inset-0 h-full" /> : null}
        <div ref={place} data-testid="card-form" />
      </div>
      {failure ? (
        <Notice
          tone="bad"
          title={failure.title}
          actions={
            failure === NOT_LOADED ? (
              <Button size="s" onClick={() => setAttempt(attempt + 1)}>
                Try again
              </Button>
            ) : undefined
          }
        >
          {failure.text}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isBusy={isPaying} disabled={!form}>
          {action}
        </Button>
        <Button variant="ghost" onClick={onBack} disabled={isPaying}>
          Back
        </Button>
      </div>
      <p className="text-xs text-pretty text-ink-3">
        Your card goes straight to Stripe. This server never sees or stores it.
      </p>
    </form>
  );
}

/** A setup intent's secret has another prefix than a payment intent's. */
const isSetup = (clientSecret: string): boolean => clientSecret.startsWith('seti_');

/** Confirms the payment or the card setup. Returns the intent's id, or why it failed. */
async function confirm(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
  returnPath: string,
): Promise<{ id?: string | undefined; message?: string | undefined }> {
  const options = {
    elements,
    confirmParams: { return_url: `${window.location.origin}${returnPath}` },
    redirect: 'if_required',
  } as const;
  if (isSetup(clientSecret)) {
    const { error, setupIntent } = await stripe.confirmSetup(options);
    const saved = error?.setup_intent?.status === 'succeeded' ? error.setup_intent : setupIntent;
    return { id: saved?.id, message: error?.message };
  }
  const { error, paymentIntent } = await stripe.confirmPayment(options);
  // The payment was completed in another tab; it counts as paid.
  const paid = error?.payment_intent?.status === 'succeeded' ? error.payment_intent : paymentIntent;
  return { id: paid?.id, message: error?.message };
}

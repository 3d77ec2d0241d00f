import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '~/ui/button';
import { focusIfLost, focusPageIfLost } from '~/ui/focus-if-lost';
import { Notice } from '~/ui/notice';
import { Skeleton } from '~/ui/skeleton';
import { cardFormAppearance, loadStripeScript } from './load-stripe';

/** Nobody has paid yet, and nothing has failed but the way to do so. */
const NOT_LOADED = {
  title: 'The card form couldn’t be loaded',
  text: 'Nothing was charged. Check your connection or content blocker, then try again.',
};
const PAYMENT_FAILED = 'Payment failed';
const NOT_SAVED = 'The card wasn’t saved';

type Props = {
  publishableKey: string;
  /** Of a payment, or of a card that is saved for later. */
  clientSecret: string;
  /** What the button says: "Pay $25.00". */
  action: string;
  /** Where a bank leads back to after asking its customer, below this site. */
  returnPath: string;
  /** Given the id of the payment, or of what saved the card. */
  onPaid: (intentId: string) => void;
  onBack: () => void;
};

/** Stripe's Payment Element. The card goes from its frame to Stripe; this page never sees it. */
export function CardForm({ publishableKey, clientSecret, action, returnPath, onPaid, onBack }: Props) {
  const whole = useRef<HTMLFormElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<{ stripe: Stripe; elements: StripeElements }>();
  const [isPaying, setIsPaying] = useState(false);
  const [failure, setFailure] = useState<{ title: string; text: string }>();
  const [attempt, setAttempt] = useState(1);
  const isForLater = isSetup(clientSecret);

  // It takes the place of the button that was pressed, and goes with the one that paid.
  useEffect(() => {
    focusIfLost(whole);
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
      // Stripe writes these for the person who pays: a wrong number, too little money, a bank that refused.
      setFailure({ title: isForLater ? NOT_SAVED : PAYMENT_FAILED, text: message ?? 'Try another card.' });
      return;
    }
    onPaid(id);
  };

  const isLoading = !form && !failure;
  return (
    <form
      ref={whole}
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

/** Stripe names what saves a card otherwise than a payment. */
const isSetup = (clientSecret: string): boolean => clientSecret.startsWith('seti_');

/** Confirms the payment, or saves the card: the id of what is done, or why it is not. */
async function confirm(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
  returnPath: string,
): Promise<{ id?: string | undefined; message?: string | undefined }> {
  const asked = {
    elements,
    confirmParams: { return_url: `${window.location.origin}${returnPath}` },
    redirect: 'if_required',
  } as const;
  if (isSetup(clientSecret)) {
    const { error, setupIntent } = await stripe.confirmSetup(asked);
    const saved = error?.setup_intent?.status === 'succeeded' ? error.setup_intent : setupIntent;
    return { id: saved?.id, message: error?.message };
  }
  const { error, paymentIntent } = await stripe.confirmPayment(asked);
  // Refused since it was paid in another tab in the meantime: the payment is there all the same.
  const paid = error?.payment_intent?.status === 'succeeded' ? error.payment_intent : paymentIntent;
  return { id: paid?.id, message: error?.message };
}

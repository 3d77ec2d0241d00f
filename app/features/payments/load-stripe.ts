import type { Stripe } from '@stripe/stripe-js';

/** Pages whose content security policy lets Stripe's script in. */
const STRIPE_PAGES = ['/top-up', '/subscriptions'] as const;

/**
 * Whoever came here by a link inside the app still has the policy of the page they began at, which forbids Stripe's
 * script: the page is loaded anew, once.
 */
export function reloadUnderOwnPolicy(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation === undefined) return;
  const { pathname } = new URL(navigation.name);
  if (!STRIPE_PAGES.some((page) => pathname === page)) window.location.reload();
}

/** Loads Stripe's script from Stripe; nothing else of this product does. */
export async function loadStripeScript(publishableKey: string): Promise<Stripe> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error('Stripe’s script needs a browser.');
  return stripe;
}

/** Lets the bank of a saved card ask its customer, in a window of its own; why that failed, in Stripe's words. */
export async function confirmAtBank(
  publishableKey: string,
  clientSecret: string,
): Promise<string | undefined> {
  try {
    const stripe = await loadStripeScript(publishableKey);
    const { error } = await stripe.handleNextAction({ clientSecret });
    return error?.message;
  } catch {
    return 'Your bank couldn’t be asked to confirm the payment. Finish it on Stripe.';
  }
}

/** The card form in the page's own colors. It is in a frame of Stripe's, which knows nothing of our style sheet. */
export function cardFormAppearance() {
  const page = getComputedStyle(document.body);
  const { theme } = document.documentElement.dataset;
  const isNight =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  return {
    theme: isNight ? ('night' as const) : ('stripe' as const),
    variables: {
      colorText: page.color,
      colorBackground: page.backgroundColor,
      fontFamily: page.fontFamily,
      fontSizeBase: '15px',
      borderRadius: '6px',
    },
  };
}

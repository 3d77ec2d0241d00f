import type { Stripe } from '@stripe/stripe-js';

/** Pages whose content security policy allows Stripe's script. */
const STRIPE_PAGES = ['/top-up', '/subscriptions'] as const;

/**
 * After client-side navigation, the policy of the first page still applies, which forbids Stripe's script. Reloads the
 * page once.
 */
export function reloadUnderOwnPolicy(): void {
  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation === undefined) return;
  const { pathname } = new URL(navigation.name);
  if (!STRIPE_PAGES.some((page) => pathname === page)) window.location.reload();
}

/** The only place that loads Stripe's script. */
export async function loadStripeScript(publishableKey: string): Promise<Stripe> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error('Stripe’s script needs a browser.');
  return stripe;
}

/** Runs a saved card's bank authentication in Stripe's dialog. Returns Stripe's error message, if any. */
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

/** Applies the page's colors to the card form, whose iframe can't use our styles. */
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

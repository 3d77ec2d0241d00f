import type { Page } from '@playwright/test';
import type { StripeAccount } from '../vendors/stripe-account';

/** Cards by what their bank does, as Stripe's own test cards. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksFirst: '4000 0025 0000 3155',
} as const;

/** Replaces Stripe's script: a card field, and its events for the page that uses it. */
export async function serveStripeScript(page: Page, account: StripeAccount): Promise<void> {
  await page.exposeFunction('confirmAtStripe', (clientSecret: string, card: string) => {
    if (clientSecret.startsWith('seti_')) {
      const { id, status } = account.giveCard(clientSecret.split('_secret_')[0] ?? '');
      return { setupIntent: { id, status } };
    }
    const intentId = clientSecret.split('_secret_')[0] ?? '';
    if (card === CARDS.declined) {
      const { last_payment_error: error } = account.decline(intentId);
      return { error };
    }
    const before = account.find('payment_intent', account.intents, intentId);
    if (before.status === 'succeeded') {
      const { id, status } = before;
      const code = 'payment_intent_unexpected_state';
      const message = 'You cannot confirm this PaymentIntent because it has already succeeded.';
      return { error: { type: 'invalid_request_error', code, message, payment_intent: { id, status } } };
    }
    const intent = account.pay(intentId);
    return { paymentIntent: { id: intent.id, status: intent.status }, isAsked: card === CARDS.asksFirst };
  });
  // The bank's window: its customer confirms the payment.
  await page.exposeFunction('askAtBank', (clientSecret: string) => {
    const { id, status } = account.pay(clientSecret.split('_secret_')[0] ?? '');
    return { paymentIntent: { id, status } };
  });
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  );
}

const SCRIPT = `
window.Stripe = () => ({
  elements: ({ clientSecret }) => ({
    clientSecret,
    create: () => {
      const heard = {};
      const label = document.createElement('label');
      label.textContent = 'Card number';
      const input = document.createElement('input');
      label.append(input);
      return {
        on: (name, listener) => { heard[name] = listener; },
        mount: (place) => {
          place.replaceChildren(label);
          place.dataset.secret = clientSecret;
          setTimeout(() => heard.ready?.());
        },
        destroy: () => label.remove(),
      };
    },
  }),
  handleNextAction: ({ clientSecret }) => window.askAtBank(clientSecret),
  confirmSetup: async ({ elements }) =>
    window.confirmAtStripe(elements.clientSecret, document.querySelector('[data-secret] input').value),
  confirmPayment: async ({ elements, confirmParams }) => {
    const card = document.querySelector('[data-secret] input').value;
    const { error, paymentIntent, isAsked } = await window.confirmAtStripe(elements.clientSecret, card);
    if (error) return { error };
    if (!isAsked) return { paymentIntent };
    const back = new URL(confirmParams.return_url);
    back.searchParams.set('payment_intent', paymentIntent.id);
    back.searchParams.set('payment_intent_client_secret', elements.clientSecret);
    back.searchParams.set('redirect_status', 'succeeded');
    location.assign(back);
    return new Promise(() => {});
  },
});
`;

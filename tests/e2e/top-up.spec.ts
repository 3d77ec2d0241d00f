import type { Page, Route } from '@playwright/test';
import { registerPerson } from '../support/people';
import { CARDS, serveStripeScript } from '../support/stripe-script';
import { expect, expectFit, signIn } from './fixtures';
import { deliverEvents, test } from './stripe-fixtures';

const balance = (page: Page) =>
  page
    .getByRole('main')
    .getByLabel(/balance/i)
    .first();

async function pay(page: Page, card: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue to payment' }).press('Enter');
  await expect(page.getByRole('form', { name: 'Card payment' })).toBeFocused();
  await payWith(page, card);
}

async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}

test('a card is declined, another pays, and a refund shows on the billing page', async ({
  page,
  server,
  stripe,
}) => {
  await serveStripeScript(page, stripe.account);
  await page.goto('/pricing');
  await expect(page.getByRole('listitem').filter({ hasText: 'gives $30 in tokens' })).toContainText(
    '20% bonus',
  );
  await expect(page.getByRole('link', { name: 'Sign up and buy $50' })).toHaveAttribute(
    'href',
    '/register?returnTo=%2Ftop-up%3Fpackage%3Dp50',
  );
  await signIn(page, await registerPerson(server), '/ai');
  // By a link inside the app: the page comes anew under the policy that lets Stripe's script in.
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Buy for $25' }).click();
  await expect(page.getByRole('radio', { name: /\$25/ })).toBeChecked();
  await expectFit(page);

  const refuse = (route: Route) => route.abort();
  await page.route('https://js.stripe.com/**', refuse);
  await page.getByRole('button', { name: 'Continue to payment' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('couldn’t be loaded');
  await expect(page.getByRole('alert')).not.toContainText('Payment failed');
  await page.unroute('https://js.stripe.com/**', refuse);
  await page.getByRole('button', { name: 'Try again' }).click();
  await payWith(page, CARDS.declined);
  await expect(page.getByRole('alert')).toContainText('Payment failed');
  await expect(page.getByRole('alert')).toContainText('Your card was declined.');
  await page.getByLabel('Card number').fill(CARDS.good);
  await page.getByRole('button', { name: 'Pay $25' }).press('Enter');
  await expect(page.getByText('Payment succeeded. $30.00 was added to your balance.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(balance(page)).toContainText('$30.00');

  await page.goto('/top-up?package=p5');
  await pay(page, CARDS.asksFirst);
  await expect(page.getByText('Payment succeeded. $5.00 was added to your balance.')).toBeVisible();
  await expect(page).not.toHaveURL(/secret/);
  await expect(balance(page)).toContainText('$35.00');

  const paid = [...stripe.account.intents.values()].find(
    ({ amount, status }) => amount === 2_500 && status === 'succeeded',
  );
  stripe.account.refund(paid?.id ?? '');
  await deliverEvents(server, stripe);
  await page.goto('/settings/billing');
  await expect(balance(page)).toContainText('$5.00');
  const payments = page.getByRole('table', { name: 'Recent payments' });
  const refunded = payments.getByRole('row').filter({ has: page.locator('[data-state=off]') });
  await expect(refunded).toContainText('$25.00');
  await expect(page.getByRole('table', { name: 'Ledger entries' })).toContainText('Refunded payment');
  await expectFit(page);
});

test('a package that is paid for in two tabs at once is paid and credited once, and both tabs say so @soak', async ({
  page,
  server,
  stripe,
}) => {
  const other = await page.context().newPage();
  for (const tab of [page, other]) await serveStripeScript(tab, stripe.account);
  await signIn(page, await registerPerson(server), '/top-up?package=p5');
  await other.goto('/top-up?package=p5');
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Continue to payment' }).click();
    await tab.getByLabel('Card number').fill(CARDS.good);
  }
  const known = stripe.account.charges.size;
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'Pay $5' }).click()));
  for (const tab of [page, other]) {
    await expect(tab.getByText('Payment succeeded. $5.00 was added to your balance.')).toBeVisible();
    await expect(balance(tab)).toContainText('$5.00');
  }
  expect(stripe.account.charges.size).toBe(known + 1);
  await deliverEvents(server, stripe);
  await page.goto('/settings/billing');
  await expect(balance(page)).toContainText('$5.00');
  await expect(page.getByRole('table', { name: 'Recent payments' }).getByRole('row')).toHaveCount(2);

  const disputed = [...stripe.account.charges.values()].at(-1)?.payment_intent ?? '';
  const dispute = stripe.account.dispute(disputed);
  await deliverEvents(server, stripe);
  await page.reload();
  await expect(balance(page)).toContainText('$0.00');
  stripe.account.closeDispute(dispute.id, 'won');
  await deliverEvents(server, stripe);
  await page.reload();
  await expect(balance(page)).toContainText('$5.00');
});

import { registerPerson } from '../support/people';
import { ADMIN_ENV, startServer, type TestServer } from '../support/server';
import { CARDS, serveStripeScript } from '../support/stripe-script';
import { startStripeServer, stripeEnv, type StripeServer } from '../vendors/stripe-server';
import { expect, expectFit, signIn, test as base } from './fixtures';

const test = base.extend<object, { stripe: StripeServer; server: TestServer }>({
  stripe: [
    async ({}, use) => {
      const stripe = await startStripeServer();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ stripe }, use) => {
      const server = await startServer({ env: { ...ADMIN_ENV, TRUST_PROXY: 'on', ...stripeEnv(stripe) } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test('a team plan is paid for, gets more users at a price that is shown before, and is canceled', async ({
  page,
  server,
  stripe,
}) => {
  await serveStripeScript(page, stripe.account);
  await signIn(page, await registerPerson(server), '/subscriptions');
  const plan = page.getByRole('main').getByLabel('Your plan', { exact: true });
  await expect(plan).toContainText('StatusNone');
  await expect(page.getByText('$75.00 per month')).toBeVisible();
  await expectFit(page);
  await page.getByRole('textbox', { name: 'Users' }).fill('4');
  await expect(page.getByRole('button', { name: 'Start Subscription' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Users' }).fill('5');
  await page.getByRole('button', { name: 'Start Subscription' }).click();
  await page.getByLabel('Card number').fill(CARDS.good);
  await page.getByRole('button', { name: 'Pay $75.00 and subscribe' }).click();
  await expect(plan).toContainText('StatusActive');
  await expect(page.getByRole('banner').getByRole('link', { name: 'BAIQL' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Users' }).fill('8');
  await page.getByRole('button', { name: 'See what it costs' }).click();
  await expect(page.getByLabel('What the change costs')).toContainText('Charged now$45.00');
  await page.getByRole('button', { name: 'Update Plan' }).click();
  await expect(plan).toContainText('Users8');

  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(plan).toContainText('Ends');
  await expectFit(page);
});

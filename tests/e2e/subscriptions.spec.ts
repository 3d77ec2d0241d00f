import { mailedLink } from '../support/mailbox';
import { fromElsewhere, registerPerson } from '../support/people';
import { CARDS, serveStripeScript } from '../support/stripe-script';
import { expect, expectAccessible, expectFit, fillLogin, signIn, toast, untilAlive } from './fixtures';
import { deliverEvents, test } from './stripe-fixtures';

test('a team plan is paid for, changed at a price that is shown before, canceled and resumed, and shared with a team @soak', async ({
  browser,
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
  await page.getByRole('textbox', { name: 'Users' }).fill('5.5');
  await expect(page.getByRole('textbox', { name: 'Users' })).toHaveAccessibleDescription(
    'Enter a whole number',
  );
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
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click();
  await expect(plan).toContainText('Ends');
  await expectFit(page);
  await page.getByRole('button', { name: 'Resume plan' }).click();
  await expect(plan).toContainText('Renews');

  await page.goto('/teams');
  await expect(page.getByLabel('Team', { exact: true })).toContainText('Seats1 of 8');
  const mate = await registerPerson(server);
  await page.getByLabel('Email').fill('by-mistake@example.org');
  await page.getByLabel('Email').press('Enter');
  await page.getByRole('button', { name: /^Withdraw/ }).press('Enter');
  await expect(page.getByRole('table', { name: 'Open invitations' })).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByLabel('Email').fill(mate.email);
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(mate.email);
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expectAccessible(page);

  const context = { baseURL: server.origin, extraHTTPHeaders: fromElsewhere() };
  const other = await (await browser.newContext(context)).newPage();
  const invitation = await mailedLink(server.dataDir, mate.email, 2);
  // Logged in to another account: whichever Logout is pressed, the invitation waits for the right one.
  await signIn(other, await registerPerson(server), invitation.pathname + invitation.search);
  await expect(other.getByRole('main').getByRole('button', { name: 'Logout' })).toBeVisible();
  await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await fillLogin(other, mate);
  await expect(other.getByRole('heading', { name: /^Join / })).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Join team' }).dblclick();
  await expect(other.getByLabel('Team', { exact: true })).toContainText('Your roleMember');
  await expectFit(other);

  await page.reload();
  const people = page.getByRole('table', { name: 'People' });
  await expect(people).toContainText(mate.email);
  await people.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Set monthly budget…' }).click();
  await page.getByLabel('Dollars per month').fill('12.50');
  await page.getByLabel('Dollars per month').press('Enter');
  await expect(people).toContainText('$12.50');
  await expect(people.getByRole('button').last()).toBeFocused();
  await people.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Make admin' }).click();
  await expect(toast(page, 'This person is now an admin.')).toBeVisible();
  await other.reload();
  await untilAlive(other);
  await expect(other.getByLabel('Team', { exact: true })).toContainText('Your monthly budget$12.50');
  // An admin no longer, while they invite somebody: the form goes, and a toast says why.
  await other.getByLabel('Email').fill('late@example.org');
  await people.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Make member' }).click();
  await expect(toast(page, 'This person is now a member.')).toBeVisible();
  await other.getByLabel('Email').press('Enter');
  await expect(toast(other, 'Only the owner and admins of a team can do this.')).toBeVisible();
  await expect(other.getByLabel('Email')).toHaveCount(0);
  await other.goto(invitation.pathname + invitation.search);
  await expect(other.getByRole('main')).toContainText('This invitation is no longer valid.');

  // They leave while their budget is being set: what that dialog was opened from is gone when it closes.
  await people.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Set monthly budget…' }).click();
  await other.request.post('/teams', { form: { intent: 'leave' } });
  await page.getByLabel('Dollars per month').press('Enter');
  // It gets the focus, and the dialog can be closed, once the page has been read anew.
  await expect(page.locator(':focus')).toContainText('This person is no longer on your team.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main')).toBeFocused();
  await other.context().close();
});

test('an Enterprise plan is paid for, changed at a price that is shown before, says in words when it is not paid, and ends @soak', async ({
  page,
  server,
  stripe,
}) => {
  await serveStripeScript(page, stripe.account);
  await signIn(page, await registerPerson(server), '/enterprise');
  await page.getByRole('link', { name: 'Start an Enterprise plan' }).click();
  await page.waitForURL('**/subscriptions?plan=enterprise');
  await untilAlive(page);
  await expect(page.getByRole('radio', { name: /^Enterprise/ })).toBeChecked();
  await expect(page.getByText('$200.00 per month')).toBeVisible();
  await page.getByRole('button', { name: 'Start Subscription' }).click();
  await page.getByLabel('Card number').fill(CARDS.good);
  await page.getByRole('button', { name: 'Pay $200.00 and subscribe' }).click();
  const plan = page.getByRole('main').getByLabel('Your plan', { exact: true });
  await expect(plan).toContainText('StatusActivePlanEnterpriseUsers5');
  const batches = page.getByRole('banner').getByRole('link', { name: 'BAIQL' });
  await expect(batches).toBeVisible();

  const change = async (seats: string, cost: string) => {
    await page.getByRole('textbox', { name: 'Users' }).fill(seats);
    await page.getByRole('button', { name: 'See what it costs' }).click();
    await expect(page.getByLabel('What the change costs')).toContainText(cost);
    await expectFit(page);
    await page.getByRole('button', { name: 'Update Plan' }).click();
    await expect(plan).toContainText(`Users${seats}`);
  };
  await change('8', 'Charged now$120.00');
  await change('6', 'Credited to your next invoices$80.00');

  const [subscription] = [...stripe.account.subscriptions.values()].slice(-1);
  const id = subscription?.id ?? '';
  const become = async (status: 'past_due' | 'unpaid' | 'canceled') => {
    if (status === 'canceled') stripe.account.changeSubscription(id, { status });
    else stripe.account.failRenewal(id, status);
    await deliverEvents(server, stripe);
    await page.reload();
  };
  await become('past_due');
  await expect(plan).toContainText('StatusPayment overdue');
  await expect(page.getByText('Your plan stays active while Stripe tries your card again.')).toBeVisible();
  await expect(batches).toBeVisible();
  await expectFit(page);
  await become('unpaid');
  await expect(plan).toContainText('StatusUnpaid');
  await expect(plan).not.toContainText('Renews');
  await expect(page.getByText('Several payments failed, so your plan is inactive.')).toBeVisible();
  await expect(batches).toBeHidden();
  await expectFit(page);
  const pay = page.getByRole('link', { name: 'Pay on Stripe' });
  const newest = [...stripe.account.invoices.values()].at(-1);
  await expect(pay).toHaveAttribute('href', newest?.hosted_invoice_url ?? '');
  await expectAccessible(page);
  // It is paid in the other tab, and whoever comes back sees it, before any webhook.
  if (newest) stripe.account.settleInvoice(newest);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(plan).toContainText('StatusActive');
  await expect(pay).toBeHidden();
  await page.reload();
  await expect(batches).toBeVisible();

  await page.getByRole('button', { name: 'Cancel plan' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Cancel your Enterprise plan?' });
  await expect(asked).toContainText('Then your 6 seats are removed.');
  await asked.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(plan).toContainText('Ends');
  await become('canceled');
  await expect(plan).toContainText('StatusCanceled');
  await expect(page.getByText('Your plan has ended. You can start a new one.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Subscription' })).toBeVisible();
  await expectFit(page);
});

test('an upgrade counts once the bank confirms it, a declined one changes nothing, and a plan that credit pays asks for a card @soak', async ({
  page,
  server,
  stripe,
}) => {
  const { account } = stripe;
  await serveStripeScript(page, account);
  await signIn(page, await registerPerson(server), '/subscriptions');
  const plan = page.getByRole('main').getByLabel('Your plan', { exact: true });
  await page.getByRole('button', { name: 'Start Subscription' }).click();
  await page.getByLabel('Card number').fill(CARDS.good);
  await page.getByRole('button', { name: 'Pay $75.00 and subscribe' }).click();
  await expect(plan).toContainText('StatusActive');
  const [subscription] = [...account.subscriptions.values()].slice(-1);
  const customer = account.find('customer', account.customers, subscription?.customer ?? '');

  const change = async (seats: string) => {
    await page.getByRole('textbox', { name: 'Users' }).fill(seats);
    await page.getByRole('button', { name: 'See what it costs' }).click();
    await expect(page.getByLabel('What the change costs')).toContainText('Charged next time');
    await page.getByRole('button', { name: 'Update Plan' }).click();
  };
  account.savedCards.set(customer.id, 'declines');
  await change('1000');
  await expect(page.getByText('Your card was declined. Your plan hasn’t changed')).toBeVisible();
  await expect(plan).toContainText('Users5');
  account.savedCards.set(customer.id, 'asks');
  await change('8');
  await expect(plan).toContainText('Users8');

  // The bank's window is closed without an answer: the change waits, and is discarded.
  await page.evaluate(() =>
    Object.assign(window, { askAtBank: () => ({ error: { message: 'Not confirmed.' } }) }),
  );
  account.savedCards.set(customer.id, 'asks');
  await change('9');
  await expect(page.getByText('Not confirmed.')).toBeVisible();
  await expect(page.getByText('Your change is waiting for payment')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay on Stripe' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'See what it costs' })).toHaveCount(0);
  await expect(plan).toContainText('Users8');
  await expectFit(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard change' }).click();
  await expect(page.getByText('Your change is waiting for payment')).toHaveCount(0);

  account.changeSubscription(subscription?.id ?? '', { status: 'canceled' });
  customer.balance = -20_000;
  await deliverEvents(server, stripe);
  await page.reload();
  await untilAlive(page);
  await page.getByRole('button', { name: 'Start Subscription' }).click();
  await expect(plan).toContainText('StatusActive');
  await expect(page.getByText('Add a card for your next payment')).toBeVisible();
  await expectFit(page);
  await page.getByRole('button', { name: 'Add card' }).click();
  await page.getByLabel('Card number').fill(CARDS.good);
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByText('Your plan is paid with the card ending in 4242.')).toBeVisible();
});

import { mailedLink } from '../support/mailbox';
import { registerPerson } from '../support/people';
import { ADMIN, startServer } from '../support/server';
import { expect, expectAccessible, expectFit, fillRegistration, newEmail, signIn, test } from './fixtures';

// What newcomers stumbled over on the account screens, each as a promise.

test('deleting an account takes its password; a wrong one is said beside the field @soak', async ({
  page,
  server,
}) => {
  const person = await registerPerson(server);
  await signIn(page, person, '/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  const password = dialog.getByLabel('Your password');
  await expect(password).toBeFocused();
  await expect(dialog).not.toContainText('balance');
  await password.press('Enter');
  await expect(dialog).toContainText('Enter your password to confirm that it’s you');
  await password.fill('Wrong-horse-7');
  await password.press('Enter');
  await expect(dialog).toContainText('Incorrect password');
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await password.fill(person.password);
  await page.route('**/api/auth/delete-account', (route) =>
    route.fulfill({ status: 502, body: '<h1>Bad Gateway' }),
  );
  await password.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Your account could not be deleted. Please try again.');
  await page.unroute('**/api/auth/delete-account');
  await password.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Account deleted' })).toBeVisible();
});

test('the checklist never calls half of a common password good @soak', async ({ page }) => {
  await page.goto('/register');
  const rule = page.getByRole('listitem').filter({ hasText: 'Not a common password' });
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('pass-a-word');
  await expect(rule).toHaveAttribute('data-met', 'true');
  await password.fill('password');
  await expect(rule).toHaveAttribute('data-met', 'false');
  await password.fill(' PassWord ');
  await expect(rule).toHaveAttribute('data-met', 'false');
});

test('an ended session says so where one signs in again @soak', async ({ page }) => {
  await page.goto('/login?reason=session_ended&returnTo=%2Fai');
  await expect(page.getByText('Your session ended.')).toBeVisible();
  await expect(page.getByText('drafts are kept')).toBeVisible();
  await page.goto('/login');
  await expect(page.getByText('Your session ended.')).toBeHidden();
});

test('a confirmation link waits for its button, and may be opened twice @soak', async ({ page, server }) => {
  const email = newEmail();
  await fillRegistration(page, email);
  const link = await mailedLink(server.dataDir, email);
  await page.goto(link.href);
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expectAccessible(page);
  await page.reload(); // as a scanner would have: nothing is used up
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.goto(link.href);
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
});

test('an address that was registered twice leads to choosing a password, and back to where one was going @soak', async ({
  page,
  server,
}) => {
  const email = newEmail();
  await fillRegistration(page, email);
  await fillRegistration(page, email);
  const link = await mailedLink(server.dataDir, email, 2);
  await page.goto(`${link.href}&returnTo=%2Fpricing`);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await expect(page.getByText(`Choose the password to log in with as ${email}.`)).toBeVisible();
  await expectFit(page);
  // The address of the confirmation is no dead end either.
  await page.goto(link.href);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByLabel('New password', { exact: true }).fill('Battery-9-staple');
  await page.getByLabel('Confirm new password').fill('Battery-9-staple');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await signIn(page, { email, password: 'Battery-9-staple' }, '/account');
  await expect(page.getByLabel('First name')).toHaveValue('Grace');
});

test('without a mail server, people are told to ask the administrator, who sees where mails are kept @soak', async ({
  page,
  server,
}) => {
  await fillRegistration(page, newEmail());
  await expect(page.getByText('Ask its administrator for the link')).toBeVisible();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await expect(page.getByText('Ask its administrator for the link')).toBeVisible();
  await signIn(page, ADMIN, '/account');
  await expect(page.getByText(`${server.dataDir}/mail`)).toBeVisible();
});

test('before set-up is done, set-up, registration and sign-in point to the printed link @soak', async ({
  page,
}) => {
  const fresh = await startServer();
  await page.goto(`${fresh.origin}/setup`);
  await expect(page.getByRole('heading', { name: 'Not set up yet' })).toBeVisible();
  await expect(
    page.getByRole('main').getByText('Open the link printed where the server was started'),
  ).toBeVisible();
  for (const screen of ['/register', '/login']) {
    await page.goto(`${fresh.origin}${screen}`);
    await expect(page.getByText('open the link printed where the server was started')).toBeVisible();
  }
  await page.close(); // a page that is still loading something would miss its server
  await fresh.stop();
});

test('a wrong current password keeps the new one, is marked and gets the focus @soak', async ({
  page,
  server,
}) => {
  const person = await registerPerson(server);
  await signIn(page, person, '/account');
  const current = page.getByLabel('Current password');
  const chosen = page.getByLabel('New password', { exact: true });
  const change = async (from: string, to: string) => {
    await current.fill(from);
    await chosen.fill(to);
    await page.getByLabel('Confirm new password').fill(to);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('Wrong-horse-7', 'Another-8-staple');
  await expect(page.getByText('Incorrect password')).toBeVisible();
  await expect(current).toBeFocused();
  await expect(current).toHaveAttribute('aria-invalid', 'true');
  await expect(chosen).toHaveValue('Another-8-staple');
  await expect(page.getByLabel('Confirm new password')).toHaveValue('Another-8-staple');
  await change(person.password, 'Battery-9-staple');
  await expect(chosen).toHaveValue('');
  await expect(current).toHaveCount(0); // it counts for ten minutes
});

test('an account moves to another address by the link that is mailed there @soak', async ({
  page,
  server,
}) => {
  const person = await registerPerson(server);
  const email = newEmail();
  await signIn(page, person, '/account#email');
  const section = page.getByRole('region', { name: 'Email' });
  await section.getByLabel('New email').fill(email);
  await section.getByLabel('Password').fill('Wrong-horse-7');
  await section.getByLabel('Password').press('Enter');
  await expect(section).toContainText('Incorrect password');
  await expect(section.getByLabel('New email')).toHaveValue(email);
  await section.getByLabel('Password').fill(person.password);
  await section.getByRole('button', { name: 'Change email' }).click();
  await expect(section.getByRole('status')).toHaveText(
    `A confirmation link for ${email} is on the server. Open it to finish. Until then, log in with ${person.email}.`,
  );
  await expectAccessible(page);
  await page.goto((await mailedLink(server.dataDir, email)).href);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.goto('/account#email');
  await expect(section).toContainText(`You log in with ${email}.`);
});

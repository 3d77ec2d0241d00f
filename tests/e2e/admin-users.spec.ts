import type { Page } from '@playwright/test';
import { registerPerson } from '../support/people';
import { ADMIN, apiOf, signInByApi } from '../support/server';
import { expect, expectAccessible, signIn, test, untilAlive } from './fixtures';

const table = (page: Page) => page.getByRole('table', { name: 'Users' });
const row = (page: Page, email: string) => table(page).getByRole('row').filter({ hasText: email });

async function find(page: Page, words: string) {
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await search.fill(words);
  await search.press('Enter');
}

test('an administrator finds somebody, suspends and unsuspends them and gives them a role, by keyboard @soak', async ({
  page,
  server,
}) => {
  const person = await registerPerson(server, 'Grace');
  const token = await signInByApi(server.origin, person);
  await signIn(page, ADMIN);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).press('Enter');
  await expect(page).toHaveURL(/\/admin$/);
  const sections = page.getByRole('navigation', { name: 'Admin', exact: true });
  await expect(sections.getByRole('link')).toContainText([
    'Overview',
    'AI Pricing',
    'Users',
    'Categories',
    'Model Management',
  ]);
  await sections.getByRole('link', { name: 'Users' }).press('Enter');
  await expect(page).toHaveURL(/\/admin\/users$/);

  await find(page, person.email.toUpperCase());
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await expect(row(page, person.email)).toContainText('Active');

  const actions = row(page, person.email).getByRole('button', { name: 'Actions for Grace Free' });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Suspend…' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Suspend Grace Free?' });
  await expect(dialog).toContainText(`${person.email} is logged out everywhere right away`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(actions).toBeFocused();

  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Suspend…' }).press('Enter');
  await dialog.getByRole('button', { name: 'Suspend user' }).press('Enter');
  await expect(
    page.getByRole('status').getByText(`${person.email} is suspended and logged out everywhere.`),
  ).toBeAttached();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, person.email)).toContainText('Suspended');
  expect(await apiOf(server.origin, token)('GET', '/api/billing/balance')).toMatchObject({ status: 401 });

  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Unsuspend' }).press('Enter');
  await expect(row(page, person.email)).toContainText('Active');

  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit roles…' }).press('Enter');
  const roles = page.getByRole('dialog', { name: 'Roles of Grace Free' });
  await roles.getByRole('checkbox', { name: 'Team member' }).press('Space');
  await roles.getByRole('checkbox', { name: 'Pro' }).press('Space');
  await roles.getByRole('button', { name: 'Save roles' }).press('Enter');
  await expect(roles).toHaveCount(0);
  await expect(row(page, person.email)).toContainText('Pro');
  await expect(row(page, person.email)).toContainText('Team member');

  // The address has it all: a reload shows the same.
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue(person.email.toUpperCase());
  await expect(row(page, person.email)).toContainText('Team member');
});

test('a refusal is said in the dialog: nobody can suspend themselves @soak', async ({
  signedIn: page,
  administrator: { email },
}) => {
  await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await row(page, email)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Suspend…' }).click();
  await page.getByRole('button', { name: 'Suspend user' }).click();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(
    'You can’t suspend your own account.',
  );
});

test('the list is sorted and paged by its address, also without scripts @soak', async ({
  browser,
  page,
  server,
}) => {
  for (let count = 0; count < 11; count += 1) await registerPerson(server, 'Paged');
  await signIn(page, ADMIN);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const scriptless = await context.newPage();
  await scriptless.goto(`${server.origin}/admin/users?search=paged&pageSize=5`);
  await expect(table(scriptless).getByRole('row')).toHaveCount(6);
  await scriptless.getByRole('link', { name: 'Last page' }).click();
  await expect(scriptless.getByText('Page 3 of 3')).toBeVisible();
  await expect(table(scriptless).getByRole('row')).toHaveCount(2);
  await expect(scriptless.getByRole('button', { name: 'Last page' })).toBeDisabled();
  await scriptless.getByRole('link', { name: 'First page' }).click();
  await expect(table(scriptless).getByRole('row')).toHaveCount(6);
  await scriptless.getByRole('link', { name: 'Next' }).click();
  await expect(scriptless.getByText('Page 2 of 3')).toBeVisible();
  await scriptless.getByRole('columnheader').getByRole('link', { name: 'User', exact: true }).click();
  await expect(scriptless).toHaveURL(/sort=email/);
  await expect(scriptless.getByRole('columnheader', { name: 'User' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await scriptless.getByRole('searchbox').fill('nobody at all');
  await scriptless.getByRole('search').getByRole('button', { name: 'Search' }).click();
  await expect(scriptless.getByText('No users match')).toBeVisible();
  await context.close();
});

test('others are told that it is for admins only, and see no link @soak', async ({ page, server }) => {
  await signIn(page, await registerPerson(server));
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toHaveCount(0);
  for (const address of ['/admin', '/admin/users']) {
    expect((await page.goto(address))?.status()).toBe(403);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access denied: Admins only');
  }
});

test('test-drive accounts are shown with their passwords once, and a series that exists with none @soak', async ({
  signedIn: page,
}) => {
  const make = async ({ isRenewing = false } = {}) => {
    await page.getByRole('button', { name: 'Create test-drive accounts' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create test-drive accounts' });
    await dialog.getByLabel('First number').fill('77');
    await dialog.getByLabel('Domain').fill('series.example');
    if (isRenewing) await dialog.getByLabel('New passwords for existing accounts').press('Space');
    await dialog.getByRole('button', { name: 'Create accounts' }).press('Enter');
    return dialog;
  };
  await page.goto('/admin/users');
  await untilAlive(page);
  const dialog = await make();
  await expect(dialog).toContainText('1 account is ready. Copy the passwords now');
  await expect(dialog).toContainText(/testdrive77@series\.example\s+Td77-/);
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await make();
  await expect(dialog).toContainText('Already exist, unchanged: testdrive77@series.example');
  await expect(dialog).not.toContainText('passwords');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await make({ isRenewing: true });
  await expect(dialog).toContainText(/testdrive77@series\.example\s+Td77-/);
});

test('the dialogs of the console keep nobody out, on a phone in the dark @soak', async ({
  signedIn: page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`/admin/users?search=${encodeURIComponent(ADMIN.email)}`);
  await row(page, ADMIN.email)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Edit roles…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

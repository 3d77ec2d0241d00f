import { ADMIN, ADMIN_ENV, startServer } from '../support/server';
import { expect, expectAccessible, fillLogin, test, untilAlive } from './fixtures';

const startInvited = () => startServer({ env: { ...ADMIN_ENV, REGISTRATION: 'invite' } });

test('an administrator invites somebody, who registers by the link without a mail server @soak', async ({
  browser,
  page,
  shared,
}) => {
  const server = await shared(startInvited);
  await page.goto(`${server.origin}/register`);
  await expect(page.getByText('Registration is by invitation only.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create account' })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(`${server.origin}/login?returnTo=%2Fadmin%2Finvitations`);
  await fillLogin(page, ADMIN);
  await page.waitForURL('**/admin/invitations');
  await expectAccessible(page);
  await untilAlive(page);
  await page.getByRole('button', { name: 'Create invitation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an invitation' });
  await dialog.getByLabel('Email (optional)').fill('ada@example.org');
  await dialog.getByLabel('Role').selectOption('teamuser');
  await dialog.getByLabel('Starting credit').fill('5.00');
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await expect(dialog.getByText('This server can’t send email: copy the link')).toBeVisible();
  const link = (await dialog.locator('code, pre').first().textContent())?.trim() ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /ada@example\.org/ })).toContainText('Open');

  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'You’re invited' })).toBeVisible();
  await expectAccessible(guest);
  await untilAlive(guest);
  await guest.getByLabel('First name').fill('Ada');
  await guest.getByLabel('Last name').fill('Lovelace');
  await guest.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
  await guest.getByLabel('Confirm password').fill('Correct-horse-7');
  await guest.getByRole('button', { name: 'Create account' }).click();
  await expect(guest.getByRole('heading', { name: 'Hello, Ada!' })).toBeVisible();
  await guest.waitForURL((url) => url.pathname !== '/invite');
  await context.close();

  await page.reload();
  await expect(page.getByRole('row', { name: /ada@example\.org/ })).toContainText('Used');
  const late = await browser.newContext();
  const latePage = await late.newPage();
  await latePage.goto(link);
  await expect(latePage.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible();
  await late.close();
});

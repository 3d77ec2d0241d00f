import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, expectAccessible, test } from './fixtures';

test('an administrator edits a price, reviews it beside the public list, applies that, and reads the history @soak', async ({
  signedIn: page,
}) => {
  await page.goto('/admin/prices');
  const row = page.getByRole('table', { name: 'Prices' }).getByRole('row').filter({ hasText: 'GPT-4.1' });
  const actions = row.getByRole('button', { name: 'Actions for GPT-4.1' });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit price…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Price of GPT-4.1' });
  const save = dialog.getByRole('button', { name: 'Save price' });

  await dialog.getByRole('button', { name: 'Compare with the last 30 days' }).click();
  await expect(dialog.getByRole('status')).toHaveText('No one has used this model in the last 30 days.');
  await dialog.getByLabel('Input').fill('-1');
  await save.click();
  await expect(dialog.getByText('Enter dollars from 0 to 1,000, with at most nine decimals.')).toBeVisible();
  await dialog.getByLabel('Input').fill('0.2');
  await save.click();
  await expect(dialog).toContainText('The input price would go from $0.002 to $0.2, more than tenfold.');
  await dialog.getByRole('checkbox', { name: 'Yes, change it more than tenfold' }).check();
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('$0.2');

  await page.getByRole('link', { name: 'Review prices' }).click();
  const proposal = page
    .getByRole('table', { name: 'Proposed changes' })
    .getByRole('row')
    .filter({ hasText: 'GPT-4.1' });
  await expect(proposal).toContainText('$0.2');
  await expectAccessible(page);
  await proposal.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(proposal).toHaveCount(0);

  await page.getByRole('link', { name: 'All prices' }).click();
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'History' }).press('Enter');
  const versions = page.getByRole('table', { name: 'Versions of this price' }).getByRole('row');
  await expect(versions).toHaveCount(4);
  await expect(versions.nth(1)).toContainText('Review');
  await expect(versions.nth(2)).toContainText('$0.2');
  await expect(versions.nth(3)).toContainText('The first list of models');
});

test('“Select all” leaves out what replaces a choice of the administrator, who can still tick it @soak', async ({
  signedIn: page,
  server,
}) => {
  const database = new Database(path.join(server.dataDir, 'app.db'));
  database.exec(
    `UPDATE ai_model SET replaced_by = 'gemini-2.5-flash-lite' WHERE model_name = 'gemini-2.5-pro';
     UPDATE ai_model SET shutdown_on = NULL, replaced_by = NULL WHERE model_name = 'gpt-4o'`,
  );
  database.close();
  await page.goto('/admin/prices/review');
  const own = page.getByRole('checkbox', { name: 'Gemini 2.5 Pro' });
  const other = page.getByRole('checkbox', { name: 'GPT-4o', exact: false }).first();
  await page.getByLabel('Select all changes on this page').check();
  await expect(other).toBeChecked();
  await expect(own).not.toBeChecked();
  await own.check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('2 changes are applied.').first()).toBeVisible();
  await expect(page.getByText('Your models and prices are up to date.')).toBeVisible();
});

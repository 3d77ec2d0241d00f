import type { Page } from '@playwright/test';
import { makeUserWithRole } from '../support/users-with-roles';
import { expect, expectFit, signIn, test, toast, untilAlive } from './fixtures';

const restore = (page: Page) => page.getByRole('button', { name: 'Restore cleared text' });
const script = (page: Page) => page.getByRole('textbox', { name: 'Script' });
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt', exact: true });

async function write(page: Page, text: string): Promise<void> {
  await script(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('a script that was cleared comes back by Undo, and after a reload, for its writer alone @soak', async ({
  signedIn: page,
  server,
  context,
}) => {
  await page.goto('/baiql');
  await untilAlive(page);
  await write(page, 'PROMPT "Mine"');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(script(page)).not.toContainText('Mine');
  await expect(page.getByText('Cleared', { exact: true })).toBeVisible();
  const cleared = page.getByRole('listitem').filter({ hasText: 'Script cleared' });
  await cleared.getByRole('button', { name: 'Undo' }).click();
  await expect(script(page)).toContainText('Mine');

  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await write(page, 'PROMPT "Something else"');
  await page.reload();
  await untilAlive(page);
  await expect(script(page)).toContainText('Something else');
  await expectFit(page);
  await restore(page).focus();
  await page.keyboard.press('Enter');
  await expect(script(page)).toContainText('Mine');
  await expect(script(page)).toBeFocused();
  // What stood there gave way, and is kept in its stead.
  await restore(page).click();
  await expect(script(page)).toContainText('Something else');

  // The session ends, and somebody else logs in on this browser.
  await context.clearCookies();
  const { account } = await makeUserWithRole(server, 'paiduser');
  await signIn(page, account, '/baiql');
  await expect(script(page)).not.toContainText('Something else');
  await expect(restore(page)).toHaveCount(0);
});

test('New and a template keep the script that they replace @soak', async ({ signedIn: page }) => {
  await page.goto('/baiql');
  await untilAlive(page);
  await write(page, 'PROMPT "Begun"');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start a new script' }).click();
  await expect(script(page)).not.toContainText('Begun');
  await page.getByRole('button', { name: 'Templates', exact: true }).click();
  await page.getByRole('button', { name: 'Use Template' }).first().click();
  await expect(page.getByText('Loaded template')).toBeVisible();
  await restore(page).click();
  await expect(script(page)).toContainText('Begun');
});

test('Reset on the AI page can be undone, and the prompt comes back after a reload @soak', async ({
  signedIn: page,
}) => {
  const reset = async () => {
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(prompt(page)).toHaveValue('');
  };
  await prompt(page).fill('A long thought');
  await reset();
  const told = page.getByRole('listitem').filter({ hasText: 'Page reset' });
  await told.getByRole('button', { name: 'Undo' }).click();
  await expect(prompt(page)).toHaveValue('A long thought');
  await reset();
  await page.reload();
  await untilAlive(page);
  await expectFit(page);
  await restore(page).click();
  await expect(prompt(page)).toHaveValue('A long thought');
  await expect(prompt(page)).toBeFocused();
});

test('what the generator, a form above a page and the docs editor clear comes back @soak', async ({
  signedIn: page,
}) => {
  await page.goto('/prompt-generator');
  await untilAlive(page);
  await page.getByLabel('Category').selectOption('Teaching & learning');
  await page.getByLabel('Style').selectOption('Socratic teacher');
  const generated = page.getByLabel('Generated prompt');
  await generated.fill('Mine');
  await page.getByRole('button', { name: 'Clear/Reset' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  await expect(generated).toHaveValue('');
  await page.reload();
  await untilAlive(page);
  await expect(restore(page)).toBeVisible();
  // It stands below the steps, and the prompt stays beside them.
  expect((await generated.boundingBox())?.x).toBeGreaterThan(
    (await page.getByLabel('Category').boundingBox())?.x ?? Infinity,
  );
  await restore(page).click();
  await expect(generated).toHaveValue('Mine');
  await expect(page.getByLabel('Style').locator('option:checked')).toHaveText('Socratic teacher');

  await page.goto('/admin/categories');
  await untilAlive(page);
  await page.getByRole('link', { name: 'Teaching & learning' }).first().click();
  await page.getByRole('button', { name: 'Add a pair' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Style', { exact: true }).fill('A style');
  await dialog.getByLabel('Style text').fill('Of many words');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add a pair' }).click();
  await restore(page).click();
  await expect(dialog.getByLabel('Style', { exact: true })).toHaveValue('A style');
  await expect(dialog.getByLabel('Style text')).toHaveValue('Of many words');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/admin/docs');
  await untilAlive(page);
  await page.getByRole('link', { name: 'Do I have to pay to try it?' }).click();
  const answer = page.getByLabel('Answer');
  await answer.fill('Another answer');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(answer).not.toHaveValue('Another answer');
  await restore(page).click();
  await expect(answer).toHaveValue('Another answer');
  await expect(toast(page, 'Syntax Error')).toHaveCount(0);
});

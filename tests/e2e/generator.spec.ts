import type { Page } from '@playwright/test';
import { registerPerson } from '../support/people';
import { expect, expectFit, fillLogin, PHONE, signIn, test, untilAlive } from './fixtures';

const prompt = (page: Page) => page.getByLabel('Generated prompt');
const toast = (page: Page, message: string) => page.locator('[data-toast]').filter({ hasText: message });

test('six steps make a prompt that is copied, saved and sent to the AI page', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-write']);
  await signIn(page, await registerPerson(server), '/prompt-generator');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(toast(page, 'No prompt to copy!')).toBeVisible();

  await page.getByLabel('Category').selectOption('Teaching & learning');
  await page.getByLabel('Style').selectOption('Socratic teacher');
  await expect(page.getByLabel('Outcome').locator('option:checked')).toHaveText('Lesson plan');
  await page.getByLabel('Topic').click();
  await page.getByLabel('Topic').pressSequentially('photos');
  await page.getByRole('option', { name: 'photosynthesis' }).click();
  await page.getByRole('button', { name: 'why leaves are green' }).click();
  await page.getByLabel('Language', { exact: true }).selectOption('Spanish');
  await page.getByText('Elementary').click();
  await expect(page.locator('li[data-state=completed]')).toHaveCount(6);
  await expect(prompt(page)).toHaveValue(
    /^You are .+\n\nFocus on photosynthesis, specifically addressing why leaves are green\.\n\nWrite a plan .+\n\nWrite in Spanish\. Use simple words and short sentences\.$/s,
  );
  const text = await prompt(page).inputValue();

  const record = page.waitForResponse('**/api/promptgenerator/generate');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  expect((await record).status()).toBe(201);
  await expect(toast(page, 'Prompt copied')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Prompt saved')).toBeVisible();
  await prompt(page).fill(`${text} Write for {{audience:select(parents, pupils)}}.`);
  await page.getByRole('button', { name: 'Send to AI Page' }).click();
  await expect(page).toHaveURL(/\/ai$/);
  // Its variable is a form there.
  const form = page.getByRole('dialog', { name: 'Fill in the variables' });
  await form.getByLabel('Audience').selectOption('pupils');
  await expectFit(page);
  await form.getByRole('button', { name: 'Fill in' }).click();
  await expect(page.getByLabel('Prompt', { exact: true })).toHaveValue(`${text} Write for pupils.`);
});

test('a purpose fills the steps on a phone; what is edited there stays until it is reset @soak', async ({
  page,
  server,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, await registerPerson(server), '/prompt-generator');
  await expect(prompt(page)).toHaveAttribute('readonly');
  await page.getByRole('button', { name: 'Get Help' }).click();
  const help = page.getByRole('dialog');
  await expect(help.getByRole('button', { name: 'Use This!' })).toBeDisabled();
  await help.getByRole('radio', { name: 'Find and fix a bug' }).check();
  await help.getByRole('button', { name: 'Use This!' }).click();
  await expect(page.getByLabel('Style').locator('option:checked')).toHaveText('Systematic debugger');
  await expect(page.getByLabel('Outcome').locator('option:checked')).toHaveText('Diagnosis and fix');

  const pinned = page.waitForResponse('**/api/userpreferences/favorite-category');
  await page.getByRole('button', { name: 'Pin favorite' }).click();
  expect((await pinned).status()).toBe(200);
  await prompt(page).fill('Mine');
  await expect(page.getByText('Manually edited - automatic updates paused')).toBeVisible();
  await page.reload();
  await untilAlive(page);
  await expect(prompt(page)).toHaveValue('Mine');
  await expectFit(page);

  await page.getByRole('button', { name: 'Clear/Reset' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  await expect(prompt(page)).toHaveValue('');
  await expect(page.getByLabel('Category').locator('option:checked')).toHaveText('Coding & software');
});

test('a session that has ended leaves the work where it is, and leads back to it @soak', async ({
  page,
  server,
  context,
}) => {
  const person = await registerPerson(server);
  await signIn(page, person, '/prompt-generator');
  await page.getByLabel('Category').selectOption('Teaching & learning');
  await page.getByLabel('Style').selectOption('Socratic teacher');
  await prompt(page).fill('Mine');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Get Help' }).click();
  const help = page.getByRole('dialog');
  await expect(help).toContainText('Your session has ended. Please log in again.');
  await expect(help.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(help.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const notice = page.getByRole('status').filter({ hasText: 'Your session has ended.' });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await notice.getByRole('link', { name: 'Login' }).click();
  await fillLogin(page, person);
  await expect(page).toHaveURL(/\/prompt-generator$/);
  await expect(prompt(page)).toHaveValue('Mine');
  await expect(notice).toHaveCount(0);
});

test('two windows have work of their own, also after a reload @soak', async ({ page, server, context }) => {
  await signIn(page, await registerPerson(server), '/prompt-generator');
  const choose = async (window: Page, category: string, style: string, text: string) => {
    await window.getByLabel('Category').selectOption(category);
    await window.getByLabel('Style').selectOption(style);
    await prompt(window).fill(text);
  };
  await choose(page, 'Teaching & learning', 'Socratic teacher', 'Mine');
  const other = await context.newPage();
  await other.goto('/prompt-generator');
  await untilAlive(other);
  await choose(other, 'Coding & software', 'Systematic debugger', 'Of the other window');
  for (const [window, text] of [
    [page, 'Mine'],
    [other, 'Of the other window'],
  ] as const) {
    await window.reload();
    await expect(prompt(window)).toHaveValue(text);
  }
  // A new window takes what a closed one has left, also where an earlier version of the page has kept it.
  await other.close();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((each) => each.includes(':generator:'))) {
      const kept = localStorage.getItem(key) ?? '';
      localStorage.removeItem(key);
      if (kept.includes('Mine')) localStorage.setItem(key.replace(/:generator:.*/, ':generator'), kept);
    }
  });
  await page.close();
  const next = await context.newPage();
  await next.goto('/prompt-generator');
  await expect(prompt(next)).toHaveValue('Mine');
});

test('templates that could not be loaded take nothing away that was chosen or written @soak', async ({
  page,
  server,
}) => {
  await signIn(page, await registerPerson(server), '/prompt-generator');
  await page.getByLabel('Category').selectOption('Teaching & learning');
  await page.getByLabel('Style').selectOption('Socratic teacher');
  await page.getByLabel('Topic').fill('rain');
  await prompt(page).fill('Mine');
  await page.route('**/api/promptgenerator/*-templates*', (route) => route.abort());
  await page.reload();
  await expect(toast(page, 'Failed to load style templates. Please try again.')).toBeVisible();
  await expect(prompt(page)).toHaveValue('Mine');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload templates' }).click();
  await expect(page.getByLabel('Style').locator('option:checked')).toHaveText('Socratic teacher');
  await expect(page.getByLabel('Outcome').locator('option:checked')).toHaveText('Lesson plan');
  await expect(page.getByLabel('Topic')).toHaveValue('rain');
  await expect(prompt(page)).toHaveValue('Mine');
});

test('a click beside a dialog takes nothing away that was written in it @soak', async ({
  signedIn: page,
}) => {
  await page.goto('/admin/categories');
  await untilAlive(page);
  const dialog = page.getByRole('dialog', { name: 'Add a category' });
  const add = page.getByRole('button', { name: 'Add a category' });
  await add.click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await add.click();
  await dialog.getByLabel('Name').fill('Gardening');
  await page.mouse.click(5, 5);
  await dialog.getByLabel('Position').fill('70');
  await expect(dialog.getByLabel('Name')).toHaveValue('Gardening');

  // Neither do a reload and Back take a long text away without a word.
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Legal & compliance' }).click();
  await page.getByRole('button', { name: 'Add a pair' }).click();
  const text = 'You are a gardener who has to explain everything to people without a garden. '.repeat(3);
  await page.getByLabel('Style text').fill(text);
  const [question] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate(() => setTimeout(() => window.location.reload())),
  ]);
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(page.getByLabel('Style text')).toHaveValue(text);
  await page.goBack();
  await expect(page.getByRole('alert')).toHaveText('Go back again to discard what you wrote.');
  await expect(page.getByLabel('Style text')).toHaveValue(text);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
});

test('what an administrator edits is what people choose from @soak', async ({ signedIn: page }) => {
  await page.goto('/admin/categories');
  await page.getByRole('link', { name: 'Legal & compliance' }).click();
  await page.getByRole('button', { name: /^Edit Contract reader/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Style', { exact: true }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Style', { exact: true }).fill('Contract expert');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Contract expert is saved.')).toBeVisible();
  await expectFit(page);

  await page.goto('/prompt-generator');
  await untilAlive(page);
  await page.getByLabel('Category').selectOption('Legal & compliance');
  await page.getByLabel('Style').selectOption('Contract expert');
  await expect(page.getByLabel('Outcome').locator('option:checked')).toHaveText(
    'Plain-language contract review',
  );
});

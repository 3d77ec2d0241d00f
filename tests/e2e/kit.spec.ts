import type { Page } from '@playwright/test';
import { layoutFaults } from '../support/layout-faults';
import { serveKit } from '../support/serve-kit';
import { expect, expectAccessible, test as base } from './fixtures';

const test = base.extend<object, { kit: string }>({
  kit: [
    async ({}, use) => {
      const { address, close } = await serveKit();
      await use(address);
      await close();
    },
    { scope: 'worker' },
  ],
});

test.beforeEach(async ({ page, kit }) => {
  await page.goto(kit);
});

const FAR = { name: 'Above the page' };

/** Nothing is cut off, covered or too wide in a window of that width. */
async function expectWhole(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 });
  expect(await page.evaluate(layoutFaults, []), `${String(width)} px`).toEqual([]);
}

test('every part in every state keeps nobody out and is whole, in light and in dark', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('heading', FAR).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await expectWhole(page, 375);
    await expectWhole(page, 1280);
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expectWhole(page, 1280);
});

/** Opens something by keyboard, and closes it with Escape: the focus is back where it was. */
async function expectFocusBack(page: Page, opener: string, role: 'dialog' | 'alertdialog') {
  const button = page.getByRole('button', { name: opener, exact: true });
  await button.press('Enter');
  const panel = page.getByRole(role);
  await expect(panel).toBeVisible();
  await expect(page.locator(`[role=${role}]:focus-within`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();
}

test('dialogs and sheets take the focus, keep it, and give it back', async ({ page }) => {
  await expectFocusBack(page, 'Open dialog', 'dialog');
  await expectFocusBack(page, 'Open sheet', 'dialog');
  await expectFocusBack(page, 'Delete by word', 'alertdialog');
});

test('a menu is walked by arrows, and what it opens gives the focus back to its button', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await button.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await button.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText('Duplicated')).toBeAttached();
});

test('a combobox suggests, takes what is chosen by keyboard, and says so', async ({ page }) => {
  // A list that hangs at a field closes when the page scrolls: it is in sight before anything is typed.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByLabel('Topic', { exact: true }).click(); // its code comes with the first touch
  const topic = page.getByRole('combobox', { name: 'Topic' });
  await expect(topic).toBeFocused();
  await page.keyboard.type('pho');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/Photosynthesis/, /Photography/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(topic).toHaveValue('Photography');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('what is still loading is seen, and takes no more room than there is', async ({ page }) => {
  await page.getByLabel('Suggestions that take long').click();
  const field = page.getByRole('combobox', { name: 'Suggestions that take long' });
  await field.fill('pho');
  const beside = field.locator('xpath=..');
  await expect(beside.getByRole('status')).toHaveText('Loading suggestions');
  await expect(beside.locator('[aria-hidden=true]')).toBeVisible();
  const widths = await page.getByRole('table', { name: 'Loading' }).evaluate((table) => ({
    table: table.getBoundingClientRect().width,
    place: table.parentElement?.getBoundingClientRect().width,
  }));
  expect(widths.table).toBe(widths.place);
});

test('numbers are typed as people write them and refused in our own words', async ({ page }) => {
  const reply = page.getByRole('textbox', { name: 'Maximum tokens per reply' }).first();
  await reply.fill('99,999');
  await reply.press('Enter');
  await expect(page.getByText('At most 4,096.').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toBeFocused(); // it is empty: the first fault
});

test('fifty thousand rows are sorted and scrolled with only those on screen in the page', async ({
  page,
}) => {
  const table = page.getByRole('table', { name: 'Very many runs' });
  await expect(table.getByRole('row').filter({ hasText: 'Run 1' }).first()).toBeVisible();
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  await table.evaluate((element) => {
    let box: HTMLElement | null = element as HTMLElement;
    while (box && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement;
    if (box) box.scrollTop = box.scrollHeight;
  });
  await expect(table.getByText('Run 50000', { exact: true })).toBeVisible();
  expect(await table.getByRole('row').count()).toBeLessThan(60);
});

test('a chart is read point by point by keyboard, and as a table', async ({ page }) => {
  const figure = page.getByRole('figure', { name: /Requests/ });
  await figure.getByRole('button', { name: /table/i }).press('Enter');
  await expect(figure.getByRole('table')).toContainText('Nov 8');
  const empty = page.getByRole('figure', { name: 'No days yet' });
  await expect(empty.getByText('Nothing to show yet')).toBeVisible();
  await expect(empty.getByRole('button')).toHaveCount(0);
});

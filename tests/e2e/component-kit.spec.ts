import type { Locator, Page } from '@playwright/test';
import { layoutFaults } from '../support/layout-faults';
import { serveKit } from '../support/serve-kit';
import {
  expect,
  expectAccessible,
  expectAccessibleAbove,
  expectContrastInDark,
  test as base,
  isStill,
  toast,
  untilAlive,
} from './fixtures';

const test = base.extend<object>({
  baseURL: async ({ shared }, use) => {
    await use((await shared(serveKit)).origin);
  },
});

test.beforeEach(async ({ page }) => {
  await page.goto('/dev/kit');
});

const FAR = { name: 'Above the page' };

/** Nothing is cut off, covered or too wide in a window of that width. */
async function expectWhole(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 });
  expect(await page.evaluate(layoutFaults, []), `${String(width)} px`).toEqual([]);
}

test('every part in every state keeps nobody out and is whole, in light and in dark @soak', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('heading', FAR).waitFor();
  await expectAccessible(page);
  await expectContrastInDark(page);
  await expectWhole(page, 375);
  await expectWhole(page, 1280);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expectWhole(page, 1280);
});

interface Opened {
  what: string;
  open: (page: Page) => Promise<void>;
  shown: (page: Page) => Locator;
}

const byButton = (name: string, role: 'dialog' | 'alertdialog' | 'menu' | 'tooltip'): Opened => ({
  what: name,
  open: (page) => {
    const button = page.getByRole('button', { name, exact: true });
    return role === 'tooltip' ? button.focus() : button.press('Enter');
  },
  shown: (page) => page.getByRole(role),
});

const OPENED: readonly Opened[] = [
  byButton('Open dialog', 'dialog'),
  byButton('Delete by word', 'alertdialog'),
  byButton('Delete by password', 'alertdialog'),
  byButton('Open sheet', 'dialog'),
  byButton('Sheet from below', 'dialog'),
  byButton('Menu', 'menu'),
  byButton('Has a tooltip', 'tooltip'),
  {
    what: 'Toast with Undo',
    open: async (page) => {
      await page.getByRole('button', { name: 'Toast with Undo' }).press('Enter');
      await page.getByRole('button', { name: 'Undo', exact: true }).focus(); // it stays while it has the focus
    },
    shown: (page) => toast(page, 'Draft replaced'),
  },
  {
    what: 'the calendar of a date',
    open: (page) => page.getByRole('group', { name: 'Expires' }).getByRole('button').press('Enter'),
    shown: (page) => page.getByRole('grid'),
  },
  {
    what: 'the list of a combobox',
    open: async (page) => {
      await page.getByLabel('Topic', { exact: true }).click();
      await expect(page.getByRole('combobox', { name: 'Topic' })).toBeFocused();
      await page.keyboard.type('pho');
    },
    shown: (page) => page.getByRole('listbox'),
  },
];

for (const [look, expectSound] of [
  ['light @soak', expectAccessibleAbove],
  ['dark @soak', expectContrastInDark],
] as const) {
  test(`what opens above the page keeps nobody out, in ${look}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const { what, open, shown } of OPENED) {
      await test.step(what, async () => {
        await open(page);
        await expect(shown(page)).toBeVisible();
        // The page below was looked at by itself: here only where it was opened from.
        await expectSound(page, { exclude: ['main section:not(:focus-within)'] });
        await expect(shown(page)).toBeVisible();
        await page.keyboard.press('Escape');
        if (what.startsWith('Toast')) return; // it goes by itself
        await expect(shown(page)).toHaveCount(0);
      });
    }
  });
}

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

test('dialogs and menus take the focus, keep it, and give it back', async ({ page }) => {
  await test.step('dialogs and sheets take the focus, keep it, and give it back', async () => {
    await expectFocusBack(page, 'Open dialog', 'dialog');
    await expectFocusBack(page, 'Open sheet', 'dialog');
    await expectFocusBack(page, 'Delete by word', 'alertdialog');
  });
  await test.step('Escape says that a long text would be lost before it closes a dialog', async () => {
    const button = page.getByRole('button', { name: 'Open dialog', exact: true });
    await button.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('What a class should know about light. '.repeat(3));
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('alert')).toHaveText('Press Escape again to discard what you wrote.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  });
  await test.step('a menu is walked by arrows, and what it opens gives the focus back to its button', async () => {
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
});

test('fields suggest, load, and refuse in our own words @soak', async ({ page }) => {
  await test.step('a combobox suggests, takes what is chosen by keyboard, and says so', async () => {
    // A list that hangs at a field closes when the page scrolls: it is in sight before anything is typed.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByLabel('Topic', { exact: true }).click(); // its code comes with the first touch
    const topic = page.getByRole('combobox', { name: 'Topic' });
    await expect(topic).toBeFocused();
    await page.keyboard.type('pho');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/Photosynthesis/, /Photography/]);
    await expect(page.getByRole('log').getByText('2 options available.').first()).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(topic).toHaveValue('Photography');
    await expect(page.getByRole('status').getByText('Photography selected', { exact: true })).toBeAttached();
    await expect(page.getByRole('listbox')).toHaveCount(0);
  });
  await test.step('what is still loading is seen, and takes no more room than there is', async () => {
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
  await test.step('numbers are typed as people write them and refused in our own words', async () => {
    const reply = page.getByRole('textbox', { name: 'Maximum tokens per reply' }).first();
    await reply.fill('99,999');
    await reply.press('Enter');
    await expect(page.getByText('At most 4,096.').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name' }).first()).toBeFocused(); // it is empty: the first fault
  });
});

test('a hundred thousand rows are sorted and scrolled with only those on screen in the page @soak', async ({
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
  await expect(table.getByText('Run 100000', { exact: true })).toBeVisible();
  const head = table.getByRole('columnheader', { name: 'Tokens' });
  await head.getByRole('button').click();
  await expect(head).not.toHaveAttribute('aria-sort', 'none');
  const rows = (await table.getByRole('row').allInnerTexts()).flatMap(
    (row) => /[\d,]+(?=\s+\S?\$)/.exec(row) ?? [],
  );
  const tokens = rows.map((text) => Number(text.replaceAll(',', '')));
  expect(tokens.length).toBeGreaterThan(5);
  const sign = (await head.getAttribute('aria-sort')) === 'ascending' ? 1 : -1;
  expect(tokens).toEqual(tokens.toSorted((a, b) => sign * (a - b)));
  expect(await table.getByRole('row').count()).toBeLessThan(60);
});

test('a chart is read point by point by keyboard, and as a table', async ({ page }) => {
  const figure = page.getByRole('figure', { name: /Requests/ });
  const points = figure.getByRole('slider', { name: 'Requests: point by point' });
  await points.press('ArrowRight');
  await expect(points).toHaveAttribute(
    'aria-valuetext',
    /^Nov 9: GPT-4o-mini [\d,]+, Gemini 2.5 Flash [\d,]+, /,
  );
  await points.press('End');
  const last = await points.getAttribute('aria-valuetext');
  expect(last).toContain('Nov 21: ');
  await expect(figure.getByRole('list')).toContainText('Nov 21'); // for those who see it, too
  await figure.getByRole('button', { name: /table/i }).press('Enter');
  const cells = await figure.getByRole('row').last().locator('td').allTextContents();
  expect(cells).toHaveLength(4); // the day, and a figure for each line
  for (const text of cells) expect(last).toContain(text);
  const empty = page.getByRole('figure', { name: 'No days yet' });
  await expect(empty.getByText('Nothing to show yet')).toBeVisible();
  await expect(empty.getByRole('button')).toHaveCount(0);
});

test('a list says what sorting, turning, filtering and selecting have led to @soak', async ({ page }) => {
  const news = page.getByRole('status');
  const runs = page.getByRole('table', { name: 'Runs', exact: true });
  await test.step('nothing before anything is changed', async () => {
    await expect(news.getByText(/60 runs/)).toHaveCount(0);
  });
  await test.step('order and page', async () => {
    await runs.getByRole('link', { name: 'Tokens' }).press('Enter');
    await expect(news.getByText(/^60 runs, page 1 of \d+, sorted by Tokens, descending$/)).toHaveCount(1);
    await page
      .getByRole('navigation', { name: 'Pages of runs' })
      .getByRole('link', { name: 'Next' })
      .press('Enter');
    await expect(news.getByText(/^60 runs, page 2 of \d+, sorted by Tokens, descending$/)).toHaveCount(1);
  });
  await test.step('rows that are selected, in a region that was there before', async () => {
    const name = await runs.getByRole('rowheader').first().textContent();
    await news.last().evaluate(() => {
      document
        .querySelectorAll('[role=status]')
        .forEach((region) => region.setAttribute('data-was-there', ''));
    });
    await runs.getByRole('checkbox', { name: `Select ${name ?? ''}`, exact: true }).press('Space');
    await expect(page.locator('[data-was-there]').getByText('1 selected', { exact: true })).toHaveCount(1);
  });
  await test.step('nothing found', async () => {
    const search = page.getByRole('searchbox', { name: 'Search runs' });
    await search.fill('nothing like it');
    await search.press('Enter');
    await expect(news.getByText(/^No runs match/)).toHaveCount(1);
  });
});

test('at the end of a list without a count the focus stays with its pages @soak', async ({ page }) => {
  const pages = page.getByRole('navigation', { name: 'Pages of short runs' });
  await pages.getByRole('button', { name: 'Next' }).press('Enter');
  await expect(pages).toBeFocused();
});

test('what a toast offers is said with its words, and reached by the keys that are named @soak', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Toast with Undo' }).press('Enter');
  const said = page.getByRole('status').filter({ hasText: 'Draft replaced' });
  await expect(said).toHaveText('Draft replaced Undo: press Alt+T.');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.waitFor();
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab'); // the toast
  await page.keyboard.press('Tab'); // its button
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Draft is back' })).toBeAttached();

  await test.step('and covers no button of a dialog or sheet', async () => {
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 600 });
      await page.reload();
      await untilAlive(page);
      for (const opener of ['Open dialog', 'Open sheet']) {
        await page.getByRole('button', { name: 'Toast with Undo' }).press('Enter');
        await page.getByRole('button', { name: opener, exact: true }).press('Enter');
        await page.getByRole('dialog').waitFor();
        await page.waitForFunction(isStill);
        await undo.first().waitFor();
        expect(await page.evaluate(buttonsBelowToasts)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    }
  });
});

/** Runs inside a page: the names of the dialog's buttons that a toast covers, in part or whole. */
function buttonsBelowToasts(): string[] {
  const toasts = [...document.querySelectorAll('[data-visible=true] [data-toast]')].map((toast) =>
    toast.getBoundingClientRect(),
  );
  return [...document.querySelectorAll('[role=dialog] button')]
    .filter((button) => {
      const box = button.getBoundingClientRect();
      return toasts.some(
        ({ left, right, top, bottom }) =>
          left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      );
    })
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
}

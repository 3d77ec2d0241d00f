import type { Locator, Page } from '@playwright/test';
import { tabTo } from '../support/keyboard';
import { layoutFaults } from '../support/layout-faults';
import { expect, toast } from './fixtures';
import { prompt, send, test, thread } from './playground-fixtures';

/** Waits for what is loaded or made first, goes there, and presses it. */
async function press(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

test('the page is used from the first prompt to an export by keyboard alone @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const within = (title: string) => page.getByRole('dialog', { name: title });
  await send(page, 'Name three trees for a park.');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(1);
  await expect(prompt(page)).toBeFocused();

  await page.keyboard.type('Write a letter about {{topic}} to the city, please.');
  vendor.script({ kind: 'reply', text: 'Write a polite letter about {{topic}} to the city.' });
  await press(page, button('Optimize'));
  await expect(within('Optimize').getByRole('insertion').first()).toBeVisible();
  await page.keyboard.press('Escape'); // a slip
  await page.getByRole('button', { name: 'Use optimized prompt' }).press('Enter');
  await expect(prompt(page)).toHaveValue('Write a polite letter about {{topic}} to the city.');
  // Past the toast that offers to undo it, and once around the page.
  await press(page, button('Fill in'));
  await expect(within('Fill in the variables').getByLabel('Topic')).toBeFocused();
  await page.keyboard.type('moss');
  await page.keyboard.press('Enter');
  await expect(prompt(page)).toHaveValue('Write a polite letter about moss to the city.');
  await expect(prompt(page)).toBeFocused();

  await press(page, button('Multi-send'));
  const multi = within('Multi-send');
  await tabTo(page, multi.getByRole('checkbox', { name: /^GPT-4o \$/ }));
  await page.keyboard.press('Space');
  await press(page, multi.getByRole('button', { name: 'Send to 2 models' }));
  await expect(multi.getByText('2 of 2 answered')).toBeVisible();
  await press(page, multi.getByRole('button', { name: 'Done' }));
  await expect(prompt(page).or(button('Multi-send')).and(page.locator(':focus'))).toHaveCount(1);

  vendor.script({ kind: 'reply', text: 'One two three four five six.', hold: 'middle' });
  await send(page, 'Count');
  await vendor.until((log) => log.stats.held === 1);
  await press(page, button('Stop'));
  await expect(thread(page)).toContainText('You stopped this reply');
  await expect(prompt(page)).toBeFocused();

  await press(page, button('Save session'));
  await expect(within('Save Session').getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(thread(page)).toHaveCount(0);
  await chooseByKeys(page, 'Recall');
  await press(
    page,
    within('Recall Saved I/O')
      .getByRole('button', { name: /^(Load )?Name three trees|^Count/ })
      .first(),
  );
  await expect(thread(page)).toBeVisible();
  const download = page.waitForEvent('download');
  await chooseByKeys(page, /^Text/);
  expect((await download).suggestedFilename()).toMatch(/\.\w+$/);
});

test('each action of a reply, and the ledger, are reached and left by keyboard alone @soak', async ({
  signedIn: page,
  context,
  vendor,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const inThread = (name: string) => thread(page).getByRole('button', { name, exact: true }).first();
  const sentBefore = vendor.log.requests.length;
  vendor.script({ kind: 'reply', text: 'Oak, lime and birch.' });
  await send(page, 'Name three trees for a park.');
  await press(page, inThread('Copy'));
  await expect(toast(page, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Oak, lime and birch.');
  await expect(inThread('Copy')).toBeFocused();

  vendor.script({ kind: 'reply', text: 'Beech, elm and pine.' });
  await press(page, inThread('Regenerate'));
  await expect(thread(page)).toContainText('Beech, elm and pine.');
  await expect(thread(page)).toContainText('2 of 2');
  await press(page, inThread('Previous version'));
  await expect(thread(page)).toContainText('Oak, lime and birch.');
  await press(page, inThread('Next version'));
  await expect(thread(page)).toContainText('Beech, elm and pine.');

  await press(page, inThread('Edit prompt'));
  await expect(prompt(page)).toBeFocused();
  await expect(prompt(page)).toHaveValue('Name three trees for a park.');
  vendor.script({ kind: 'status', status: 500, hold: 'before' }, { kind: 'status', status: 500 });
  // Pressed twice by a quick finger, it is sent once.
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('ControlOrMeta+Enter');
  await vendor.until((log) => log.stats.held === 1);
  vendor.release();
  await press(page, inThread('Retry'));
  await vendor.until(({ requests, stats }) => requests.length === sentBefore + 4 && stats.inFlight === 0);
  await expect(inThread('Retry')).toBeEnabled();
  await expectFocusKept(page);
  await press(page, inThread('Remove'));
  await expect(inThread('Remove')).toHaveCount(0);
  await expectFocusKept(page);
  await expect(thread(page)).toContainText('2 of 2');
  expect(vendor.log.requests).toHaveLength(sentBefore + 4);

  await chooseByKeys(page, 'Ledger');
  const ledger = page.getByRole('dialog', { name: 'Ledger' });
  await expect(ledger.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(ledger.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(ledger).toBeHidden();
  await expect(page.getByRole('button', { name: 'Session', exact: true })).toBeFocused();
});

/** An entry of the menu that holds what the toolbar has no room for. */
async function chooseByKeys(page: Page, name: string | RegExp) {
  await press(page, page.getByRole('button', { name: 'Session', exact: true }));
  const entries = page.getByRole('menuitem');
  await expect(entries.and(page.locator(':focus'))).toHaveCount(1);
  const isFocused = entries.and(page.getByRole('menuitem', { name })).and(page.locator(':focus'));
  for (let count = await entries.count(); count > 0 && (await isFocused.count()) === 0; count -= 1)
    await page.keyboard.press('ArrowDown');
  await expect(isFocused).toHaveCount(1);
  await page.keyboard.press('Enter');
}

/** What was pressed may be gone; the focus is not lost with it. */
const expectFocusKept = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

test('in a low window, as on its side or magnified, the prompt covers nothing @soak', async ({
  signedIn: page,
}) => {
  for (const [width, height] of [
    [640, 400],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(layoutFaults, [])).toEqual([]);
  }
  const middleOf = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
  };
  expect(await middleOf('Send')).toBe(await middleOf('More actions')); // not on a line of its own
  await prompt(page).fill('A line of a prompt.\n'.repeat(40));
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 });
});

test('in high contrast it is seen what is chosen, and where the focus is in a menu @soak', async ({
  signedIn: page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  // Of all fills, those in the system's own colors alone are drawn.
  const isFilled = (control: Locator) =>
    control.evaluate((element) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.background = 'SelectedItem';
      const { backgroundColor } = getComputedStyle(probe);
      probe.remove();
      return getComputedStyle(element).backgroundColor === backgroundColor;
    });
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect([await isFilled(links.nth(0)), await isFilled(links.nth(1))]).toEqual([true, false]);
  const modes = ['Work', 'Chat'].map((mode) => isFilled(page.getByText(mode, { exact: true })));
  expect(await Promise.all(modes)).toEqual([true, false]);
  await prompt(page).fill('Anything');
  await page.getByRole('button', { name: 'Session', exact: true }).press('Enter');
  const items = page.getByRole('menuitem');
  await expect(items.nth(0)).toBeFocused();
  expect([await isFilled(items.nth(0)), await isFilled(items.nth(1))]).toEqual([true, false]);
});

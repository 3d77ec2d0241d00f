import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectFit, loseAnswer } from './fixtures';
import { chooseAction, prompt, send, test, thread, totals } from './playground-fixtures';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const saved = (page: Page) =>
  dialog(page, 'Recall Saved I/O').getByRole('list', { name: 'Sessions' }).getByRole('listitem');

async function ask(page: Page, title: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

test('a session is saved, cleared away, brought back, recalled, renamed, exported and deleted @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const sentBefore = vendor.log.stats.requests;
  vendor.script({ kind: 'reply', text: 'A soup of **leeks**.' });
  await send(page, 'Suggest a soup');
  await expect(thread(page)).toContainText('charged to your balance');
  await prompt(page).fill('And a dessert?');
  const spent = await totals(page).innerText();

  await page.getByRole('button', { name: 'Save session' }).click();
  const saving = dialog(page, 'Save Session');
  await expect(saving.getByLabel('Name')).toHaveValue('Suggest a soup');
  await expect(saving).toContainText(
    '1 message with replies, sources and costs, and the prompt you haven’t sent',
  );
  await expectFit(page);
  await saving.getByLabel('Name').fill('???');
  await saving.getByRole('button', { name: 'Save session' }).click();
  await expect(saving.getByText('Please enter a name.')).toBeVisible();
  await saving.getByLabel('Name').fill('Soup: for <two>');
  await expect(saving.getByText('Saved as “Soup for two”.')).toBeVisible();
  await page.route('**/api/aiiosaves', (route) => route.fulfill({ status: 503, body: '{}' }));
  await saving.getByRole('button', { name: 'Save session' }).click();
  await expect(saving.getByText('Save failed (503)')).toBeVisible();
  await page.unroute('**/api/aiiosaves');
  await saving.getByRole('button', { name: 'Save session' }).click();

  await expect(thread(page)).toHaveCount(0);
  await expect(prompt(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Undo clear' }).click();
  await expect(thread(page).getByText('leeks')).toBeVisible();
  await expect(prompt(page)).toHaveValue('And a dessert?');

  await page.route(/\/api\/aiiosaves\b/, (route) => route.fulfill({ status: 503, body: '{}' }));
  await chooseAction(page, 'Session', 'Recall');
  await expect(dialog(page, 'Recall Saved I/O').getByText('Load failed (503)')).toBeVisible();
  await page.unroute(/\/api\/aiiosaves\b/);
  await dialog(page, 'Recall Saved I/O').getByRole('button', { name: 'Try again' }).click();
  await expect(saved(page)).toHaveCount(1);
  await expect(page.getByText('Load failed (503)')).toHaveCount(0);
  await expect(saved(page)).toContainText('GPT-4o-mini');
  await expectFit(page);
  await ask(page, 'Soup for two', 'Rename');
  await dialog(page, 'Rename Saved I/O').getByLabel('Name').fill('Dinner');
  const rename = dialog(page, 'Rename Saved I/O').getByRole('button', { name: 'Rename' });
  await page.route('**/api/aiiosaves/*/rename', (route) => route.abort(), { times: 1 });
  await rename.click();
  await expect(dialog(page, 'Rename Saved I/O')).toContainText('Rename failed (no connection)');
  await expect(dialog(page, 'Rename Saved I/O').getByLabel('Name')).toHaveValue('Dinner');
  await rename.click();
  const download = page.waitForEvent('download');
  await ask(page, 'Dinner', 'Export');
  expect((await download).suggestedFilename()).toBe('Dinner.txt');
  expect(await readFile(await (await download).path(), 'utf8')).toContain('A soup of **leeks**.');
  await page.keyboard.press('Escape');

  // On another day, in another browser: nothing is left here but what was saved.
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await chooseAction(page, 'Session', 'Recall');
  await saved(page)
    .getByRole('button', { name: /^Dinner/ })
    .click();
  await expect(thread(page).getByText('leeks')).toBeVisible();
  await expect(thread(page)).toContainText('charged to your balance');
  await expect(prompt(page)).toHaveValue('And a dessert?');
  const sessionPart = (text: string) => text.split('Remaining')[0];
  expect(sessionPart(await totals(page).innerText())).toBe(sessionPart(spent));
  expect(vendor.log.stats.requests - sentBefore).toBe(1);

  await chooseAction(page, 'Session', 'Recall');
  await ask(page, 'Dinner', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete session' }).click();
  await expect(dialog(page, 'Recall Saved I/O')).toContainText('No sessions yet');
  await expect(page.getByRole('status').getByText('“Dinner” was deleted')).toBeAttached();
});

test('Undo brings a session back beside what has been sent and written since @soak', async ({
  signedIn: page,
  vendor,
}) => {
  vendor.script({ kind: 'reply', text: 'A soup of leeks.' });
  await send(page, 'Suggest a soup');
  await expect(thread(page).getByText('leeks')).toBeVisible();
  await prompt(page).fill('And a dessert?');
  await page.getByRole('button', { name: 'Save session' }).click();
  await dialog(page, 'Save Session').getByRole('button', { name: 'Save session' }).click();
  await expect(thread(page)).toHaveCount(0);

  vendor.script({ kind: 'reply', text: 'A bread of rye, whole.', hold: 'middle' });
  await send(page, 'Suggest a bread');
  await expect(thread(page)).toContainText('A bread');
  await prompt(page).fill('Written since');
  await page.getByRole('button', { name: 'Undo clear' }).click();
  await expect(prompt(page)).toHaveValue('And a dessert?');
  await expect(thread(page).getByText('leeks')).toBeVisible();
  vendor.release();
  await expect(thread(page)).toContainText('A bread of rye, whole.');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(prompt(page)).toHaveValue('Written since');
});

test('a session that arrives when nobody waits for it any more takes no place, and one is deleted once @soak', async ({
  signedIn: page,
}) => {
  for (const name of ['First', 'Second']) {
    const session = { Title: name, IoText: '', PromptText: `Prompt of ${name}` };
    expect((await page.request.post('/api/aiiosaves', { data: session })).ok()).toBe(true);
  }
  const held: (() => void)[] = [];
  await page.route(/\/api\/aiiosaves\/[^/?]+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    await new Promise<void>((release) => held.push(release));
    return route.continue();
  });
  const press = (name: string) =>
    saved(page)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click();
  const answerTo = (at: number) => {
    const answered = page.waitForResponse(/\/api\/aiiosaves\/[^/?]+$/);
    held[at]?.();
    return answered;
  };
  await chooseAction(page, 'Session', 'Recall');
  await press('First');
  await press('Second');
  await expect.poll(() => held.length).toBe(2);
  await answerTo(1);
  await expect(prompt(page)).toHaveValue('Prompt of Second');
  await answerTo(0);
  await chooseAction(page, 'Session', 'Recall');
  await press('First');
  await expect.poll(() => held.length).toBe(3);
  await page.keyboard.press('Escape');
  await prompt(page).fill('Written meanwhile');
  await answerTo(2);
  await chooseAction(page, 'Session', 'Recall');
  await expect(saved(page)).toHaveCount(2);
  await page.route(/\/api\/aiiosaves\/[^/?]+$/, loseAnswer, { times: 1 });
  await ask(page, 'First', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete session' }).click();
  await expect(page.getByText('Delete failed (no connection)')).toBeVisible();
  await ask(page, 'First', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete session' }).click();
  await expect(saved(page)).toHaveCount(1);
  await expect(page.getByText('Delete failed')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(prompt(page)).toHaveValue('Written meanwhile');
});

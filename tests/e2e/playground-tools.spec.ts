import { expect, expectFit } from './fixtures';
import { chooseAction, openTemplates, prompt, send, test, thread, totals } from './playground-fixtures';

const BETTER = 'You are an editor. Write a friendly email to {{name}} about our spring sale, in 90 words.';

test('from a few steps to a better prompt and its reply: build, edit, rebuild, save, optimize, send @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await openTemplates(page);
  await page.getByLabel('Category').selectOption({ index: 2 });
  await page.getByLabel('Style').selectOption({ index: 1 });
  await page.getByLabel('Topic').pressSequentially('pho');
  await page.getByRole('option', { name: 'photosynthesis' }).click();
  await expect(prompt(page)).toHaveValue(/Focus on photosynthesis\./);
  const built = await prompt(page).inputValue();

  await prompt(page).fill(`${built} Be brief.`);
  await expect(page.getByText('Manually edited - automatic updates paused')).toBeVisible();
  await page.getByLabel('Outcome').selectOption({ index: 2 });
  await expect(prompt(page)).toHaveValue(`${built} Be brief.`);
  await page.getByRole('button', { name: 'Rebuild from the steps' }).click();
  await expect(prompt(page)).not.toHaveValue(/Be brief/);
  await expect(page.getByText('Manually edited - automatic updates paused')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save prompt' }).click();
  await expect(page.getByText('Prompt saved').first()).toBeVisible();

  await openTemplates(page);
  await expect(page.getByLabel('Category')).toBeHidden();
  const rough = 'write an email to {{name}} about our spring sale';
  await prompt(page).fill(rough);
  vendor.script({ kind: 'reply', text: BETTER });
  await page.getByRole('button', { name: 'Optimize' }).click();
  const dialog = page.getByRole('dialog', { name: 'Optimize' });
  await expect(dialog.getByRole('insertion').first()).toBeVisible();
  await expect(dialog).toContainText('charged to your balance');
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Use this prompt' }).click();
  await expect(prompt(page)).toHaveValue(BETTER);
  const told = page.getByRole('listitem').filter({ hasText: 'Your draft was replaced.' });
  await told.getByRole('button', { name: 'Undo' }).click();
  await expect(prompt(page)).toHaveValue(rough);
  await expect(page.getByText('1 variable to fill in: name')).toBeVisible();
  await page.getByRole('button', { name: 'Fill in' }).click();
  const form = page.getByRole('dialog', { name: 'Fill in the variables' });
  await form.getByLabel('Name').fill('Ann');
  await form.getByRole('button', { name: 'Fill in' }).click();
  await expect(prompt(page)).toHaveValue('write an email to Ann about our spring sale');
  await expect(page.getByText('to fill in')).toHaveCount(0);
  await prompt(page).press('Control+Enter');
  await expect(thread(page)).toContainText('charged to your balance');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Build from a template' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

test('a chat sends what was said before, holds a request back that would breach its budget, and ends', async ({
  signedIn: page,
  vendor,
}) => {
  await send(page, 'My name is Ada.');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(1);
  await page.getByText('Chat', { exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch to Chat Mode' });
  const budget = dialog.getByRole('slider', { name: 'Chat budget' });
  await budget.press('End');
  await expect(dialog).toContainText('90% of your balance');
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Switch to Chat' }).click();
  await expect(totals(page)).toContainText('Chat cutoff $0.5');
  await send(page, 'What is my name?');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(2);
  expect(JSON.stringify(vendor.log.requests.at(-1)?.body)).toContain('My name is Ada.');

  // With nothing to spend, every request is held back, before it leaves the page.
  await page.getByText('Work', { exact: true }).click();
  await page.getByText('Chat', { exact: true }).click();
  await budget.press('Home');
  await dialog.getByRole('button', { name: 'Switch to Chat' }).click();
  await prompt(page).fill('Are you sure?');
  await expect(page.getByText('This send would breach your CCO')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Switch to Work' }).click();
  await prompt(page).press('Control+Enter');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(3);
});

test('multi-send names the total first, shows answers side by side, and retries the one that failed @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await prompt(page).fill('Name three trees.');
  await page.getByRole('button', { name: 'Multi-send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Multi-send' });
  await dialog.getByRole('checkbox', { name: /^GPT-4o \$/ }).check();
  await expect(dialog.getByText(/^Total (≈|<) .*at most/)).toBeVisible();
  vendor.script({ kind: 'reply', text: 'Oak, ash, elm.', finish: 'length' }, { kind: 'status', status: 500 });
  await dialog.getByRole('button', { name: 'Send to 2 models' }).click();
  await expect(dialog.getByText('Oak, ash, elm.')).toBeVisible();
  await expect(dialog.getByText('Cut off at your token limit.')).toBeVisible();
  await expect(dialog.getByRole('status').filter({ hasText: 'The reply ended early' })).toHaveCount(1);
  await expect(dialog.getByText('Request failed (503)')).toBeVisible();
  await expect(dialog.getByText('1 of 2 answered')).toBeVisible();
  await expectFit(page);
  vendor.script({ kind: 'reply', text: 'Fir, pine, larch.' });
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByText('Fir, pine, larch.')).toBeVisible();
  await expect(dialog.getByText('2 of 2 answered')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(prompt(page)).toHaveValue('');
  await expect(totals(page)).toContainText('Session 2 requests');

  // A session takes the place of the thread, and of its answers side by side.
  const question = JSON.stringify([{ role: 'user', text: 'Name a moss.', label: 'You' }]);
  const saved = { Title: 'Mosses', ThreadJson: question };
  expect((await page.request.post('/api/aiiosaves', { data: saved })).status()).toBe(201);
  await chooseAction(page, 'Session', 'Recall');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Mosses/ })
    .click();
  await expect(thread(page)).toContainText('Name a moss.');
  await expect(page.getByRole('button', { name: 'Multi-send' })).toBeDisabled();
});

test('a reset during a multi-send sends nothing more @soak', async ({ signedIn: page, vendor }) => {
  await prompt(page).fill('Name three trees.');
  await page.getByRole('button', { name: 'Multi-send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Multi-send' });
  await dialog.getByRole('checkbox', { name: /^GPT-4o \$/ }).check();
  vendor.script({ kind: 'reply', text: 'Oak, ash, elm.', hold: 'middle' });
  await dialog.getByRole('button', { name: 'Send to 2 models' }).click();
  await expect(dialog.getByText(/^Oak/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue in background' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await send(page, 'Something else');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expect(totals(page)).toContainText('Session 1 request');
  await expect(thread(page)).not.toContainText('Name three trees.');
});

test('a multi-send whose session is left for another one sends nothing more, as was said @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const sessions = page.getByRole('navigation', { name: 'Sessions' });
  const soup = { Title: 'Soups', ThreadJson: JSON.stringify([{ role: 'user', text: 'A soup?', label: '' }]) };
  expect((await page.request.post('/api/aiiosaves', { data: soup })).status()).toBe(201);
  await page.reload();
  await expect(sessions.getByRole('link', { name: 'Soups' })).toBeVisible();
  const sentBefore = vendor.log.stats.requests;
  await prompt(page).fill('Name three trees.');
  await page.getByRole('button', { name: 'Multi-send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Multi-send' });
  await dialog.getByRole('checkbox', { name: /^GPT-4o \$/ }).check();
  vendor.script({ kind: 'reply', text: 'Oak, ash, elm.', hold: 'middle' });
  await dialog.getByRole('button', { name: 'Send to 2 models' }).click();
  await expect(dialog.getByText(/^Oak/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue in background' }).click();
  await sessions.getByRole('link', { name: 'Soups' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave this session?' });
  await expect(leaving).toHaveAccessibleDescription('The rest of your multi-send won’t be sent.');
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await expect(thread(page)).toContainText('A soup?');
  vendor.release();
  await sessions.getByRole('link', { name: 'Name three trees' }).click();
  await expect(thread(page)).toContainText('Oak, ash, elm.');
  await expect(thread(page)).toContainText('The request was not sent to the model. You were not charged.');
  expect(vendor.log.stats.requests - sentBefore).toBe(1);
});

test('after a reload in the middle of a multi-send the thread says what became of each request @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await prompt(page).fill('Name three trees.');
  await page.getByRole('button', { name: 'Multi-send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Multi-send' });
  await dialog.getByRole('checkbox', { name: /^GPT-4o \$/ }).check();
  vendor.script({ kind: 'reply', text: 'Oak, ash, elm.', hold: 'middle' });
  await dialog.getByRole('button', { name: 'Send to 2 models' }).click();
  await expect(dialog.getByText(/^Oak/)).toBeVisible();
  await page.reload();
  await expect(thread(page)).toContainText('The request was not sent to the model. You were not charged.');
  vendor.release();
  await expect(thread(page)).toContainText('Oak, ash, elm.');
  await expect(totals(page)).toContainText('Session 1 request');
});

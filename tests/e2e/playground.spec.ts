import { makeDocx } from '../../packages/documents/src/test-support/make-documents';
import { complete } from '../support/paying-server';
import { registerPerson } from '../support/people';
import { apiOf, signInByApi } from '../support/server';
import {
  expect,
  expectAccessible,
  expectAccessibleAbove,
  expectFit,
  fillStorage,
  signIn,
  toast,
  untilAlive,
} from './fixtures';
import { chooseAction, prompt, send, test, thread, totals } from './playground-fixtures';

test('a prompt is priced, sent by keyboard, read while it is written, and its cost is explained', async ({
  signedIn: page,
  vendor,
}) => {
  vendor.script({ kind: 'reply', text: '## Light\n\nGreen comes **back**.', hold: 'middle' });
  await prompt(page).fill('');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await expect(page.getByText('$0.15 in · $0.60 out per 1M tokens')).toBeVisible();
  await prompt(page).fill('Why are leaves green?');
  await expect(page.getByText(/^< 0\.10¢, at most 0\.\d\d¢$/)).toBeVisible();
  await prompt(page).press('Control+Enter');

  await expect(thread(page).getByText('Light')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(page.getByText('< 0.10¢ so far')).toBeVisible();
  vendor.release();

  await expect(thread(page).getByRole('heading', { name: 'Light' })).toBeVisible();
  await expect(thread(page).locator('strong')).toHaveText('back');
  await expect(thread(page)).toContainText(/\d+ in · \d+ out · \$0\.15 \/ \$0\.60 per 1M/);
  await expect(thread(page)).toContainText('< 0.10¢');
  await expect(thread(page)).toContainText('charged to your balance');
  await expect(thread(page).getByRole('status')).toHaveText('GPT-4o-mini: The reply is complete: < 0.10¢');
  await expect(totals(page)).toContainText('Session 1 request');
  await expect(totals(page)).toContainText(/\$0\.0000\d\d/);
  await expect(totals(page)).toContainText(/Remaining \$4\.99\d{4}/);
  await expect(prompt(page)).toHaveValue('');
});

test('the newest message stands first, its reply after it @soak', async ({ signedIn: page }) => {
  await send(page, 'The first question');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(1);
  await send(page, 'The second question');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(2);
  const articles = thread(page).getByRole('article');
  await expect(articles.nth(0)).toContainText('The second question');
  await expect(articles.nth(1)).toContainText('The first question');
});

test('a reload in the middle of a reply finds it again, paid once', async ({ signedIn: page, vendor }) => {
  const question = 'What does a reload cost?';
  vendor.script({ kind: 'reply', text: 'Nothing at all, whatever happens.', hold: 'middle' });
  await send(page, question);
  await expect(thread(page).getByText(/^Nothing/)).toBeVisible();
  await page.reload();
  await expect(thread(page)).toContainText(question);
  vendor.release();
  await expect(thread(page).getByText('Nothing at all, whatever happens.')).toBeVisible();
  await expect(totals(page)).toContainText('Session 1 request');
  expect(vendor.log.promptsAnsweredTwice()).not.toContain(question);

  await page.reload();
  await expect(thread(page).getByText('Nothing at all, whatever happens.')).toBeVisible();
});

test('Stop keeps and charges what had arrived', async ({ signedIn: page, vendor }) => {
  vendor.script({ kind: 'reply', text: 'One two three four five six seven eight.', hold: 'middle' });
  await send(page, 'Count for a long time');
  await expect(thread(page).getByText(/^One/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(thread(page)).toContainText(
    'You stopped this reply. You’re charged for your prompt and the text received.',
  );
  await expect(thread(page).getByText(/eight/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
});

test('Stop before anything has arrived charges what was sent @soak', async ({ signedIn: page, vendor }) => {
  vendor.script({ kind: 'reply', hold: 'before' });
  await send(page, 'On second thoughts');
  await expect.poll(() => vendor.log.stats.held).toBe(1);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(thread(page)).toContainText('charged for your prompt and the text received');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
});

test('a failed send says why, costs nothing, gives the prompt back and can be tried again', async ({
  signedIn: page,
  vendor,
}) => {
  const before = await page.getByRole('banner').textContent();
  vendor.script({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
  await send(page, 'Please answer');
  await expect(thread(page).getByRole('alert')).toContainText('Rate limit reached. Try again in 7s.');
  await expect(prompt(page)).toHaveValue('Please answer');
  for (const [fault, sentence] of [
    [{ kind: 'status', status: 400 }, 'refused'],
    [{ kind: 'status', status: 500 }, 'Request failed (503)'],
    [{ kind: 'reset', when: 'after-headers' }, 'Request failed (502)'],
    [{ kind: 'invalid-json' }, 'Request failed (502)'],
    [{ kind: 'empty' }, 'Request failed (502)'],
  ] as const) {
    await thread(page).getByRole('button', { name: 'Remove' }).click();
    vendor.script(fault);
    await prompt(page).press('Control+Enter');
    await expect(thread(page).getByRole('alert')).toContainText(sentence);
    await expect(thread(page).getByRole('alert')).toContainText('You were not charged.');
    await expect(prompt(page)).toHaveValue('Please answer');
  }
  expect(await page.getByRole('banner').textContent()).toBe(before);
  await thread(page).getByRole('button', { name: 'Retry' }).click();
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expect(thread(page).getByRole('alert')).toHaveCount(0);
  await expect(prompt(page)).toHaveValue('');
});

test('a prompt that only the server could check is blocked, reaches nobody, and is given back to be changed @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const sentBefore = vendor.log.stats.requests;
  await page.route('**/api/ai/moderate', (route) => route.fulfill({ status: 503 }));
  await send(page, 'Order it with my Visa, 4111 1111 1111 1111.');
  await expect(page.getByRole('dialog')).toContainText('This text couldn’t be checked before sending.');
  await page.getByRole('button', { name: 'Send as-is' }).click();
  await expect(thread(page)).toContainText('Blocked by moderation: payment card data (a card number).');
  await expect(thread(page)).toContainText('you were not charged');
  await expect(thread(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(prompt(page)).toHaveValue('Order it with my Visa, 4111 1111 1111 1111.');
  expect(vendor.log.stats.requests).toBe(sentBefore);
  await expectAccessible(page);

  await page.unroute('**/api/ai/moderate');
  await send(page, 'Order it with my Visa.');
  await expect(thread(page)).toContainText('charged to your balance');
});

test('a draft survives a reload @soak', async ({ signedIn: page }) => {
  await prompt(page).fill('Half a thought');
  await page.reload();
  await expect(prompt(page)).toHaveValue('Half a thought');
});

test('two tabs have a session each, and each finds the other’s in the list @soak', async ({
  signedIn: page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/ai');
  await untilAlive(other);
  const tabs = [
    [page, 'From the first tab', 'From the second tab'],
    [other, 'From the second tab', 'From the first tab'],
  ] as const;
  for (const [tab, own] of tabs) {
    await send(tab, own);
    await expect(thread(tab).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
    await expect(tab).toHaveURL(/\?s=/);
  }
  for (const [tab, own, another] of tabs) {
    await tab.reload();
    await expect(thread(tab)).toContainText(own);
    await expect(thread(tab)).not.toContainText(another);
    await tab.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: another }).click();
    await expect(thread(tab)).toContainText(another);
    await expect(thread(tab)).toContainText('charged to your balance');
  }
});

test('the ledger opens beside the page, marks what is held, and gives the focus back', async ({
  signedIn: page,
  vendor,
}) => {
  vendor.script({ kind: 'reply', hold: 'before' });
  await send(page, 'Hold the line');
  await vendor.until((log) => log.stats.held === 1);
  const opener = page.getByRole('button', { name: 'Session', exact: true });
  await chooseAction(page, 'Session', 'Ledger');
  const sheet = page.getByRole('dialog', { name: 'Ledger' });
  await expect(sheet.getByText('OPEN HOLD')).toBeVisible();
  await expect(sheet.getByRole('cell', { name: 'gpt-4o-mini' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  vendor.release();
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await chooseAction(page, 'Session', 'Ledger');
  await expect(sheet.getByText('OPEN HOLD')).toHaveCount(0);
});

test('the ledger tells the time of one’s own timezone @soak', async ({ signedIn: page }) => {
  await send(page, 'What time is it?');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  const first = page.getByRole('dialog', { name: 'Ledger' }).getByRole('time').first();
  const shown: (string | null)[] = [];
  for (const PreferredTimezone of ['Asia/Tokyo', 'UTC']) {
    await page.request.post('/api/userpreferences', { data: { PreferredTimezone } });
    await page.goto('/ai');
    await chooseAction(page, 'Session', 'Ledger');
    await expect(page.getByText(`Times are in ${PreferredTimezone}.`)).toBeVisible();
    shown.push(await first.textContent());
  }
  expect(shown[0]).not.toBe(shown[1]);
});

test('leaving asks only where something would be lost; staying loses nothing @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const appInfo = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'App Info' });
  const dialog = page.getByRole('dialog', { name: 'Leave AI Page?' });
  await prompt(page).fill('Not done yet');
  expect(await page.evaluate(() => sessionStorage.getItem('ai_unsaved'))).toBe('true');
  await appInfo.click();
  await expect(page).toHaveURL(/\/app-info$/);
  await page.goBack();
  await expect(prompt(page)).toHaveValue('Not done yet');

  await page.getByLabel('Don’t store').check();
  vendor.script({ kind: 'reply', text: 'A secret.' });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(thread(page)).toContainText('A secret.');
  await appInfo.click();
  await expect(dialog).toContainText('stored anywhere else and will be lost.');
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused();
  await expectAccessibleAbove(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(thread(page)).toContainText('A secret.');
  await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: 'New' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave this session?' });
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await expect(thread(page)).toContainText('A secret.');
  await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: 'New' }).click();
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await expect(thread(page)).toHaveCount(0);
  await appInfo.click();
  await expect(page).toHaveURL(/\/app-info$/);
});

test('leaving asks for a running multi-send and for files that are being read, and says which @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const appInfo = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'App Info' });
  const dialog = page.getByRole('dialog', { name: 'Leave AI Page?' });
  const stay = () => dialog.getByRole('button', { name: 'Stay' }).click();
  await prompt(page).fill('Name three trees.');
  await page.getByRole('button', { name: 'Multi-send' }).click();
  const multiSend = page.getByRole('dialog', { name: 'Multi-send' });
  await multiSend.getByRole('checkbox', { name: /^GPT-4o \$/ }).check();
  vendor.script({ kind: 'reply', text: 'Oak, ash, elm.', hold: 'middle' });
  await multiSend.getByRole('button', { name: 'Send to 2 models' }).click();
  await expect(multiSend.getByText(/^Oak/)).toBeVisible();
  await multiSend.getByRole('button', { name: 'Continue in background' }).click();
  await appInfo.click();
  await expect(dialog).toHaveAccessibleDescription('The rest of your multi-send won’t be sent.');
  await stay();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AI playground');
  vendor.release();
  await expect(totals(page)).toContainText('Session 2 requests');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();

  let arrive: () => void = () => undefined;
  const read = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/api/ai/documents/text?**', (route) => read.then(() => route.continue()));
  const buffer = await makeDocx(['Dear Ann,']);
  await page.getByLabel('Attach files').setInputFiles([{ name: 'letter.docx', mimeType: '', buffer }]);
  await expect(page.getByText('Reading files…').first()).toBeVisible();
  await appInfo.click();
  await expect(dialog).toHaveAccessibleDescription('Files that are still being read won’t be attached.');
  await stay();
  arrive();
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('10 characters');

  // What is kept comes back: the session, the prompt and its file.
  await prompt(page).fill('Not sent yet');
  await appInfo.click();
  await expect(page).toHaveURL(/\/app-info$/);
  await page.goBack();
  await expect(thread(page)).toContainText('Oak, ash, elm.');
  await expect(prompt(page)).toHaveValue('Not sent yet');
  await expect(page.getByLabel('Include letter.docx')).toBeChecked();
});

test('signing out asks first and leaves nothing behind in the browser @soak', async ({ signedIn: page }) => {
  await prompt(page).fill('A secret plan');
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The secret') };
  await page.getByLabel('Attach files').setInputFiles([file]);
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).length);
  await expect.poll(databases).toBe(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Leave AI Page?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret');
  await expect.poll(databases).toBe(0);
  await page.goto('/ai');
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fai$/);
});

test('where the browser has no room left, nothing goes from the screen and pages open as ever @soak', async ({
  signedIn: page,
}) => {
  await prompt(page).fill('Still here');
  await page.evaluate(fillStorage);
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan') };
  await page.getByLabel('Attach files').setInputFiles([file]);
  await expect(page.getByLabel('Include plan.txt')).toBeChecked();
  await expect(prompt(page)).toHaveValue('Still here');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'App Info' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Promptwell');
});

test('where the browser has no room for a draft, that is said, and no older draft comes back @soak', async ({
  signedIn: page,
}) => {
  await prompt(page).fill('An older draft');
  await page.evaluate(fillStorage);
  await prompt(page).fill('The latest draft. '.repeat(500));
  await expect(toast(page, 'This browser has no room to keep your draft.')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await untilAlive(page);
  await expect(prompt(page)).not.toHaveValue('An older draft');
});

test('Reset asks, then empties the page @soak', async ({ signedIn: page }) => {
  await send(page, 'Soon forgotten');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(thread(page)).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await expect(thread(page)).toHaveCount(0);
  await expect(totals(page)).toContainText('Session 0 requests');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Soon forgotten');
});

test('what must not be stored is not kept in the browser either @soak', async ({
  signedIn: page,
  vendor,
}) => {
  vendor.script({ kind: 'reply', text: 'Private answer, whole', hold: 'middle' });
  await page.getByLabel('Don’t store').check();
  await send(page, 'Top secret question');
  await expect(thread(page).getByText(/^Private/)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Top secret|Private/);
  vendor.release();
  await expect(thread(page).getByText('Private answer, whole')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Top secret|Private/);
});

test('free people see how many sends are left, which models are for them, and when the day’s are used up @soak', async ({
  page,
  server,
}) => {
  const account = await registerPerson(server);
  await signIn(page, account);
  await expect(page.getByText('Free, 15 of 15 left today')).toBeVisible();
  await page
    .getByRole('combobox', { name: 'Model' })
    .selectOption({ label: 'GPT-4o · OpenAI · paid plans · 128K' });
  await expect(page.getByRole('status').filter({ hasText: 'Free plan' })).toHaveText(
    'Free plan: This model is available on paid plans. Please select GPT-4o-mini.',
  );
  await send(page, 'What is free?');
  await expect(thread(page)).toContainText('free request, 1 of 15 today');
  await expect(page.getByText('Free, 14 of 15 left today')).toBeVisible();
  await expect(totals(page)).toContainText('$0.000000');

  const token = await signInByApi(server.origin, account);
  await Promise.all(Array.from({ length: 14 }, () => complete(server.origin, token)));
  await send(page, 'And one more?');
  await expect(thread(page).getByRole('alert')).toContainText(
    'You have used your daily allowance of Free AI requests. Become a Pro User for as little as $5.',
  );
  await expect(thread(page).getByRole('link', { name: 'See packages' })).toBeVisible();
});

test('a send beyond the balance is refused in words and costs nothing', async ({ page, server }) => {
  const account = await registerPerson(server, 'Paula');
  const person = await signInByApi(server.origin, account);
  const { body } = await apiOf(server.origin, person)<{ id: string }>('GET', '/api/user-info');
  const admin = apiOf(server.origin, await signInByApi(server.origin));
  await admin(
    'POST',
    '/api/admin/billing/grant',
    { userId: body.id, amountCents: 1 },
    { 'X-Idempotency-Key': `grant-${body.id}` },
  );
  await signIn(page, account);
  await page
    .getByRole('combobox', { name: 'Model' })
    .selectOption({ label: 'GPT-4o · OpenAI · $2.50 / $10.00 · 128K' });
  await send(page, 'Too dear');
  await expect(thread(page).getByRole('alert')).toContainText(
    /The estimated cost of up to \d\.\d\d¢ exceeds your balance of \$0\.01\./,
  );
  await expect(totals(page)).toContainText('Remaining $0.010000');
});

test('nothing keeps people out, in light, in dark, or on a phone', async ({ signedIn: page }) => {
  await send(page, 'Show me a table');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expectFit(page);
});

test('a prompt and its reply run from right to left where their language does @soak', async ({
  signedIn: page,
  vendor,
}) => {
  vendor.script({ kind: 'reply', text: 'שלום.\n\n- אחת\n- שתיים\n\n`npm start`' });
  await send(page, 'כתוב ברכה');
  const item = thread(page).getByText('אחת');
  await expect(item).toBeVisible();
  await expect(item).toHaveCSS('direction', 'rtl');
  await expect(thread(page).getByText('כתוב ברכה')).toHaveCSS('direction', 'rtl');
  await expect(prompt(page)).toHaveCSS('unicode-bidi', 'plaintext');
});

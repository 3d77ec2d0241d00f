import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleAbove,
  expectContrastInDark,
  expectFit,
  signIn,
  untilAlive,
} from './fixtures';
import { tabTo } from '../support/keyboard';
import { queryBeside } from '../support/server-database';
import { chooseAction, prompt, test, thread, totals } from './playground-fixtures';

const panel = (page: Page) => page.getByRole('navigation', { name: 'Sessions' });
const sessionLink = (page: Page, title: string) =>
  panel(page).getByRole('link', { name: title, exact: true });

async function sendAndSee(
  page: Page,
  vendor: { script(...steps: { kind: 'reply'; text: string }[]): void },
  text: string,
  reply: string,
) {
  vendor.script({ kind: 'reply', text: reply });
  // While a reply arrives, Stop is in its place.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  await prompt(page).fill(text);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(thread(page).getByText(reply)).toBeVisible();
}

test('a session is kept by itself, has an address of its own, and is opened, renamed, pinned and deleted', async ({
  signedIn: page,
  vendor,
}) => {
  await sendAndSee(page, vendor, 'Suggest a soup', 'A soup of leeks.');
  await expect(page).toHaveURL(/\/ai\?s=[0-9a-f-]{36}$/);
  const soup = page.url();
  await expect(panel(page).getByRole('region', { name: 'Today' })).toContainText('Suggest a soup');
  await expect(sessionLink(page, 'Suggest a soup')).toHaveAttribute('aria-current', 'page');
  await expectFit(page);

  await panel(page).getByRole('link', { name: 'New' }).click();
  await expect(thread(page)).toHaveCount(0);
  await sendAndSee(page, vendor, 'Suggest a dessert', 'Pears in wine.');
  await expect(sessionLink(page, 'Suggest a dessert')).toHaveAttribute('aria-current', 'page');

  await sessionLink(page, 'Suggest a soup').click();
  await expect(page).toHaveURL(soup);
  await expect(thread(page)).toContainText('A soup of leeks.');
  await expect(thread(page)).not.toContainText('Pears in wine.');
  await page.goBack();
  await expect(thread(page)).toContainText('Pears in wine.');

  // In another browser, nothing but the account has it.
  await page.evaluate(() => localStorage.clear());
  await page.goto(soup);
  await expect(thread(page)).toContainText('A soup of leeks.');
  await expect(thread(page)).toContainText('charged to your balance');
  await sendAndSee(page, vendor, 'And a bread?', 'Rye.');
  await page.reload();
  await expect(thread(page).getByRole('article')).toHaveCount(2);

  const act = async (title: string, name: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Suggest a soup', 'Rename');
  await page.getByRole('dialog').getByLabel('Name').fill('Supper');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(sessionLink(page, 'Supper')).toBeVisible();
  await act('Suggest a dessert', 'Pin');
  await expect(panel(page).getByRole('region', { name: 'Pinned' })).toContainText('Suggest a dessert');

  await panel(page).getByRole('searchbox', { name: 'Search sessions' }).fill('leeks');
  await expect(panel(page).getByRole('listitem')).toHaveText(['Supper']);
  await panel(page).getByRole('searchbox', { name: 'Search sessions' }).fill('');

  await act('Supper', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete session' }).click();
  await expect(sessionLink(page, 'Supper')).toHaveCount(0);
  await expect(thread(page)).toHaveCount(0);
  await page.goto(soup);
  await expect(
    page.getByRole('status').getByText('This session isn’t there any more, or it isn’t yours.'),
  ).toBeAttached();
});

test('a message marked “Don’t store” leaves a gap, and a message sent again or edited keeps its earlier replies @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await sendAndSee(page, vendor, 'First question', 'First answer.');
  await page.getByRole('checkbox', { name: /Don’t store/ }).check();
  await sendAndSee(page, vendor, 'Secret question', 'Secret answer.');
  await page.getByRole('checkbox', { name: /Don’t store/ }).uncheck();
  vendor.script({ kind: 'reply', text: 'Another answer.' });
  const first = thread(page).getByRole('article').filter({ hasText: 'First question' });
  await first.getByRole('button', { name: 'Regenerate' }).click();
  await expect(first).toContainText('Another answer.');
  await expect(first).toContainText('2 of 2');
  await expect(first).not.toContainText('First answer.');
  await first.getByRole('button', { name: 'Previous version' }).click();
  await expect(first).toContainText('First answer.');
  await expect(first.getByRole('button', { name: 'Next version' })).toBeFocused();

  await first.getByRole('button', { name: 'Edit prompt' }).click();
  await expect(page.getByText('Editing an earlier message.')).toBeVisible();
  await sendAndSee(page, vendor, 'First question, edited', 'A third answer.');
  await expect(page.getByText('Editing an earlier message.')).toHaveCount(0);
  await expect(first).toContainText('3 of 3');
  await expect(first).toContainText('First question, edited');
  await expect(page.getByRole('region', { name: 'Session totals' })).toContainText('Session 4 requests');

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(first).toContainText('3 of 3');
  await expect(first).toContainText('A third answer.');
  await expect(thread(page).getByRole('article')).toHaveCount(1);
  await expect(page.getByText('Secret')).toHaveCount(0);
});

test('a second tab sees what the first one sends @soak', async ({ signedIn: page, vendor, context }) => {
  await sendAndSee(page, vendor, 'First question', 'First answer.');
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(thread(second)).toContainText('First answer.');
  await sendAndSee(page, vendor, 'Second question', 'Second answer.');
  await expect(thread(second)).toContainText('Second answer.');
});

test('on a phone the sessions are in a sheet, and the key opens and closes it @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await sendAndSee(page, vendor, 'A question with a very long title that has no room in one line', 'Yes.');
  await page.getByRole('button', { name: 'Sessions' }).click();
  const sheet = page.getByRole('dialog', { name: 'Sessions' });
  await expect(sheet.getByRole('link', { name: /^A question with/ })).toBeVisible();
  await expectFit(page);
  await page.keyboard.press('Control+Shift+KeyH');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('Control+Shift+KeyH');
  await sheet.getByRole('link', { name: 'New' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(thread(page)).toHaveCount(0);
  await expect(prompt(page)).toBeVisible();
});

test('a session is shared under a link by keyboard alone, read by anyone, and revoked @soak', async ({
  signedIn: page,
  vendor,
  browser,
}) => {
  await sendAndSee(page, vendor, 'Suggest a soup', 'A soup of leeks.');
  const dialog = page.getByRole('dialog', { name: 'Share Session' });
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toBeEnabled();
    await tabTo(page, button);
    await page.keyboard.press('Enter');
  };
  await press('Session');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeEnabled();
  await expectAccessibleAbove(page);
  await press('Create link');
  const link = dialog.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/\/shared\/[\w-]{22}$/);
  await expectAccessibleAbove(page);
  await expectFit(page);

  const stranger = await (await browser.newContext()).newPage();
  const opened = await stranger.goto(await link.inputValue());
  expect(opened?.headers()['x-robots-tag']).toBe('noindex');
  await expect(stranger.getByRole('heading', { level: 1, name: 'Suggest a soup' })).toBeVisible();
  await expect(stranger.getByRole('article')).toContainText('A soup of leeks.');
  await expect(stranger.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(stranger.getByRole('main')).not.toContainText(/¢|\$|charged/u);
  await expectAccessible(stranger);
  await expectFit(stranger);

  await press('Revoke link');
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  await stranger.reload();
  await expect(
    stranger.getByText('This link has ended. Ask the person who sent it for a new one.'),
  ).toBeVisible();

  await press('Create link');
  await expect(link).toHaveValue(/\/shared\/[\w-]{22}$/);
  await stranger.goto(await link.inputValue());
  await expect(stranger.getByRole('article')).toContainText('A soup of leeks.');
  await page.goto('/admin/shared');
  await untilAlive(page);
  await page
    .getByRole('button', { name: /^Actions for Suggest a soup/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await expectAccessibleAbove(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off link' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Suggest a soup' }).first()).toContainText(
    'Switched off',
  );
  await stranger.reload();
  await expect(stranger.getByText('This link has ended.')).toBeVisible();
  await stranger.context().close();
});

const MESSAGES = 2_000;
const PAGE_SIZE = 100;

test('a session of 2,000 messages opens at its newest, and earlier ones come page by page @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await sendAndSee(page, vendor, 'Suggest a soup', 'A soup of leeks.');
  await expect(page).toHaveURL(/\?s=/);
  const turns = (await (
    await page.request.get(`/api/aiiosaves/${new URL(page.url()).searchParams.get('s') ?? ''}/turns`)
  ).json()) as { Turns: { Entries: Record<string, unknown>[] }[] };
  const [asked = {}, answer = {}] = turns.Turns[0]?.Entries ?? [];
  const entries = Array.from({ length: MESSAGES }, (_, index) => {
    const number = MESSAGES - index;
    const atMs = Date.UTC(2026, 0, 1) + number * 60_000;
    const sent = { ...(asked.sent as object), key: `message-${String(number)}` };
    return [
      { ...asked, text: `Message ${String(number)}`, atMs, sent },
      { ...answer, text: `Reply ${String(number)}`, atMs: atMs + 1_000 },
    ];
  });
  const saved = await page.request.post('/api/aiiosaves', {
    data: { Title: 'A long talk', ThreadJson: JSON.stringify(entries.flat()), SessionRequests: MESSAGES },
  });
  expect(saved.status()).toBe(201);
  const { Id } = (await saved.json()) as { Id: string };
  await page.goto(`/ai?s=${Id}`);
  await untilAlive(page);
  const messages = page.locator('article');
  await expect(messages.first()).toContainText(`Reply ${String(MESSAGES)}`);
  for (const shown of [PAGE_SIZE, 2 * PAGE_SIZE, 3 * PAGE_SIZE]) {
    await expect(messages).toHaveCount(shown);
    await expect(messages.last()).toContainText(`Reply ${String(MESSAGES - shown + 1)}`);
    await expect(totals(page)).toContainText('Session 2,000 requests');
    if (shown < 3 * PAGE_SIZE) await page.getByRole('button', { name: 'Show older messages' }).click();
  }
  await expect(messages.first()).toContainText(`Reply ${String(MESSAGES)}`);
  await prompt(page).fill('Still quick');
  await expect(prompt(page)).toHaveValue('Still quick');
});

test('those who were here before the history are told of it once, and the newcomers never @soak', async ({
  signedIn: page,
  server,
  administrator,
}) => {
  const notice = page.getByText('Your sessions are now kept');
  await expect(prompt(page)).toBeVisible();
  await expect(notice).toHaveCount(0);
  await queryBeside(server.dataDir, 'UPDATE "user" SET created_at = $1 WHERE email = $2', [
    '2020-01-01T00:00:00.000+00:00',
    administrator.email,
  ]);
  await page.reload();
  await untilAlive(page);
  await expect(notice).toBeVisible();
  await expect(page.getByText(/for 90 days, and for good once you save or pin them/)).toBeVisible();
  await expectFit(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await untilAlive(page);
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await signIn(page, administrator);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('each dialog and panel of a session keeps nobody out, in light or in dark @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await sendAndSee(page, vendor, 'Suggest a soup', 'A soup of leeks.');
  const look = async () => {
    await expectAccessibleAbove(page);
    await expectContrastInDark(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  };
  for (const name of ['Rename', 'Share', 'Delete']) {
    await page.getByRole('button', { name: 'Actions for Suggest a soup' }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    await look();
  }
  for (const name of ['Recall', 'Ledger']) {
    await chooseAction(page, 'Session', name);
    const opened = page.getByRole('dialog');
    await expect(
      opened.getByText(name === 'Recall' ? 'Suggest a soup' : 'gpt-4o-mini').first(),
    ).toBeVisible();
    await look();
  }
  await prompt(page).fill('Name a tree for {{place}}.');
  for (const name of ['Multi-send', 'Save session', 'Fill in', 'Options', /^Limit/]) {
    await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look();
  }
  await page.getByRole('button', { name: 'Instructions' }).click();
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Answer in Spanish.');
  await expectFit(page);
});

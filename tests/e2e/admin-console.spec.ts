import type { Page } from '@playwright/test';
import { registerPerson } from '../support/people';
import { ADMIN, signInByApi } from '../support/server';
import { makeUserWithRole } from '../support/users-with-roles';
import { expect, expectAccessible, fillStorage, signIn, test, toast, untilAlive } from './fixtures';

const SCREENS = [
  '/admin/prices/history?provider=demo&model=demo',
  '/admin/categories/1',
  '/admin/docs/1',
  `/admin/usage?user=${encodeURIComponent(ADMIN.email)}`,
  `/admin/billing?user=${encodeURIComponent(ADMIN.email)}`,
  '/admin',
  '/admin/activity',
  '/admin/users',
  '/admin/prices',
  '/admin/prices/review',
  '/admin/categories',
  '/admin/categories/topics',
  '/admin/models',
  '/admin/moderation',
  '/admin/moderation/settings',
  '/admin/shared',
  '/admin/usage',
  '/admin/billing',
  '/admin/docs',
  '/admin/diagnostics',
  '/admin/health',
  '/admin/mails',
  '/admin/keys/settings',
  '/admin/feedback',
  '/admin/audit',
];

test('an administrator grants credit, asks before a debit, and finds both in the audit log @soak', async ({
  page,
  server,
}) => {
  const person = await registerPerson(server, 'Grace');
  await signIn(page, ADMIN);
  await page.goto('/admin/billing');
  await page.getByLabel('User', { exact: true }).pressSequentially(person.email);
  await page.getByRole('option', { name: person.email }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const grant = page.getByRole('region', { name: 'Grant credit' });
  await expect(grant).toBeVisible();
  await expect(page.getByLabel('User', { exact: true })).toBeFocused();
  await expect(grant.getByLabel('Amount')).toHaveValue('10.00');
  await grant.getByRole('button', { name: 'Grant' }).click();
  await expect(page.getByText('$10.00 granted.').first()).toBeVisible();

  const adjust = page.getByRole('region', { name: 'Adjust balance' });
  await adjust.getByLabel('Amount').fill('-2.50');
  await adjust.getByLabel('Note').fill('A correction');
  await adjust.getByRole('button', { name: 'Adjust' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Debit $2.50' }).click();
  await expect(page.getByText('$2.50 debited.').first()).toBeVisible();
  await expect(page.getByText('$7.500000').first()).toBeVisible();

  await page.goto(`/admin/audit?subject=${encodeURIComponent(person.email)}`);
  await expect(page.getByRole('rowheader', { name: 'Balance adjusted', exact: true })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Credit granted', exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  await expect(page).toHaveURL(/action=&/);
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  await page.getByLabel('By', { exact: true }).fill('nobody@example.org');
  await page.getByLabel('By', { exact: true }).press('Enter');
  await expect(page.getByRole('rowheader', { name: 'Credit granted', exact: true })).toBeHidden();
  await expect(page.getByLabel('By', { exact: true })).toBeFocused();
});

test('an administrator edits a page of the docs, and everybody reads it @soak', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/docs/disclaimer');
  await page.getByRole('link', { name: /^Edit this page/ }).click();
  await page
    .getByRole('table', { name: 'Texts: Disclaimer' })
    .getByRole('rowgroup')
    .last()
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/docs\/\d+$/);
  const first = await page.getByLabel('Title').inputValue();
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter the title.')).toBeVisible();
  await expect(page.getByText('Syntax Error').first()).toBeVisible();
  await expect(toast(page, 'Syntax Error')).toHaveCount(0);
  await page.getByLabel('Content').fill('');
  await expect(page.getByText('Enter the content.')).toBeVisible();
  expect(await toast(page, 'Syntax Error').count()).toBe(0);
  await page.getByRole('button', { name: 'Compare version 1' }).click();
  const version = page.getByRole('dialog', { name: 'Version 1' });
  await version.getByRole('button', { name: 'Open in the editor' }).click();
  await expect(page.getByLabel('Title')).toHaveValue(first);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await page.getByLabel('Title').fill('A title of our own');
  await page
    .getByLabel('Content')
    .fill('Who we are:\n- the //school// of https://school.example/a//b.\n- its library');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Text saved').first()).toBeVisible();
  await page.goto('/docs/disclaimer');
  await expect(page.getByRole('heading', { name: 'A title of our own' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').getByRole('listitem')).toHaveText([
    'the school of https://school.example/a//b.',
    'its library',
  ]);
  await expect(page.getByRole('strong')).toHaveText('school');
  await expect(page.getByRole('link', { name: 'https://school' })).toHaveAttribute(
    'href',
    'https://school.example/a//b',
  );
});

test('a text that is to be hidden stays so while its preview is looked at @soak', async ({ page }) => {
  await signIn(page, ADMIN, '/admin/docs?type=terms');
  await page.getByRole('rowgroup').last().getByRole('link').first().click();
  await page.getByLabel('Published').uncheck();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await page.getByRole('tab', { name: 'Write' }).click();
  await expect(page.getByLabel('Published')).not.toBeChecked();
});

test('a text that another tab has hidden stays hidden when this one saves its own words @soak', async ({
  page,
}) => {
  await signIn(page, ADMIN, '/admin/docs?type=faq');
  await page.getByRole('rowgroup').last().getByRole('link').last().click();
  await expect(page).toHaveURL(/\/admin\/docs\/\d+$/);
  await untilAlive(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await untilAlive(other);
  await other.getByLabel('Published').uncheck();
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Text saved').first()).toBeVisible();

  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.getByLabel('Question').fill('My own words?');
  await save.press('Enter');
  await expect(page.getByText('Someone else saved this text')).toBeInViewport();
  await page.getByRole('button', { name: 'Keep mine, then save' }).press('Enter');
  await expect(save).toBeFocused();
  await expect(page.getByLabel('Published')).not.toBeChecked();
  await save.press('Enter');
  await expect(page.getByText('Text saved').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Question')).toHaveValue('My own words?');
  await expect(page.getByLabel('Published')).not.toBeChecked();
});

test('a draft of a text is its writer’s, also where another administrator uses the browser @soak', async ({
  page,
  server,
}) => {
  const { account } = await makeUserWithRole(server, 'admin');
  await signIn(page, ADMIN, '/admin/docs?type=disclaimer');
  await page.getByRole('rowgroup').last().getByRole('link').last().click();
  const title = page.getByLabel('Title');
  const saved = await title.inputValue();
  await title.fill('Only mine so far');
  await expect(page.getByText('Your draft is kept in this browser.')).toBeVisible();
  const address = page.url();
  await page.context().clearCookies();
  await signIn(page, account, address);
  await expect(title).toHaveValue(saved);
  await page.context().clearCookies();
  await signIn(page, ADMIN, address);
  await expect(title).toHaveValue('Only mine so far');
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await expect(title).toHaveValue(saved);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused();
});

test('a dialog whose session has ended keeps what was typed, and saves it after a new login @soak', async ({
  page,
  context,
}) => {
  await signIn(page, ADMIN, '/admin/categories/1');
  await page.getByRole('button', { name: 'Add a pair' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a pair of templates' });
  for (const field of ['Style', 'Style text', 'Outcome', 'Outcome text'])
    await dialog.getByLabel(field, { exact: true }).fill(`A long ${field.toLowerCase()}`);
  const cookies = await context.cookies();
  await context.clearCookies();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Your session has ended. Log in again in a new tab')).toBeVisible();
  await expect(dialog.getByLabel('Outcome text')).toHaveValue('A long outcome text');
  await context.addCookies(cookies);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('A long outcome');
});

test('a filter that is typed while an answer is on its way stays @soak', async ({ page }) => {
  await signIn(page, ADMIN, '/admin/audit');
  const [by, to] = [page.getByLabel('By', { exact: true }), page.getByLabel('To', { exact: true })];
  const answer = await holdPage(page, '**/admin/audit.data*');
  await by.fill('nobody');
  await by.press('Enter');
  await to.fill('somebody');
  answer();
  const nothing = page.getByRole('paragraph').filter({ hasText: /^No (?:events|users) match$/ });
  await expect(nothing).toBeVisible();
  await expect(to).toHaveValue('somebody');
  await expect(to).toBeFocused();
  await page.goBack();
  await expect(nothing).toHaveCount(0);
  await expect(by).toHaveValue('');
  await expect(to).toHaveValue('');

  await page.goto('/admin/users');
  await untilAlive(page);
  const search = page.getByRole('searchbox', { name: 'Search users' });
  const found = await holdPage(page, '**/admin/users.data*');
  await search.fill('nobody');
  await search.press('Enter');
  await search.fill('nobody@example.org');
  found();
  await expect(nothing).toBeVisible();
  await expect(search).toHaveValue('nobody@example.org');
});

/** Holds the answers with a page's data back until the function that it gives is called. */
async function holdPage(page: Page, address: string): Promise<() => void> {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(address, (route) => held.then(() => route.continue()));
  return answer;
}

test('what is typed while a text is being saved is kept like any draft @soak', async ({ page }) => {
  await signIn(page, ADMIN, '/admin/docs?type=privacy');
  await page.getByRole('rowgroup').last().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/admin\/docs\/\d+$/);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/admin\/docs\/\d+\.data/, async (route) => {
    const response = await route.fetch();
    if (route.request().method() === 'POST') await held;
    await route.fulfill({ response });
  });
  await page.getByLabel('Title').fill('Privacy, as saved');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Title').fill('Privacy, as typed since');
  answer();
  await expect(page.getByText('Text saved').first()).toBeVisible();
  await expect(page.getByText('Your draft is kept in this browser.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Privacy, as typed since');
});

test('where the browser has no room for a draft of a text, that is said, and no older draft comes back @soak', async ({
  page,
}) => {
  await signIn(page, ADMIN, '/admin/docs?type=AppInfo');
  await page.getByRole('rowgroup').last().getByRole('link').first().click();
  const title = page.getByLabel('Title');
  const saved = await title.inputValue();
  await title.fill('An older draft');
  await expect(page.getByText('Your draft is kept in this browser.')).toBeVisible();
  await page.evaluate(fillStorage);
  await title.fill('The latest draft, which is longer than any other');
  await expect(page.getByText('This browser has no room to keep your draft')).toBeVisible();
  await page.reload();
  await untilAlive(page);
  await expect(title).toHaveValue(saved);
});

const DOCS_TABS = ['/docs', '/docs/learn', '/docs/terms', '/docs/privacy', '/docs/disclaimer'];

/** A page as the server sends it: what browsers make of each of them is looked at by the layout sweep. */
async function readPage(
  page: Page,
  address: string,
): Promise<{ status: number; heading: string; html: string }> {
  const answer = await page.request.get(address);
  const html = await answer.text();
  const [, heading = ''] = /<h1[^>]*>([^<]*)/.exec(html) ?? [];
  return { status: answer.status(), heading, html };
}

/** Every screen of the console says whom it is for, and every tab of the docs is for everybody. */
async function expectReaderOnly(page: Page): Promise<void> {
  for (const address of SCREENS) {
    const { status, heading } = await readPage(page, address);
    expect({ address, status, heading }).toEqual({
      address,
      status: 403,
      heading: 'Access denied: Admins only',
    });
  }
  for (const plan of ['teams', 'enterprise']) {
    const { status, heading } = await readPage(page, `/admin/policies/${plan}`);
    expect({ status, heading }).toEqual({ status: 403, heading: 'Admins only' });
  }
  for (const address of DOCS_TABS) {
    const { status, html } = await readPage(page, address);
    expect({ address, status }).toEqual({ address, status: 200 });
    expect(html).not.toContain('Edit this page');
  }
}

test('an administrator opens every screen of the console and every tab of the docs @soak', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  for (const address of [...SCREENS, '/admin/policies/teams', '/admin/policies/enterprise', ...DOCS_TABS]) {
    const { status, heading } = await readPage(page, address);
    expect({ address, status }).toEqual({ address, status: 200 });
    expect(heading).not.toBe('');
  }
  expect((await readPage(page, '/docs/disclaimer')).html).toContain('Edit this page');
});

test('the policies of the plans are found where moderation is set @soak', async ({ page }) => {
  await signIn(page, ADMIN, '/admin/moderation/settings');
  await page.getByRole('link', { name: 'Teams policy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teams moderation policy');
  await page.getByRole('link', { name: 'Enterprise policy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enterprise moderation policy');
  await page.getByRole('main').getByText('apply today').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moderation Settings');
});

test('others are told that the console is for admins only @soak', async ({ page, server }) => {
  const person = await registerPerson(server);
  await signIn(page, person);
  await expectReaderOnly(page);
  await page.goto('/docs/feedback');
  await expect(page.getByText('Feedback is not available for this account.')).toBeVisible();
});

test('somebody with a test-drive account answers the survey @soak', async ({ page, server }) => {
  const token = await signInByApi(server.origin, ADMIN);
  const made = await page.request.post('/api/admin/test-drives', {
    headers: { Authorization: `Bearer ${token}` },
    data: { first: 5, domain: 'console.example', creditCents: 100 },
  });
  const { made: accounts } = (await made.json()) as { made: { email: string; password: string }[] };
  const account = accounts[0] ?? { email: '', password: '' };
  await signIn(page, account);
  await page.goto('/docs');
  await page.getByRole('link', { name: 'Feedback' }).click();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  for (const group of await page.getByRole('group', { name: /^Q\d/ }).all())
    await group.getByRole('radio', { name: '7' }).check();
  await page.getByLabel('Comment').fill('Clear prices.');
  await page.goto('/docs');
  await page.goto('/docs/feedback');
  await expect(page.getByText('10 of 10 answered')).toBeVisible();
  await expect(page.getByLabel('Comment')).toHaveValue('Clear prices.');
  await expectAccessible(page);
  await save.press('Enter');
  await expect(page.getByText('Feedback submitted. Thank you!')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expectReaderOnly(page);
});

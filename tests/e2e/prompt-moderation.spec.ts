import type { Browser, Locator, Page } from '@playwright/test';
import type { KeptPrompt, SavedPrompt } from '../../app/features/prompts/answers';
import { mailsTo } from '../support/mailbox';
import { fromElsewhere, registerPerson } from '../support/people';
import { makeUserWithRole } from '../support/users-with-roles';
import { ADMIN, apiOf, signInByApi, type TestServer } from '../support/server';
import { expect, expectAccessible, expectFit, signIn, test, toast, untilAlive } from './fixtures';

const card = (page: Page, title: string): Locator =>
  page.getByRole('list', { name: 'Prompts' }).getByRole('listitem').filter({ hasText: title });

async function openFor(
  browser: Browser,
  server: TestServer,
  account: { email: string; password: string },
  address: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.origin, extraHTTPHeaders: fromElsewhere() });
  const page = await context.newPage();
  await signIn(page, account, address);
  return page;
}

async function publish(server: TestServer, account: { email: string; password: string }, prompt: object) {
  const api = apiOf(server.origin, await signInByApi(server.origin, account));
  const { status, body } = await api<KeptPrompt>('POST', '/api/savedprompts', { isPublic: true, ...prompt });
  expect(status).toBe(201);
  return body;
}

/** Reports a prompt, for each code as another person. */
async function report(server: TestServer, id: string, codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    const api = apiOf(server.origin, await signInByApi(server.origin, await registerPerson(server)));
    const note = `Because of ${code}.`;
    expect((await api('POST', `/api/savedprompts/${id}/report`, { code, note })).status).toBe(200);
  }
}

test('a prompt is written, refused by the language check, published, liked, copied and reported @soak', async ({
  page,
  server,
  browser,
}) => {
  const author = await registerPerson(server, 'Grace');
  const reader = await registerPerson(server, 'Alan');
  const title = 'Thistle soup';
  const { id } = await publish(server, author, {
    title,
    content: 'What the fuck is soup?',
    isPublic: false,
  });

  await signIn(page, author, '/saved-prompts');
  // One call does all of it: a second that failed would leave the edit saved and say that it was not.
  await page.route('**/request-review', (route) => route.abort());
  await card(page, title).getByRole('button', { name: 'Private' }).click();
  await page.getByRole('button', { name: 'Make Public', exact: true }).click();
  await expect(
    toast(
      page,
      'Your prompt appears to contain disallowed language. It has been sent for review and remains private.',
    ),
  ).toBeVisible();
  await expect(card(page, title)).toContainText('Pending moderation');
  await card(page, title).getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Your Prompt' });
  await edit.getByLabel('Prompt', { exact: true }).fill('What is soup?');
  await edit.getByLabel('Make this prompt public').check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Make Public', exact: true }).click();
  await expect(card(page, title).getByRole('button', { name: 'Public' })).toBeVisible();
  await expect(card(page, title)).not.toContainText('Pending moderation');

  const other = await openFor(browser, server, reader, '/saved-prompts?tab=community&search=thistle');
  await expectFit(other);
  const like = card(other, title).getByRole('button', { name: /like/ });
  await like.click();
  await expect(like).toBeDisabled();
  await expect(like).toContainText('1');
  await card(other, title).getByRole('button', { name: 'Save to My Prompts' }).click();
  await expect(toast(other, 'Saved to My Prompts')).toBeVisible();
  await card(other, title)
    .getByRole('button', { name: `More for ${title}` })
    .click();
  await other.getByRole('menuitem', { name: 'Report…' }).click();
  const dialog = other.getByRole('dialog', { name: 'Report this prompt' });
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(dialog.getByText('Choose a reason.')).toBeVisible();
  await dialog.getByLabel('What is wrong with it?').selectOption('3a');
  await dialog.getByLabel('Anything to add? (optional)').fill('It names no ingredient.');
  await expectFit(other);
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(toast(other, 'A moderator will look at this prompt.')).toBeVisible();
  await other.reload();
  await expect(card(other, title)).toBeVisible();
  await report(server, id, ['3c', '3c']);
  await other.reload();
  await untilAlive(other);
  await expect(other.getByText('No results')).toBeVisible();
  await other.context().close();
});

test('an administrator decides about a reported prompt, the author gets the reasons and appeals @soak', async ({
  page,
  server,
  browser,
}) => {
  const author = await registerPerson(server, 'Grace');
  const title = 'Bramble jam';
  const { id } = await publish(server, author, { title, content: 'How is jam made?' });
  await report(server, id, ['3a', '3c', '3c']);
  const [, hidden] = await mailsTo(server.dataDir, author.email, 2);
  expect(hidden?.subject).toBe('Your prompt is hidden for now');

  const admin = await openFor(browser, server, ADMIN, `/admin/moderation?id=${id}`);
  const open = admin.getByRole('article', { name: title });
  await expect(open).toContainText('3 reports');
  await expect(open).toContainText('Because of 3a.');
  await expect(open.getByRole('checkbox', { name: /^5a/ })).toBeChecked();
  await expectFit(admin);
  await open.getByLabel('Notes').fill('Please name the ingredients.');
  await open.getByRole('checkbox', { name: /^3c/ }).uncheck();
  await admin.keyboard.press('r');
  await expect(toast(admin, `“${title}” is not approved.`)).toBeVisible();
  const refusal = (await mailsTo(server.dataDir, author.email, 3)).at(-1);
  expect(refusal?.subject).toBe('Your prompt was not approved');
  expect(refusal?.text).toContain('Please name the ingredients.');

  await signIn(page, author, '/saved-prompts');
  await expect(card(page, title)).toContainText('Not approved');
  await card(page, title)
    .getByRole('button', { name: `More for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: 'Appeal…' }).click();
  const appeal = page.getByRole('dialog', { name: 'Appeal' });
  await expect(appeal).toContainText('Please name the ingredients.');
  await expectFit(page);
  await appeal.getByLabel('Why should it be shown? (optional)').fill('It asks for them.');
  await appeal.getByRole('button', { name: 'Send appeal' }).click();
  await expect(card(page, title)).toContainText('Pending moderation');

  await admin.goto(`/admin/moderation?id=${id}`);
  await untilAlive(admin);
  await expect(open).toContainText('It asks for them.');
  await admin.keyboard.press('a');
  await expect(toast(admin, `“${title}” is approved.`)).toBeVisible();
  expect((await mailsTo(server.dataDir, author.email, 4)).at(-1)?.subject).toBe('Your prompt was approved');
  await page.goto('/saved-prompts?tab=community&search=bramble');
  await expect(card(page, title)).toBeVisible();
  await admin.goto(`/admin/moderation?queue=all&id=${id}`);
  await untilAlive(admin);
  await admin.getByText('Author and history').click();
  const history = open.getByRole('listitem').filter({ hasText: /@/ });
  await expect(history.filter({ hasText: 'Appealed' })).toHaveCount(1);
  await expect(history.filter({ hasText: 'Reported' })).toHaveCount(3);
  await admin.context().close();
});

test('a queue is gone through with single keys, and an administrator flags from the community @soak', async ({
  signedIn: page,
  server,
}) => {
  const author = await registerPerson(server, 'Grace');
  for (const number of [1, 2, 3])
    await publish(server, author, { title: `Card ${String(number)}`, content: 'Charge 4111 1111 1111 1111' });
  await publish(server, author, { title: 'Nettle tea', content: 'Brew it.' });
  await page.goto('/admin/moderation?code=2a');
  await untilAlive(page);
  const heading = page.getByRole('article').getByRole('heading');
  await expect(heading).toHaveText('Card 1');
  await page.evaluate(pressAtOnce, { key: 'j', whenShown: 'Card 2' });
  await page.keyboard.press('j');
  await expect(heading).toHaveText('Card 3');
  await page.keyboard.press('k');
  await expect(heading).toHaveText('Card 2');
  await page.keyboard.press('k');
  await expect(heading).toHaveText('Card 1');
  await page.keyboard.type('1a');
  await expect(page.getByRole('checkbox', { name: /^1a/ })).toBeChecked();
  await expect(page.getByText('1a Vulgar or profane: set')).toBeVisible();
  await expect(heading).toHaveText('Card 1');
  await page.keyboard.press('j');
  await expect(heading).toHaveText('Card 2');
  await page.keyboard.press('k');
  await expect(heading).toHaveText('Card 1');
  await expect(page.getByRole('checkbox', { name: /^1a/ })).toBeChecked();
  await page.keyboard.press('r');
  await expect(heading).toHaveText('Card 2');
  await page.keyboard.press('a');
  await expect(heading).toHaveText('Card 3');
  await page.keyboard.type('nar');
  await expect(page.getByLabel('Notes')).toHaveValue('ar');
  await expect(heading).toHaveText('Card 3');
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Notes')).not.toBeFocused();
  await page.reload();
  await untilAlive(page);
  await expect(page.getByLabel('Notes')).toHaveValue('ar');
  await page.getByRole('button', { name: 'Save codes and notes' }).click();
  await expect(toast(page, 'Codes and notes saved.')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('moderation-');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('No prompts match')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/admin\/moderation$/);

  await page.goto('/saved-prompts?tab=community&search=nettle');
  await untilAlive(page);
  await card(page, 'Nettle tea').getByRole('button', { name: 'More for Nettle tea' }).click();
  await page.getByRole('menuitem', { name: 'Flag', exact: true }).click();
  await expect(toast(page, 'Prompt flagged. It’s hidden until you approve it.')).toBeVisible();
  await expect(page.getByText('No results')).toBeVisible();
  await page.goto('/admin/moderation');
  await untilAlive(page);
  await page.getByRole('link', { name: 'Nettle tea' }).click();
  await expect(heading).toHaveText('Nettle tea');
  await expectAccessible(page);
});

test('a decision is said and leads on to the next prompt, also where the page is renewed before it draws @soak', async ({
  signedIn: page,
  server,
}) => {
  const author = await registerPerson(server, 'Hedy');
  for (const number of [1, 2, 3])
    await publish(server, author, {
      title: `Slow ${String(number)}`,
      content: 'Pay with 4111 1111 1111 1111',
    });
  await page.goto('/admin/moderation?code=2a&days=7');
  await untilAlive(page);
  const heading = page.getByRole('article').getByRole('heading');
  await expect(heading).toHaveText('Slow 1');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  // Watched from inside: the toast may be gone before so slow a page answers a question from outside.
  const said = page.waitForFunction(
    (text) => document.querySelector('[aria-label^=Notifications]')?.textContent.includes(text),
    '“Slow 1” is approved.',
  );
  await page.keyboard.press('a');
  await said;
  await expect(heading).toHaveText('Slow 2');
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(heading).toBeFocused();
  // By the second click of a double click the next prompt may be there, which nobody has read: its head is in sight.
  await page.setViewportSize({ width: 1280, height: 400 });
  const reject = page.getByRole('button', { name: 'Don’t approve' });
  await reject.click();
  await expect(heading).toHaveText('Slow 3');
  await expect(heading).toBeInViewport();
  await reject.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.keyboard.press('s');
  await expect(toast(page, 'Codes and notes saved.')).toBeVisible();
  await expect(heading).toHaveText('Slow 3');
  await expect(reject).toBeEnabled(); // until the page is read anew, a key decides nothing
  await page.keyboard.press('r');
  await expect(page.getByText('No prompts match')).toBeVisible();
});

test('a long queue has pages, also without scripts, and each opens with its first prompt @soak', async ({
  browser,
  page,
  server,
}) => {
  const author = await makeUserWithRole(server, 'teamuser');
  for (let number = 1; number <= 26; number += 1)
    await publish(server, author.account, { title: `Queue ${String(number)}`, content: 'What the fuck?' });
  await signIn(page, ADMIN);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const scriptless = await context.newPage();
  const heading = scriptless.getByRole('article').getByRole('heading');
  await scriptless.goto(`${server.origin}/admin/moderation?code=1a`);
  await expect(heading).toHaveText('Queue 1');
  await scriptless.getByRole('link', { name: /^Queue 2\b/ }).click();
  await expect(heading).toHaveText('Queue 2');
  const pages = scriptless.getByRole('navigation', { name: 'Pages of prompts' });
  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(pages).toContainText('Page 2 of 2 · 26 prompts');
  await expect(heading).toHaveText('Queue 26');
  await pages.getByRole('link', { name: 'Previous' }).click();
  await expect(heading).toHaveText('Queue 1');
  await context.close();
  // The queue of the other tests is short.
  await apiOf(server.origin, author.token)('POST', '/api/auth/delete-account');
});

test('a text is tried by the settings on screen, and the settings are saved for every check @soak', async ({
  signedIn: page,
  server,
}) => {
  await page.goto('/admin/moderation/settings');
  await untilAlive(page);
  await page.getByLabel('Text', { exact: true }).fill('My card is 4111 1111 1111 1111.');
  await page.getByRole('button', { name: 'Try' }).click();
  const verdict = page.getByRole('status').filter({ hasText: /Blocked|Warned/ });
  await expect(verdict).toContainText('Blocked');
  await expectFit(page);
  await page.getByLabel('Block payment card numbers').click();
  await page.getByRole('button', { name: 'Try' }).click();
  await expect(verdict).toContainText('Warned');
  await page.getByRole('slider', { name: 'Hate: warn from' }).press('ArrowRight');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Moderation settings saved.')).toBeVisible();
  await page.reload();
  await untilAlive(page);
  await expect(page.getByRole('slider', { name: 'Hate: warn from' })).toHaveValue('0.41');
  const api = apiOf(server.origin, await signInByApi(server.origin, ADMIN));
  const { body } = await api<{ hateWarn: number; blockPci: boolean }>(
    'GET',
    '/api/admin/moderation/settings',
  );
  expect(body).toMatchObject({ hateWarn: 0.41, blockPci: false });
  const asBefore = { ...body, hateWarn: 0.4, blockPci: true };
  expect((await api('POST', '/api/admin/moderation/settings', asBefore)).status).toBe(200);

  const author = await registerPerson(server);
  const { id } = await publish(server, author, { title: 'Fern', content: 'Describe a fern.' });
  const denied = apiOf(server.origin, await signInByApi(server.origin, author));
  expect((await denied('POST', `/api/admin/moderation/prompts/${id}/toggle-flag`)).status).toBe(403);
  const { body: fern } = await denied<SavedPrompt>('GET', `/api/savedprompts/${id}`);
  expect(fern.moderationState).toBe('clear');
  for (const plan of ['teams', 'enterprise']) {
    await page.goto(`/admin/policies/${plan}`);
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await expect(page.getByRole('slider', { name: 'Self-harm: block from' })).toHaveValue(
      plan === 'teams' ? '0.8' : '0.75',
    );
    await expectFit(page);
  }
});

/** Runs inside a page: presses a key in the very moment in which this prompt is there, on a machine that draws slowly. */
function pressAtOnce({ key, whenShown }: { key: string; whenShown: string }): void {
  // React leaves for later what it has no time for after drawing.
  const removeChild = Reflect.get(Node.prototype, 'removeChild') as (this: Node, child: Node) => Node;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child) {
    const start = performance.now();
    while (performance.now() - start < 10);
    removeChild.call(this, child);
    return child;
  };
  const observer = new MutationObserver(() => {
    if (document.querySelector('article h2')?.textContent !== whenShown) return;
    observer.disconnect();
    Node.prototype.removeChild = removeChild as typeof Node.prototype.removeChild;
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
}

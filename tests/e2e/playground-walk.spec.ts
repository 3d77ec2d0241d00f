import type { Locator, Page, Route } from '@playwright/test';
import { registerPerson } from '../support/people';
import { grant } from '../support/users-with-roles';
import { apiOf, signInByApi } from '../support/server';
import { expect, expectFit, PHONE, signIn } from './fixtures';
import { chooseAction, prompt, send, test, thread, totals } from './playground-fixtures';

// What newcomers stumbled over on the AI page, each once.

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const LONG = 'A line of a prompt that is very long indeed.\n'.repeat(120);

/** What a tap on its middle would hit. */
const isOnTop = (control: Locator) =>
  control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && element.contains(hit);
  });

test('a long prompt scrolls and Send stays, in any window @soak', async ({ signedIn: page }) => {
  for (const [width, height] of [
    [1280, 720],
    [1024, 700],
    [375, 667],
  ] as const) {
    await page.setViewportSize({ width, height });
    await prompt(page).fill('');
    await prompt(page).fill(LONG);
    await expect(sendButton(page)).toBeInViewport({ ratio: 1 });
    expect(await isOnTop(sendButton(page)), `${String(width)} px`).toBe(true);
    expect(await prompt(page).evaluate((field) => field.scrollHeight > field.clientHeight)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('on a phone nothing of the thread lies over Send @soak', async ({ signedIn: page, vendor }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  vendor.script({ kind: 'reply', text: 'A long reply.\n\n'.repeat(40) });
  await send(page, 'Fill the screen');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await prompt(page).fill('The next one');
  // Each of the reply's buttons in turn, moved to where Send is.
  for (const name of ['Copy', 'Edit prompt', 'Regenerate']) {
    await thread(page)
      .getByRole('button', { name, exact: true })
      .evaluate(
        (button, target) => {
          window.scrollBy(0, button.getBoundingClientRect().top - target);
        },
        (await sendButton(page).boundingBox())?.y ?? 0,
      );
    expect(await isOnTop(sendButton(page))).toBe(true);
  }
});

test('on a phone the newest message is in sight after sending, and typing moves nothing', async ({
  signedIn: page,
  vendor,
}) => {
  await page.setViewportSize(PHONE);
  const long = { kind: 'reply', text: 'Oak, ash and elm. '.repeat(200) } as const;
  const replies = thread(page).getByRole('button', { name: 'Copy', exact: true });
  vendor.script(long);
  await send(page, 'Name three trees.');
  await expect(replies).toHaveCount(1);
  await expect(thread(page).getByText('Name three trees.')).toBeInViewport();
  const top = await page.evaluate(() => scrollY);
  await prompt(page).pressSequentially('And three more.');
  expect(await page.evaluate(() => scrollY)).toBe(top);

  vendor.script(long);
  await chooseAction(page, 'More actions', 'Multi-send');
  const dialog = page.getByRole('dialog', { name: 'Multi-send' });
  await dialog.getByRole('button', { name: 'Send to 1 model' }).click();
  await expect(dialog.getByText('1 of 1 answered')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(thread(page).getByText('And three more.')).toBeInViewport();

  vendor.script({ kind: 'reply', text: 'A short reply to a long prompt.' });
  await send(page, LONG);
  await expect(thread(page).getByText('A short reply to a long prompt.')).toBeInViewport();
  const reply = await thread(page).getByText('A short reply to a long prompt.').boundingBox();
  const composer = await page.getByRole('region', { name: 'Composer' }).boundingBox();
  expect((reply?.y ?? Infinity) + (reply?.height ?? 0)).toBeLessThan(composer?.y ?? 0);
});

test('Edit prompt gives a draft back that it replaced @soak', async ({ signedIn: page }) => {
  await send(page, 'The first question');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await prompt(page).fill('Half a thought');
  await thread(page).getByRole('button', { name: 'Edit prompt' }).click();
  await expect(prompt(page)).toHaveValue('The first question');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(prompt(page)).toHaveValue('Half a thought');
  await expect(prompt(page)).toBeFocused();
});

test('what a session has cost and what remains add up to the millionth @soak', async ({ signedIn: page }) => {
  const amounts = async () =>
    ((await totals(page).textContent()) ?? '')
      .match(/\d+\.\d{6}/g)
      ?.map((text) => Math.round(Number(text) * 1e6));
  await expect.poll(amounts).toHaveLength(2);
  const [, before = 0] = (await amounts()) ?? [];
  await send(page, 'What does this cost?');
  await expect(thread(page)).toContainText('< 0.10¢');
  await expect.poll(async () => ((await amounts())?.[1] ?? 0) < before).toBe(true);
  const [cost = 0, after = 0] = (await amounts()) ?? [];
  expect(cost).toBeGreaterThan(0);
  expect(cost + after).toBe(before);
});

test('offline, a request says that nothing was sent, keeps the prompt once, and can be retried', async ({
  signedIn: page,
  context,
}) => {
  await prompt(page).fill('Is anybody there?');
  await context.setOffline(true);
  await sendButton(page).click();
  await expect(thread(page).getByRole('alert')).toContainText('You’re offline. Nothing was sent.');
  await expect(page.getByText(/kept on the server/)).toHaveCount(0);
  await expect(prompt(page)).toHaveValue('Is anybody there?');
  await expect(thread(page)).not.toContainText('Is anybody there?');
  await context.setOffline(false);
  await thread(page).getByRole('button', { name: 'Retry' }).click();
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expect(prompt(page)).toHaveValue('');
});

test('after an expired session and a new sign-in the prompt is in the box, once, and nothing says it ended @soak', async ({
  signedIn: page,
  administrator,
  context,
}) => {
  await prompt(page).fill('Written too late');
  await context.clearCookies();
  await sendButton(page).click();
  await page.waitForURL('**/login?**');
  await expect(page.getByText('Your session ended.')).toBeVisible();
  await signIn(page, administrator);
  await expect(prompt(page)).toHaveValue('Written too late');
  await expect(page.getByText('Written too late')).toHaveCount(1);
  await expect(page.getByText(/session has ended/)).toHaveCount(0);
});

test('after sending, the focus is in the prompt again @soak', async ({ signedIn: page }) => {
  await send(page, 'And now?');
  await expect(prompt(page)).toBeFocused();
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expect(prompt(page)).toBeFocused();
});

test('a prompt that is too long says so beside Send, with the count, before it is sent @soak', async ({
  signedIn: page,
}) => {
  await prompt(page).fill('x'.repeat(400_002));
  await expect(
    page.getByRole('status').filter({ hasText: '400,002 of 400,000 characters. Shorten your prompt by 2.' }),
  ).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
  await prompt(page).fill('x'.repeat(390_000));
  await expect(page.getByText('390,000 of 400,000 characters')).toBeVisible();
  await expect(sendButton(page)).toBeEnabled();
});

test('a wrong limit is explained in our own words and cannot be saved; a sound one shows beside Send @soak', async ({
  signedIn: page,
}) => {
  await page.getByRole('button', { name: /^Limit 4,096/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Limits' });
  const field = dialog.getByLabel('Maximum tokens per reply');
  const save = dialog.getByRole('button', { name: 'Save' });
  await field.fill('10');
  await expect(dialog.getByText(/^Enter a whole number from 64 to [\d,]+\.$/)).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(save).toBeDisabled();
  await field.fill('1,000');
  await dialog.getByRole('slider', { name: 'Per-request limit' }).press('End');
  await save.click();
  await expect(page.getByRole('button', { name: 'Limit 1,000 · $20.00' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Limit 1,000 · $20.00' })).toBeVisible();
});

test('a raised limit is set for some requests and hours, counted down by those that need it, and ended @soak', async ({
  page,
  server,
  vendor,
}) => {
  const account = await registerPerson(server);
  const token = await signInByApi(server.origin, account);
  const { body } = await apiOf(server.origin, token)<{ id: string }>('GET', '/api/user-info');
  await grant(server.origin, await signInByApi(server.origin), body.id, 500);
  await signIn(page, account);
  await page.getByRole('button', { name: /^Limit 4,096/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Limits' });
  await dialog.getByRole('button', { name: 'Raise limits…' }).click();
  const tokens = dialog.getByLabel('Tokens', { exact: true });
  await expect(tokens).toBeFocused();
  await expect(tokens).toHaveValue('8192');
  await expect(dialog.getByText('You already have 8,192. Enter more to raise it.')).toBeVisible();
  await tokens.fill('20000');
  await expect(dialog.getByText('Enter 1,024 to 32,768, in steps of 1,024.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await tokens.fill('16384');
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const raised = (left: number) =>
    page.getByRole('checkbox', { name: `Up to 16,384 tokens, ${String(left)} left` });
  await expect(raised(5)).toBeChecked();

  await send(page, 'Write a long story.');
  await expect(raised(4)).toBeChecked();
  expect(vendor.log.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 16_384 });
  await raised(4).uncheck();
  await send(page, 'Write a short one.');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(2);
  await expect(raised(4)).toBeVisible();

  await page.getByRole('button', { name: /^Limit 4,096/ }).click();
  await expect(dialog).toContainText('Raised to 16,384 tokens for 4 more requests, until');
  await dialog.getByRole('button', { name: 'Remove raised limit' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(raised(4)).toHaveCount(0);
});

test('on a slow line a reply is never seen as raw Markdown @soak', async ({
  page,
  administrator,
  vendor,
}) => {
  const held: Route[] = [];
  await page.route(/markdown-view.*\.js/, (route) => void held.push(route));
  await signIn(page, administrator);
  vendor.script({ kind: 'reply', text: '## Light\n\nGreen comes **back**.' });
  await send(page, 'Why are leaves green?');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await expect(thread(page)).not.toContainText('##');
  await Promise.all(held.map((route) => route.continue()));
  await expect(thread(page).getByRole('heading', { name: 'Light' })).toBeVisible();
});

test('while the scripts of the page are on their way, a skeleton stands where the thread will be @soak', async ({
  page,
  administrator,
}) => {
  await signIn(page, administrator);
  await send(page, 'Name three trees.');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  let arrive: () => void = () => undefined;
  const line = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/assets\/.*\.js/, (route) => line.then(() => route.continue()));
  await page.reload({ waitUntil: 'commit' });
  const place = page.getByRole('region', { name: 'Thread' });
  await expect(place.locator('.animate-wait').first()).toBeVisible();
  await expect(place).toHaveText('');
  arrive();
  await expect(thread(page)).toContainText('Name three trees.');
  await expect(place.locator('.animate-wait')).toHaveCount(0);
});

test('what is typed before the scripts have come takes the place of a draft, which can be had back @soak', async ({
  signedIn: page,
}) => {
  await prompt(page).fill('A long plan');
  let arrive: () => void = () => undefined;
  const line = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/assets\/.*\.js/, (route) => line.then(() => route.continue()));
  await page.reload({ waitUntil: 'commit' });
  await prompt(page).fill('Quick');
  arrive();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(prompt(page)).toHaveValue('A long plan');
});

test('on a slow line leaving is asked about at once, and a line shows that the next page is on its way @soak', async ({
  signedIn: page,
}) => {
  // With the first key, what opens above the page is fetched.
  await prompt(page).pressSequentially('My own words');
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift');
      return page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /\/panels-.*\.js/.test(name)),
      );
    })
    .toBe(true);
  await page.getByLabel('Don’t store').check();
  await sendButton(page).click();
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  let arrive: () => void = () => undefined;
  const line = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/*', (route) => line.then(() => route.continue()));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'App Info' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave AI Page?' });
  await expect(dialog).toBeVisible();
  await expect(page.locator('[data-progress]')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page.locator('[data-progress]')).toBeVisible();
  await expect(prompt(page)).toBeVisible();
  arrive();
  await expect(page).toHaveURL(/\/app-info$/);
  await expect(page.locator('[data-progress]')).toHaveCount(0);
});

test('a link pressed while the page brings itself up to date still asks, and still leads where it goes @soak', async ({
  signedIn: page,
}) => {
  await page.getByLabel('Don’t store').check();
  const updates: Route[] = [];
  await page.route(/\/ai\.data/, (route) => void updates.push(route));
  await send(page, 'My own words');
  await expect.poll(() => updates.length).toBe(1);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'App Info' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave AI Page?' });
  await expect(dialog).toBeVisible();
  const updated = page.waitForResponse(/\/ai\.data/);
  await updates[0]?.continue();
  await (await updated).finished();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))); // when the page has drawn what came
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/app-info$/);
});

test('the very first visit begins with a starter and Send in focus; the second does not @soak', async ({
  signedIn: page,
}) => {
  await expect(prompt(page)).toHaveValue(/^Explain photosynthesis/);
  await expect(sendButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await page.reload();
  await expect(thread(page)).toBeVisible();
  await expect(prompt(page)).toHaveValue('');
});

test('a reply tells its time and how long it took, and can be had once more @soak', async ({
  signedIn: page,
}) => {
  await send(page, 'Say it again');
  await expect(thread(page)).toContainText(/\d:\d\d [AP]M · \d+\.\d s/);
  await thread(page).getByRole('button', { name: 'Regenerate' }).click();
  await expect(thread(page)).toContainText('2 of 2');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toHaveCount(1);
  await expect(thread(page).getByText('Say it again')).toHaveCount(1);
  await expect(page.getByText('Newest first', { exact: true })).toBeVisible();
});

test('a reply that was cut off is continued with what it goes on from, again and again, at a price that is shown @soak', async ({
  signedIn: page,
  vendor,
}) => {
  vendor.script({ kind: 'reply', text: 'Oak, ash', finish: 'length' });
  await send(page, 'Name every tree.');
  const go = thread(page).getByRole('button', { name: 'Continue' });
  await expect(go).toBeVisible();
  await expect(thread(page)).toContainText(/Continue< 0\.10¢, at most 0\.\d\d¢/);
  await expectFit(page);

  vendor.script({ kind: 'reply', text: ', elm', finish: 'length' });
  await go.press('Enter');
  await expect(go).toHaveCount(2);
  await expect(totals(page)).toContainText('Session 2 requests');
  await page.reload(); // what it goes on from is kept
  await go.first().press('Enter');
  await expect(totals(page)).toContainText('Session 3 requests');
  expect(vendor.log.requests.at(-1)?.body).toMatchObject({
    messages: [
      { role: 'user', content: 'Name every tree.' },
      { role: 'assistant', content: 'Oak, ash, elm' },
      { role: 'user', content: expect.stringMatching(/^Continue exactly where/) },
    ],
  });
  await expect(thread(page).getByRole('button', { name: 'Edit prompt' })).toHaveCount(1);
});

test('a reply is printed whole, dark on white, without what is only for the screen @soak', async ({
  signedIn: page,
  vendor,
}) => {
  vendor.script({ kind: 'reply', text: 'A long reply.\n\n'.repeat(80) });
  await send(page, 'Fill three sheets');
  await expect(thread(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await page.setViewportSize({ width: 1047, height: 720 }); // a sheet on its side
  await page.emulateMedia({ media: 'print' });
  const copy = thread(page).getByRole('button', { name: 'Copy', exact: true });
  for (const hidden of [page.getByRole('banner'), prompt(page), page.getByLabel('Model'), copy, totals(page)])
    await expect(hidden).toBeHidden();
  const last = thread(page).getByText('A long reply.').last();
  await expect(last).toHaveCSS('color', 'rgb(29, 28, 25)');
  const end = await last.evaluate((line) => line.getBoundingClientRect().bottom + scrollY);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(end);
  await page.goto('/docs/learn/better-prompts');
  await expect(page.getByRole('heading', { name: 'A checklist' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.goto('/docs');
  await expect(page.getByText('You pay from a balance in dollars')).toBeVisible();
});

import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleAbove, expectFit, untilAlive } from './fixtures';
import { chooseAction, prompt, send, test, thread } from './playground-fixtures';

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const instructions = (page: Page) => page.getByRole('textbox', { name: 'Instructions' });
/** What is shown of the instructions while they are folded. */
const summary = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true });
const replies = (page: Page) => thread(page).getByRole('button', { name: 'Copy as Markdown' });
const bodyOf = (request: { body: unknown } | undefined) =>
  request?.body as { messages: { role: string; content: unknown }[] } & Record<string, unknown>;

test('instructions come before the session, are in the price, and are saved with it @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const price = page.getByRole('region', { name: 'Composer' }).getByText(/at most/);
  await prompt(page).fill('What is a square?');
  const before = await price.innerText();
  await page.getByRole('button', { name: 'Instructions' }).click();
  await instructions(page).fill('Explain for grade 8. '.repeat(1_000));
  await expect(price).not.toHaveText(before);
  await instructions(page).fill('x'.repeat(32_001));
  await expect(page.getByText('Instructions can have up to 32,000 characters.')).toBeVisible();
  await expect(sendButton(page)).toBeDisabled();
  await instructions(page).fill('Explain for grade 8.');
  await page.getByRole('button', { name: 'Instructions' }).click();
  await expect(summary(page, 'Explain for grade 8.')).toBeVisible();
  await expectAccessible(page);

  await send(page, 'What is a square?');
  await expect(replies(page)).toHaveCount(1);
  expect(JSON.stringify(bodyOf(vendor.log.requests.at(-1)).messages[0])).toContain('Explain for grade 8.');
  await page.reload();
  await expect(summary(page, 'Explain for grade 8.')).toBeVisible();

  await page.getByRole('button', { name: 'Save session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save session' }).click();
  await expect(summary(page, 'Explain for grade 8.')).toHaveCount(0);
  await send(page, 'And a circle?');
  await expect(replies(page)).toHaveCount(1);
  expect(JSON.stringify(bodyOf(vendor.log.requests.at(-1)).messages)).not.toContain('grade 8');
  await chooseAction(page, 'Session', 'Recall');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^What is a square/ })
    .click();
  await expect(summary(page, 'Explain for grade 8.')).toBeVisible();
});

test('personal data in instructions is asked about, and leaves redacted @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await page.getByRole('button', { name: 'Instructions' }).click();
  await instructions(page).fill('Sign as ada.lovelace@example.org.');
  await send(page, 'Write a letter.');
  const review = page.getByRole('dialog');
  await expect(review).toContainText('Instructions');
  await review.getByRole('button', { name: /redact/i }).click();
  await expect(replies(page)).toHaveCount(1);
  const sent = JSON.stringify(bodyOf(vendor.log.requests.at(-1)).messages);
  expect(sent).toContain('Sign as ');
  expect(sent).not.toContain('ada.lovelace');
});

test('options are those that the model takes, sent with the request, and remembered', async ({
  signedIn: page,
  vendor,
}) => {
  await page.getByRole('button', { name: 'Options' }).click();
  const options = page.getByRole('dialog', { name: 'Options' });
  await expect(options).toContainText('doesn’t take effort or web search.');
  await options.getByLabel('Temperature').fill('3');
  await expect(options).toContainText('Enter a number from 0 to 2.');
  await options.getByLabel('Temperature').fill('0.4');
  await options.getByRole('switch', { name: 'Answer as JSON' }).check();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Options · 2' })).toBeFocused();
  vendor.script({ kind: 'reply', text: '{"trees": ["oak"]}' });
  await send(page, 'Name a tree as JSON.');
  await expect(replies(page)).toHaveCount(1);
  expect(bodyOf(vendor.log.requests.at(-1))).toMatchObject({
    temperature: 0.4,
    response_format: { type: 'json_object' },
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Options · 2' })).toBeVisible();
});

test('a slash finds saved prompts by name, fills in their variables, and leaves the text alone', async ({
  signedIn: page,
  vendor,
}) => {
  for (const [title, content] of [
    ['Lesson plan', 'Plan a lesson on {{topic}}.'],
    ['Letter to parents', 'Write a letter to parents.'],
    ['Recipe', 'A lesson in soup.'],
  ]) {
    const saved = await page.request.post('/api/savedprompts', {
      headers: { 'X-Idempotency-Key': crypto.randomUUID() },
      data: { title, content },
    });
    expect(saved.status()).toBe(201);
  }
  const list = page.getByRole('listbox', { name: 'Saved prompts' });
  await prompt(page).fill('');
  await prompt(page).pressSequentially('/le');
  await expect(list.getByRole('option')).toHaveText([/^Letter to parents/, /^Lesson plan/]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(prompt(page)).toHaveValue('/le');

  await prompt(page).fill('');
  await prompt(page).pressSequentially('/les');
  await expect(list.getByRole('option')).toHaveText([/^Lesson plan/]);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Fill in the variables' });
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(prompt(page)).toHaveValue('/les');
  await prompt(page).pressSequentially('s');
  await page.keyboard.press('Backspace');
  await prompt(page).fill('');
  await prompt(page).pressSequentially('/les');
  await expect(list.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expectAccessibleAbove(page);
  await form.getByLabel('Topic').fill('circles');
  await form.getByRole('button', { name: 'Use' }).click();
  await expect(prompt(page)).toHaveValue('Plan a lesson on circles.');
  await expect(prompt(page)).toBeFocused();
  await sendButton(page).click();
  await expect(replies(page)).toHaveCount(1);
  expect(JSON.stringify(bodyOf(vendor.log.requests.at(-1)).messages)).toContain('Plan a lesson on circles.');
  await expect
    .poll(async () => {
      const own = (await (await page.request.get('/api/savedprompts/my-prompts?search=Lesson')).json()) as {
        prompts: { title: string; useCount: number }[];
      };
      return own.prompts.find(({ title }) => title === 'Lesson plan')?.useCount;
    })
    .toBe(1);

  // In the middle of a text, and not where a slash is text.
  await prompt(page).fill('First this.\n');
  await prompt(page).press('End');
  await prompt(page).pressSequentially('/letter');
  await list.getByRole('option', { name: /^Letter/ }).click();
  await expect(prompt(page)).toHaveValue('First this.\nWrite a letter to parents.');
  await prompt(page).fill('Look in ');
  await prompt(page).pressSequentially('/usr/bin');
  await expect(list).toHaveCount(0);
});

const LONG = 'A line of a prompt that is very long indeed.\n'.repeat(120);

test('Send is in view, whatever is open, also above a phone’s keyboard @soak', async ({ signedIn: page }) => {
  for (const [width, height] of [
    [1280, 800],
    [1024, 700],
    [375, 667],
    [375, 330],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.reload();
    await prompt(page).click();
    await prompt(page).fill(LONG);
    await expect(sendButton(page)).toBeInViewport({ ratio: 1 });
    await expect(prompt(page)).toBeInViewport();
    await expectFit(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Build from a template' }).click();
  await page.getByRole('button', { name: 'Instructions' }).click();
  await instructions(page).fill('Explain.\n'.repeat(40));
  await expect(sendButton(page)).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 375, height: 330 });
  await prompt(page).click();
  await expect(sendButton(page)).toBeInViewport({ ratio: 1 });
});

test('on a phone the keyboard that covers the page lifts the prompt above it', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await prompt(page).fill('A prompt');
  const bottomOf = async () => {
    const box = await page.getByRole('region', { name: 'Composer' }).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(await bottomOf()).toBeGreaterThan(600);
  // As Safari shows it: the window keeps its height, and only a part of it is visible.
  await page.evaluate(() => {
    const viewport = window.visualViewport;
    if (!viewport) throw new Error('This browser has no visual viewport.');
    Object.defineProperty(viewport, 'height', { configurable: true, value: 330 });
    viewport.dispatchEvent(new Event('resize'));
  });
  await expect.poll(bottomOf).toBeLessThanOrEqual(331);
});

test('on a phone one row has the model, the mode and a menu with the rest @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const top = async (name: string) =>
    Math.round(
      (await page.getByLabel(name, { exact: true }).filter({ visible: true }).boundingBox())?.y ?? -1,
    );
  expect(Math.abs((await top('Model')) - (await top('Session')))).toBeLessThan(8);
  vendor.script({ kind: 'reply', text: 'Oak.' });
  await send(page, 'Name a tree.');
  await expect(replies(page)).toHaveCount(1);
  await chooseAction(page, 'Session', 'Ledger');
  await expect(page.getByRole('dialog', { name: 'Ledger' })).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseAction(page, 'Session', 'Save session');
  await page.getByRole('dialog').getByRole('button', { name: 'Save session' }).click();
  await expect(thread(page)).toHaveCount(0);
  await expectFit(page);
  await expectAccessible(page);
});

test('in a wide window the toolbar is one row, whatever is in it @soak', async ({ signedIn: page }) => {
  const replies = page.getByRole('region', { name: 'Replies' });
  const controls = replies
    .getByRole('combobox', { name: 'Model' })
    .or(replies.getByRole('group', { name: 'Mode' }))
    .or(replies.getByRole('button', { name: /^(Sessions|Options|Save session|Share|Export|Session)/ }))
    .filter({ visible: true });
  for (const width of [1600, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    for (const hasSessions of width < 1280 ? [false] : [true, false]) {
      const panel = page.getByRole('navigation', { name: 'Sessions' });
      if ((await panel.isVisible()) !== hasSessions) await page.keyboard.press('Control+Shift+KeyH');
      await expect(panel).toBeVisible({ visible: hasSessions });
      const boxes = await Promise.all((await controls.all()).map((control) => control.boundingBox()));
      expect(boxes.length).toBeGreaterThanOrEqual(5);
      const middles = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0) / 2);
      expect(Math.max(...middles) - Math.min(...middles), `${String(width)} px`).toBeLessThan(8);
      for (const box of boxes) {
        expect(box?.height).toBeLessThan(48);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      }
    }
  }
});

test('Optimize leaves the instructions alone: they are not sent with it, nor changed by it @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await page.getByRole('button', { name: 'Instructions' }).click();
  await instructions(page).fill('Explain for grade 8.');
  await prompt(page).fill('write an email about our spring sale');
  const better = 'You are an editor. Write a friendly email about our spring sale.';
  vendor.script({ kind: 'reply', text: better });
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/optimize'),
  );
  await page.getByRole('button', { name: 'Optimize' }).click();
  expect((await asked).postData()).not.toContain('grade 8');
  const dialog = page.getByRole('dialog', { name: 'Optimize' });
  await dialog.getByRole('button', { name: 'Use this prompt' }).click();
  await expect(prompt(page)).toHaveValue(better);
  await expect(instructions(page)).toHaveValue('Explain for grade 8.');
  expect(JSON.stringify(vendor.log.requests.at(-1)?.body)).not.toContain('grade 8');
  await sendButton(page).click();
  await expect(replies(page)).toHaveCount(1);
  expect(JSON.stringify(bodyOf(vendor.log.requests.at(-1)).messages)).toContain('Explain for grade 8.');
});

test('multi-send offers every model, and says why there is no fifth @soak', async ({ signedIn: page }) => {
  await prompt(page).fill('Name three trees.');
  await page.getByRole('button', { name: 'Multi-send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Multi-send' });
  const models = dialog.getByRole('checkbox');
  const offered = await page.getByRole('combobox', { name: 'Model' }).locator('option').count();
  await expect(models).toHaveCount(offered);
  for (const index of [0, 1, 2, 3]) await models.nth(index).check();
  const fifth = dialog.getByRole('checkbox', { checked: false }).first();
  await expect(fifth).toBeDisabled();
  await expect(dialog.getByText('4 of 4 chosen. Uncheck one to choose another.')).toBeVisible();
  await expectAccessible(page);
});

test('the preferences’ instructions and options are those of a new session @soak', async ({
  signedIn: page,
  vendor,
}) => {
  await page.goto('/dashboard/settings');
  await untilAlive(page);
  await page.getByLabel('Instructions').fill('Answer in Spanish.');
  await page.getByLabel('Temperature').fill('0.2');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(
    page
      .getByText(/^Saved: /)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await page.goto('/ai');
  await untilAlive(page);
  await expect(summary(page, 'Answer in Spanish.')).toBeVisible();
  await send(page, 'Name a tree.');
  await expect(replies(page)).toHaveCount(1);
  const sent = bodyOf(vendor.log.requests.at(-1));
  expect(sent.temperature).toBe(0.2);
  expect(JSON.stringify(sent.messages[0])).toContain('Answer in Spanish.');
});

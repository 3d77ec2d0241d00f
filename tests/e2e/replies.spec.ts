import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { fixedWorkMs, longestTaskMs } from '../support/longest-task';
import { expect, expectAccessible, expectFit } from './fixtures';
import { chooseAction, prompt, send, test, thread } from './playground-fixtures';

const LESSON = String.raw`## Circles for grade 8

The area is \(A = \pi r^2\), so with $5 of string and $10 of tape:

\[
A = \pi \cdot 3^2 \approx 28.27
\]

${'```'}python
def area(radius):
    return 3.14159 * radius ** 2  # a long comment that goes on and on, so that this line is wider than any reply on any screen
${'```'}

| Step | What students do | Materials | Minutes | Notes | Homework | Assessment |
|---|---|---|--:|---|---|---|
| 1 | Measure circumference | String | 10 | In pairs | None | Observation |
| 2 | Divide by the diameter | Calculator | 15 | Whole class | Worksheet | Exit ticket |

Python هي لغة برمجة سهلة استخدم ${'`a + b`'} هنا.

- البند الأول
- البند الثاني

これは**「重要」**です。H<sub>2</sub>O, x<sup>2</sup>, press <kbd>Ctrl</kbd>.

<details><summary>Answer key</summary>

It is **28.27**.

</details>

Sources agree.[^1]

[^1]: A geometry textbook.
`;

test('a reply shows formulas, code, tables and other scripts as they are meant', async ({
  signedIn: page,
  vendor,
}) => {
  vendor.script({ kind: 'reply', text: LESSON });
  await send(page, 'Plan a lesson on circles.');
  const reply = thread(page).getByRole('article').first();
  await expect(reply.locator('.katex')).toHaveCount(2);
  await expect(reply.locator('.katex-display')).toHaveCount(1);
  await expect(reply).toContainText('with $5 of string and $10 of tape');
  await expect(reply.locator('.hljs-keyword').first()).toHaveText('def');
  await expect(reply.locator('p[dir="rtl"]')).toContainText('Python');
  await expect(reply.locator('ul')).toHaveCSS('direction', 'rtl');
  await expect(reply.locator('p[dir="rtl"] code')).toHaveCSS('direction', 'ltr');
  await expect(reply.locator('strong').filter({ hasText: '「重要」' })).toBeVisible();
  await reply.getByText('Answer key').click();
  await expect(reply.getByText('It is 28.27.')).toBeVisible();
  // Wide code and tables scroll by themselves.
  await expectFit(page);
  await expectAccessible(page);
});

test('a reply is copied with its headings, tables and formulas, and as Markdown @soak', async ({
  signedIn: page,
  vendor,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  vendor.script({ kind: 'reply', text: LESSON });
  await send(page, 'Plan a lesson on circles.');
  const reply = thread(page).getByRole('article').first();
  await expect(reply.locator('.katex')).toHaveCount(2);
  const clipboard = (type: string) =>
    page.evaluate(async (wanted) => {
      const [item] = await navigator.clipboard.read();
      return item?.types.includes(wanted) ? (await item.getType(wanted)).text() : null;
    }, type);

  await reply.getByRole('group', { name: 'python' }).getByRole('button', { name: 'Copy' }).click();
  expect(await clipboard('text/plain')).toMatch(/^def area\(radius\):\n {4}return/u);

  await reply.getByRole('button', { name: 'Copy table' }).click();
  expect(await clipboard('text/plain')).toContain('1\tMeasure circumference\tString\t10');
  expect(await clipboard('text/html')).toMatch(/^<table[^>]*>.*<td[^>]*>Measure circumference<\/td>/su);

  await reply.getByRole('button', { name: 'Copy', exact: true }).last().click();
  const html = (await clipboard('text/html')) ?? '';
  expect(html).toContain('<h2');
  expect(html).toContain('<math');
  expect(html).toMatch(/<pre[^>]*><code>/u);
  expect(html).not.toContain('<button');
  expect(html).not.toContain('class=');
  expect(await clipboard('text/plain')).toContain('## Circles for grade 8');

  await reply.getByRole('button', { name: 'Copy as Markdown' }).click();
  expect(await clipboard('text/html')).toBeNull();
  expect(await clipboard('text/plain')).toContain(String.raw`\(A = \pi r^2\)`);
});

test('formulas and markup cannot harm the page', async ({ signedIn: page, vendor }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  vendor.script({
    kind: 'reply',
    text: String.raw`\[\rule{1000em}{1000em}\] \(\def\a{\a\a}\a\) \(\href{javascript:alert(1)}{x}\) \(\includegraphics{https://evil.example/x.png}\)

<img src="https://evil.example/y.png"> <script>alert(1)</script> ![p](https://evil.example/z.png)

The end.`,
  });
  await send(page, 'Attack me.');
  await expect(thread(page).getByText('The end.')).toBeVisible();
  await expect(thread(page).locator('.katex').first()).toBeVisible();
  expect(
    await thread(page).locator('article a[href^="javascript"], article img, article script').count(),
  ).toBe(0);
  const tallest = await thread(page)
    .locator('article')
    .evaluate((article) => article.getBoundingClientRect().height);
  expect(tallest).toBeLessThan(3_000);
  expect(requests.filter((url) => url.includes('evil.example'))).toEqual([]);
});

test('sources are a numbered list under the reply, its footnotes jump within it, and Mermaid stays code @soak', async ({
  signedIn: page,
  vendor,
}) => {
  const text = `Tides follow the moon.[^1]\n\n\`\`\`mermaid\ngraph TD;\nMoon-->Tide;\n\`\`\`\n\n[^1]: An almanac.`;
  const citations = [
    { url: 'https://tides.example/moon', title: 'The moon' },
    { url: 'https://tides.example/sun', title: 'The sun' },
  ];
  const body = JSON.stringify({
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_700_000_000, model: 'gpt-4o-mini' },
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    search_results: citations,
    usage: { prompt_tokens: 8, completion_tokens: 30, total_tokens: 38 },
  });
  const raw = { kind: 'raw', body, headers: { 'content-type': 'application/json' } } as const;
  vendor.script(raw, raw);
  await send(page, 'What makes the tides?');
  await expect(thread(page).getByRole('group', { name: 'Sources' })).toHaveCount(1);
  await send(page, 'And once more?');
  const replies = thread(page).getByRole('article');
  await expect(thread(page).getByRole('group', { name: 'Sources' })).toHaveCount(2);
  for (const reply of await replies.all()) {
    const sources = reply.getByRole('group', { name: 'Sources' });
    await expect(sources.getByRole('listitem')).toHaveText([
      'The moon · tides.example',
      'The sun · tides.example',
    ]);
    await expect(sources.getByRole('list')).toHaveCSS('list-style-type', 'decimal');
    await expect(sources.getByRole('link').first()).toHaveAttribute('rel', /noopener.*nofollow/u);
    // Two replies have a first footnote each.
    const mark = reply.getByRole('link', { name: '1', exact: true });
    const target = (await mark.getAttribute('href')) ?? '';
    await expect(reply.locator(`[id="${target.slice(1)}"]`)).toContainText('An almanac.');
    await expect(page.locator(`[id="${target.slice(1)}"]`)).toHaveCount(1);
    await mark.click();
    await expect(page).toHaveURL(new RegExp(`${target}$`, 'u'));
    await expect(reply.getByText('An almanac.')).toBeInViewport();
    const code = reply.getByRole('group', { name: 'mermaid' });
    await expect(code.locator('pre')).toHaveText(/graph TD;\s+Moon-->Tide;/u);
    await expect(code.locator('pre svg')).toHaveCount(0);
  }
  await expect(replies).toHaveCount(2);
  await expectFit(page);
});

const THINKING = '<think>The person wants **soup**.</think>';

test('thinking is folded above its reply, kept with the session, and no part of the reply @soak', async ({
  signedIn: page,
  vendor,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  vendor.script({ kind: 'reply', text: `${THINKING}A soup of leeks.`, chunks: 8 });
  await send(page, 'Suggest a soup');
  const reply = thread(page).getByRole('article').first();
  await expect(reply).toContainText('A soup of leeks.');
  const thought = reply.getByText(/^Thought for \d+ s$/u);
  await expect(thought).toBeVisible();
  await expect(reply).not.toContainText('The person wants');
  await thought.click();
  await expect(reply.locator('details strong')).toHaveText('soup');
  await expectAccessible(page);

  await reply.getByRole('button', { name: 'Copy', exact: true }).last().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A soup of leeks.');
  for (const format of ['Text', 'JSON']) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Session', exact: true }).click();
    await page.getByRole('menuitem', { name: new RegExp(format, 'iu') }).click();
    const exported = await readFile(await (await download).path(), 'utf8');
    expect(exported).toContain('A soup of leeks.');
    expect(exported).not.toContain('The person wants');
  }

  await page.reload();
  await expect(thread(page).getByText(/^Thought for \d+ s$/u)).toBeVisible();
  await page.getByRole('button', { name: 'Save session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save session' }).click();
  await expect(thread(page)).toHaveCount(0);
  await chooseAction(page, 'Session', 'Recall');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Suggest a soup/ })
    .click();
  await expect(thread(page).getByText(/^Thought for \d+ s$/u)).toBeVisible();
});

test('thinking of a request that isn’t stored stays nowhere @soak', async ({ signedIn: page, vendor }) => {
  await page.getByLabel('Don’t store').check();
  vendor.script({ kind: 'reply', text: `${THINKING}A soup of leeks.`, chunks: 8, hold: 'middle' });
  await send(page, 'Suggest a soup');
  await expect(thread(page).getByText(/^(?:Thinking…|Thought)/u)).toBeVisible();
  const stored = () =>
    page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
  expect(await stored()).not.toContain('The person wants');
  vendor.release();
  await expect(thread(page)).toContainText('A soup of leeks.');
  expect(await stored()).not.toContain('The person wants');
});

const PARAGRAPH = 'Words of a long reply, with **bold** and `code`, about leeks and water. '.repeat(8);

const HOSTILE: readonly (readonly [string, string])[] = [
  ['nested list items', Array.from({ length: 10_000 }, (_, n) => `${' '.repeat(n % 400)}- x`).join('\n')],
  [
    'a table of 500 columns',
    `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${`|${'b|'.repeat(500)}\n`.repeat(20)}`,
  ],
  ['a table of 700 rows', `|a|b|\n|-|-|\n${'|one cell|**another**|\n'.repeat(700)}`],
  ['a line of 1 MB in a code block', '```js\n' + 'x = 1; '.repeat(150_000) + '\n```'],
  ['formulas that grow', String.raw`\(\def\a{\a\a}\a\) \(\rule{1000em}{1000em}\) `.repeat(300)],
  [
    'many formulas',
    String.raw`\[\sum_{i=1}^n \frac{x_i^2}{\sqrt{y_i}} = \int_0^1 f(t)\,dt\]${'\n\n'}`.repeat(300),
  ],
  ['a paragraph without an end', 'Words and **bold**, again. '.repeat(2_000)],
];

/** Looked up in the page, and rarely: Playwright's own search of a long text blocks the page. */
async function untilShown(page: Page, requests: number) {
  const isShown = (count: number) => {
    const articles = document.querySelectorAll('article');
    const isDone = articles.length === count && articles[0]?.querySelector('footer') !== null;
    return isDone && articles[0]?.textContent.includes('The end.') === true;
  };
  await page.waitForFunction(isShown, requests, { polling: 250, timeout: 90_000 });
}

/** As many times as the fixed work, or about 100 ms on the reference machine. */
const MOST_TIMES = 10;

/** Sends a prompt, and expects that its long reply never blocks the page for long. */
async function expectQuick(browser: Browser, page: Page, name: string, requests: number) {
  await prompt(page).fill(`Write ${name}.`);
  const workMs = await fixedWorkMs(page);
  const longestMs = await longestTaskMs(browser, page, async () => {
    // Not a click: Playwright's own search for the button blocks a page with long replies.
    await page.keyboard.press('Control+Enter');
    await untilShown(page, requests);
    // After what follows a reply, such as keeping it in the history.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  });
  const description = `${name}: ${String(Math.round(longestMs))} ms; fixed work: ${String(Math.round(workMs))} ms`;
  test.info().annotations.push({ type: 'longest task', description });
  expect(longestMs, description).toBeLessThan(MOST_TIMES * workMs);
}

test('no reply, however large or deep, blocks or leaves the page @soak', async ({
  signedIn: page,
  vendor,
  browser,
}) => {
  for (const [index, [name, text]] of HOSTILE.entries()) {
    vendor.script({ kind: 'reply', text: `${text}\n\nThe end.`, chunks: 300 });
    await expectQuick(browser, page, name, index + 1);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
  await prompt(page).fill('Still here');
  await expect(prompt(page)).toHaveValue('Still here');
});

test('a reply of 2 MB doesn’t block the page, is not copied to the browser’s storage, and comes back @soak', async ({
  signedIn: page,
  vendor,
  browser,
}) => {
  const text = `${PARAGRAPH}\n\n`.repeat(3_500);
  vendor.script({ kind: 'reply', text: `${text}\n\nThe end.`, chunks: 300 });
  await expectQuick(browser, page, '2 MB', 1);
  const storedCharacters = () => page.evaluate(() => JSON.stringify(localStorage).length);
  expect(await storedCharacters()).toBeLessThan(100_000);
  await page.reload();
  await untilShown(page, 1);
  expect(await storedCharacters()).toBeLessThan(100_000);
});

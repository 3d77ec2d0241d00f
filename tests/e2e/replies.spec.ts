import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFit } from './fixtures';
import { prompt, send, test, thread } from './playground-fixtures';

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

test('a reply is copied with its headings, tables and formulas, and as Markdown', async ({
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
    await page.getByRole('button', { name: 'Export' }).click();
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
  await page.getByRole('button', { name: 'Recall' }).click();
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
  ['2 MB', `${PARAGRAPH}\n\n`.repeat(3_500)],
  [
    '10,000 nested list items',
    Array.from({ length: 10_000 }, (_, n) => `${' '.repeat(n % 400)}- x`).join('\n'),
  ],
  [
    'a table of 500 columns',
    `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${`|${'b|'.repeat(500)}\n`.repeat(20)}`,
  ],
  ['a line of 1 MB in a code block', '```js\n' + 'x = 1; '.repeat(150_000) + '\n```'],
  ['formulas that grow', String.raw`\(\def\a{\a\a}\a\) \(\rule{1000em}{1000em}\) `.repeat(300)],
];

/** The longest time in milliseconds that the page couldn't react. */
const watchBlocking = (page: Page) =>
  page.evaluate(() => {
    const seen = { longestMs: 0 };
    Object.assign(window, { blocking: seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longestMs = Math.max(seen.longestMs, duration);
    }).observe({ type: 'longtask' });
  });

for (const [name, text] of HOSTILE) {
  test(`a reply of ${name} neither blocks nor leaves the page${name === '2 MB' ? ' @soak' : ''}`, async ({
    signedIn: page,
    vendor,
  }) => {
    await watchBlocking(page);
    vendor.script({ kind: 'reply', text: `${text}\n\nThe end.`, chunks: 300 });
    await send(page, 'Write too much.');
    await expect(thread(page).getByText('Copy as Markdown')).toBeVisible({ timeout: 60_000 });
    await expect(thread(page).getByText('The end.')).toBeAttached({ timeout: 90_000 });
    const longestMs = await page.evaluate(
      () => (window as never as { blocking: { longestMs: number } }).blocking.longestMs,
    );
    test
      .info()
      .annotations.push({ type: 'longest task', description: `${String(Math.round(longestMs))} ms` });
    // A frozen tab is blocked for minutes.
    expect(longestMs).toBeLessThan(20_000);
    await expectFit(page);
    await prompt(page).fill('Still here');
    await expect(prompt(page)).toHaveValue('Still here');
  });
}

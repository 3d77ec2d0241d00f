import { expect, expectAccessible, expectFit } from './fixtures';
import { send, test, thread } from './playground-fixtures';

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

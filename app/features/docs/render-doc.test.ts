import { expect, it } from 'vitest';
import { renderDoc } from './render-doc.server';

const LONG = Array.from(
  { length: 300 },
  (_, index) =>
    `### Call ${String(index)}\n\n- \`name\`: text (at most **200** characters)\n- \`size\`: whole number\n`,
).join('\n');

it('reads a long document once for everybody, and serves others meanwhile @soak', async () => {
  let turns = 0;
  let isRead = false;
  const count = (): void => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  const doc = { slug: 'long', content: LONG };
  const [html, again] = await Promise.all([renderDoc(doc), renderDoc(doc)]);
  isRead = true;
  expect(html).toContain('id="call-299"');
  expect(again).toBe(html);
  expect(turns).toBeGreaterThan(290);
  const begun = process.cpuUsage();
  expect(await renderDoc(doc)).toBe(html);
  expect(process.cpuUsage(begun).user).toBeLessThan(50_000);
});

it('counts ids and examples on from one piece to the next, and no line of code as a heading', async () => {
  const script = '```baiql\nBATCH_START\n## no heading\nEND_BATCH\n```';
  const html = await renderDoc({
    slug: 'guide',
    content: `## Same\n\n${script}\n\n## Same\n\n${script}\n`,
  });
  expect(html.match(/ id="[^"]+"/g)).toEqual([' id="same"', ' id="same-2"']);
  expect(html.match(/example=[\w.]+/g)).toEqual(['example=guide.1', 'example=guide.2']);
  expect(html).toContain('## no heading');
});

it('finds what a link refers to under another heading', async () => {
  const content = '## One\n\nSee [the list][list].\n\n## Two\n\n[list]: /docs/learn';
  const html = await renderDoc({ slug: 'a', content });
  expect(html).toContain('<a href="/docs/learn">the list</a>');
});

it('leaves out what would run: scripts, their addresses, and markup', async () => {
  const content = '[a](javascript:alert(1)) <img src=x onerror=alert(1)> <script>x</script>';
  const html = await renderDoc({ slug: 'a', content });
  expect(html).toContain('alert(1)&gt;');
  expect(html).not.toMatch(/javascript:|<img|<script/);
});

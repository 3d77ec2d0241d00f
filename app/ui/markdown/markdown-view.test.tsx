import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MarkdownView } from './markdown-view';
import { readFence, splitBlocks, splitTable, type SplitText } from './split-blocks';

const shown = (text: string): string => renderToStaticMarkup(<MarkdownView text={text} />);

it.each([
  ['a script', '[press me](javascript:alert(1))'],
  ['one in other letters', '[press me](JaVaScRiPt:alert(1))'],
  ['a page of its own', '[press me](data:text/html,hello)'],
  ['a file', '[press me](file:///etc/passwd)'],
])('shows a link to %s as its text alone', (_, text) => {
  expect(shown(text)).toContain('<p dir="auto">press me</p>');
});

it('opens the links that it keeps in another tab, which learns nothing of this one', () => {
  expect(shown('[a page](https://example.org/a)')).toContain(
    '<a href="https://example.org/a" target="_blank" rel="noopener noreferrer nofollow">a page</a>',
  );
});

it('shows a picture as a link, and markup as text', () => {
  const html = shown('![a cat](https://example.org/cat.png) <img src=x onerror=alert(1)>');
  expect(html).toContain('>a cat</a>');
  expect(html).not.toContain('<img');
});

it('names the language of a text whose script tells it, and of the interface within', () => {
  const html = shown('拝啓、春になりました\n\n| 品 | 数 |\n|-|-|\n| 茶 | 2 |');
  expect(html).toMatch(/^<div class="prose" lang="ja">/);
  expect(html).toContain('<div data-copy="skip" lang="en">');
  expect(shown('Dear Sir')).toMatch(/^<div class="prose">/);
});

describe('formulas', () => {
  const formula = (tex: string) => `<code dir="ltr">${tex}</code>`;

  it.each([
    ['round brackets', String.raw`The area is \(\pi r^2\), always.`, String.raw`\pi r^2`],
    ['square brackets', String.raw`\[\frac{a}{b}\]`, String.raw`\frac{a}{b}`],
    ['square brackets over lines', '\\[\na + b\n\\]', 'a + b'],
    ['dollar signs', '$$\nE = mc^2\n$$', 'E = mc^2'],
    ['dollar signs in a sentence', 'so $$x$$ is', 'x'],
    ['a fence', '```math\nx^2\n```', 'x^2'],
    ['line breaks of TeX', String.raw`\[a \\ b\]`, String.raw`a \\ b`],
    ['brackets of TeX', String.raw`\[\left\{ a \right\}\]`, String.raw`\left\{ a \right\}`],
    ['a list', String.raw`- so \(x_1\) holds`, 'x_1'],
  ])('are read between %s', (_, text, tex) => {
    expect(shown(text)).toContain(formula(tex));
  });

  it('are no amounts of money, code or escapes', () => {
    expect(shown('between $5 and $10')).toContain('between $5 and $10');
    expect(shown('`\\(a\\)`')).toContain(String.raw`<code dir="ltr">\(a\)</code>`);
    expect(shown('```tex\n\\[a\\]\n```')).toContain(String.raw`\[a\]`);
    expect(shown(String.raw`a \(never closed`)).toContain('a (never closed');
    expect(shown(String.raw`5 \* 3`)).toContain('5 * 3');
  });
});

it('keeps the lines of a letter', () => {
  expect(shown('株式会社さくら商事\n田中様')).toContain('株式会社さくら商事<br/>\n田中様');
});

describe('direction', () => {
  it('is that of most letters of each block', () => {
    const html = shown('Python هي لغة برمجة سهلة.\n\nAn English sentence.\n\n- واحد\n- اثنان\n');
    expect(html).toContain('<p dir="rtl">Python');
    expect(html).toContain('<p dir="auto">An English');
    expect(html).toContain('<ul dir="rtl">');
  });

  it('of numbers is that of their table, which starts at its side', () => {
    const html = shown('| الوقت | النشاط |\n|---|---|\n| 8:00 | التجمّع |\n');
    expect(html).toContain('<div dir="rtl" class="prose-table">');
    expect(html).toContain('<td>8:00</td><td dir="rtl">التجمّع</td>');
  });

  it('of code is left to right, whatever stands around it', () => {
    expect(shown('استخدم `a + b` هنا')).toContain('<p dir="rtl">استخدم <code dir="ltr">a + b</code> هنا</p>');
  });
});

describe('text of models', () => {
  it('is bold beside Chinese and Japanese punctuation', () => {
    expect(shown('これは**「重要」**です。')).toContain('<strong>「重要」</strong>');
    expect(shown('**该星号。**后面')).toContain('<strong>该星号。</strong>');
  });

  it('is struck out by two tildes, not by one', () => {
    expect(shown('~5 to ~10')).not.toContain('<del>');
    expect(shown('~~gone~~')).toContain('<del>gone</del>');
  });

  it('has the few tags that Markdown has no syntax for', () => {
    expect(shown('H<sub>2</sub>O and x<sup>2</sup>')).toContain('H<sub>2</sub>O and x<sup>2</sup>');
    expect(shown('| a |\n|---|\n| one<br>two |')).toContain('one<br/>');
    expect(shown('Press <kbd>Ctrl</kbd>')).toContain('<kbd>Ctrl</kbd>');
    expect(shown('<details><summary>More</summary>\n\nThe **rest**.\n\n</details>')).toMatch(
      /<details[^>]*><summary[^>]*>More<\/summary>.*<strong>rest<\/strong>.*<\/details>/su,
    );
  });

  it.each([
    ['an attribute', '<sub onclick="alert(1)">x</sub>', /onclick/u],
    ['a script', '<details><script>alert(1)</script></details>', /<script/u],
    ['an end without a beginning', 'x</sub>', /<sub/u],
    ['a style', '<style>*{display:none}</style>', /<style/u],
  ])('has no other markup: %s', (_, text, forbidden) => {
    expect(shown(text)).not.toMatch(forbidden);
  });

  it('has footnotes of its own, which jump within the reply', () => {
    const two = renderToStaticMarkup(
      <>
        <MarkdownView text={'a[^1]\n\n[^1]: first'} />
        <MarkdownView text={'b[^1]\n\n[^1]: second'} />
      </>,
    );
    const ids = [...two.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThanOrEqual(4);
    expect(new Set(ids.filter((id) => id?.includes('fn'))).size).toBe(
      ids.filter((id) => id?.includes('fn')).length,
    );
    expect(two).not.toContain('href="#user-content-fn-1" target');
  });
});

describe('hostile text', () => {
  it.each([
    ['10,000 nested quotes', '>'.repeat(10_000) + ' deep'],
    ['10,000 nested list items', Array.from({ length: 2_000 }, (_, n) => `${'  '.repeat(n)}- x`).join('\n')],
    ['one line of 1 MB in a code block', '```js\n' + 'x'.repeat(1_000_000) + '\n```'],
    ['a table of 500 columns', `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n|${'b|'.repeat(500)}`],
    ['unclosed formulas', '\\('.repeat(20_000)],
    ['brackets', '['.repeat(30_000)],
    ['stars', '*a **b '.repeat(5_000)],
  ])('is rendered or shown as text: %s', (_, text) => {
    expect(shown(text).length).toBeGreaterThan(100);
  });
});

describe('splitBlocks', () => {
  const paragraph = `${'words '.repeat(300)}\n\n`;

  it('gives back the text, in blocks that begin with a paragraph or a heading', () => {
    const text = `# Title\n\n${paragraph.repeat(20)}1. one\n\n2. two\n\n${paragraph.repeat(20)}`;
    const blocks = splitBlocks(text);
    expect(blocks.length).toBeGreaterThan(2);
    expect(blocks.map((block) => block.text).join('')).toBe(text);
    expect(blocks.every((block) => /^(?:# Title|words|2\. )/u.test(block.text))).toBe(true);
  });

  it('never splits code', () => {
    const code = `\`\`\`\n${'line\n\nother\n\n'.repeat(2_000)}\`\`\`\n`;
    const blocks = splitBlocks(`${paragraph.repeat(10)}${code}${paragraph.repeat(10)}`);
    for (const { text } of blocks) expect((text.match(/```/gu)?.length ?? 0) % 2).toBe(0);
  });

  const longCode = `\`\`\`python\n${'x = 1\n\n    deep = 2\n'.repeat(3_000)}\`\`\`\n`;

  it('shows code of any length as code, with the text around it', () => {
    const text = `Before.\n\n${longCode}\nAfter **it**.`;
    expect(splitBlocks(text).map(({ kind }) => kind)).toEqual(['markdown', 'code', 'markdown']);
    expect(
      splitBlocks(text)
        .map((block) => block.text)
        .join(''),
    ).toBe(text);
    const html = shown(longCode);
    expect(html).toContain('<pre');
    expect(html).toContain('python');
    expect(html).not.toContain('```');
  });

  it('reads code that is still arriving', () => {
    expect(readFence('```js\na\n\nb')).toEqual({ language: 'js', code: 'a\n\nb' });
    expect(readFence('```js\na\n```\n')).toEqual({ language: 'js', code: 'a' });
    expect(readFence('~~~~\n```\na\n~~~~')).toEqual({ language: undefined, code: '```\na' });
  });

  it('of a text that grows gives the same blocks as of the whole text, and keeps the finished ones', () => {
    const text = `${paragraph.repeat(30)}${longCode}${paragraph.repeat(30)}|a|b|\n|-|-|\n${'|1|2|\n'.repeat(20)}`;
    let before: SplitText | undefined;
    for (let end = 0; end <= text.length; end += 997) {
      const grown = text.slice(0, end);
      const blocks = splitBlocks(grown, before);
      expect(blocks).toEqual(splitBlocks(grown));
      const finished = before?.blocks.slice(0, -1) ?? [];
      for (const [index, block] of finished.entries()) expect(blocks[index]).toBe(block);
      before = { text: grown, blocks };
    }
  });

  it('renders long lists in parts that go on counting', () => {
    const list = Array.from({ length: 2_000 }, (_, n) => `${String(n + 1)}. item of the list\n`).join('');
    const blocks = splitBlocks(list);
    expect(blocks.length).toBeGreaterThan(4);
    expect(blocks.every(({ kind }) => kind === 'markdown')).toBe(true);
    expect(shown(blocks[1]?.text ?? '')).toMatch(/<ol dir="auto" start="\d+">|<ol start="\d+"/u);
  });

  it('renders a long table in parts, as one table with one head', () => {
    const table = (rows: number) =>
      `|Name|Note|\n|:-|-:|\n${Array.from({ length: rows }, (_, n) => `|name ${String(n)}|*a* | b\n`).join('')}`;
    const text = `Before:\n\n${table(300)}\nAfter.`;
    expect(splitBlocks(text).map(({ kind }) => kind)).toEqual(['markdown', 'table', 'markdown']);
    const parts = splitTable(table(300));
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.map((part) => part.split('\n').slice(2).join('\n')).join('')).toBe(
      table(300).split('\n').slice(2).join('\n'),
    );
    const html = shown(table(300));
    expect(html.match(/<table/gu)).toHaveLength(1);
    expect(html.match(/<th /gu)).toHaveLength(2);
    expect(html).toContain('<em>a</em>');
    expect(splitBlocks(table(2_000)).map(({ kind }) => kind)).toEqual(['plain']);
  });

  it('keeps what is folded together, and footnotes with their references', () => {
    const folded = `<details><summary>All</summary>\n\n${paragraph.repeat(3)}</details>\n\n`;
    expect(splitBlocks(folded + paragraph).map(({ text }) => text)).toEqual([folded, paragraph]);
    const noted = `A claim.[^1]\n\n${paragraph.repeat(3)}[^1]: A book.`;
    expect(splitBlocks(noted)).toHaveLength(1);
    const before = noted.slice(0, -8);
    expect(splitBlocks(noted, { text: before, blocks: splitBlocks(before) })).toEqual(splitBlocks(noted));
  });

  it('takes deep indentation and bars in code for what they are', () => {
    const code = `\`\`\`\n${' '.repeat(200)}x ${'|'.repeat(4_000)}\n\`\`\`\n`;
    expect(splitBlocks(code).map(({ kind }) => kind)).toEqual(['code']);
  });
});

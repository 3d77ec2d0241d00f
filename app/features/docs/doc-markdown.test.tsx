import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DocMarkdown } from './doc-markdown';

const LONG = Array.from(
  { length: 1_500 },
  (_, index) =>
    `### Call ${String(index)}\n\n- \`name\`: text (at most **200** characters)\n- \`size\`: whole number\n`,
).join('\n');

it('reads a document once, as reading takes much longer than drawing', () => {
  const draw = (): [ms: number, html: string] => {
    const begun = process.cpuUsage();
    const html = renderToString(<DocMarkdown text={LONG} slug="long" />);
    return [process.cpuUsage(begun).user, html];
  };
  const [first, html] = draw();
  const [second, again] = draw();
  expect(again).toBe(html);
  expect(html).toContain('id="call-1499"');
  expect(second).toBeLessThan(first / 2);
});

it('reads another text, or another document, by itself', () => {
  const textOf = (text: string) => renderToString(<DocMarkdown text={text} slug="a" />);
  expect(textOf('## One')).toContain('One');
  expect(textOf('## Two')).toContain('Two');
});

import { expect, test } from 'vitest';
import { htmlToText } from './html-text.js';

test.each([
  ['paragraphs', '<p>One <b>bold</b>\n  word.</p><p>Two</p>', 'One bold word.\n\nTwo'],
  ['headings and lists', '<h1>Title</h1><ul><li>a<li>b <i>c</i></ul>end', 'Title\n\n- a\n- b c\n\nend'],
  ['tables', '<table><tr><th>Name<th>Score<tr><td>Anna<td>5</table>', 'Name\tScore\nAnna\t5'],
  [
    'tables with empty cells',
    '<table><tr><td></td><th>2024</th><th>2025</th></tr><tr><th>Sales</th><td> </td><td>5</td></tr></table>',
    '\t2024\t2025\nSales\t\t5',
  ],
  [
    'tables whose cells reach down and to the right',
    '<table><tr><th rowspan=2>Fee<td>Q1<td>100<tr><td>Q2<td>200<tr><th colspan="2" rowspan="2">none<td>300<tr><td>400<tr><td>a<td rowspan=2>b<tr><td>c<tr><td>d<td>e</table>',
    'Fee\tQ1\t100\n\tQ2\t200\nnone\t\t300\n\t\t400\na\tb\nc\nd\te',
  ],
  [
    'tables with paragraphs in their cells, as Word and wikis save them',
    '<table><tr><td><p>Name</p></td><td><p>Score</p></td></tr><tr><td><p>Anna</p></td><td><p>5</p></td></tr></table>end',
    'Name\tScore\nAnna\t5\n\nend',
  ],
  [
    'tables with several lines in a cell, or a table',
    '<table><tr><td>a<br>b</td><td>c</td></tr><tr><td><table><tr><td>d</td><td>e</td></tr></table></td><td><p>f</p></td></tr></table>',
    'a\nb\tc\nd\te\nf',
  ],
  ['line breaks and entities', 'a<br>b &amp; c&nbsp;d', 'a\nb & c d'],
  ['code as it stands', '<pre>a\n  b</pre>', 'a\n  b'],
  ['no scripts, styles or head', '<title>t</title><style>x</style><script>y</script><p>z</p><!-- c -->', 'z'],
  ['text inside nested blocks', '<div><div>a</div>b<section>c</section></div>', 'a\nb\nc'],
  ['broken markup', '<p>a<b>b</p>c</b></div>', 'ab\n\nc'],
  ['nothing', '', ''],
])('a web page becomes text: %s', (_, html, text) => {
  expect(htmlToText(html).replaceAll('\u00a0', ' ')).toBe(text);
});

test('a deeply nested page is no trouble', () => {
  expect(htmlToText(`${'<div>'.repeat(20_000)}deep`)).toBe('deep');
});

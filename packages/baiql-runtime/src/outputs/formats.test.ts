import { readZip } from './read-zip.js';
import { parse } from 'csv-parse/sync';
import mammoth from 'mammoth';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { result, runOutputs, spec } from '../test-support/run-outputs.js';

describe('one file for all', () => {
  test('as csv has the driver columns, the reply and the tracked values, in the order of the transactions', async () => {
    const results = [
      result(2, 'plain', { tracked: ['B'] }),
      result(1, 'with "quotes",\nlines; and ü', { tracked: ['A'] }),
      result(3, '', { values: [], tracked: [] }),
    ];
    const { text, files } = await runOutputs([spec('grades.csv')], results, { trackNames: ['GRADE'] });
    const content = await text('grades.csv');
    expect(content).toBe(
      '\ufeffName,reply,GRADE\r\nname 1,"with ""quotes"",\nlines; and ü",A\r\nname 2,plain,B\r\n,,\r\n',
    );
    expect(files).toMatchObject([{ path: '/data/output/grades.csv', sizeBytes: Buffer.byteLength(content) }]);
  });

  test.each(['one\ntwo', 'one\rtwo', 'one\r\ntwo'])(
    'as csv keeps a reply of several lines in one cell: %j',
    async (reply) => {
      const { text } = await runOutputs([spec('a.csv')], [result(1, reply), result(2, 'next')]);
      expect(await text('a.csv')).toBe(`\ufeffName,reply\r\nname 1,"${reply}"\r\nname 2,next\r\n`);
    },
  );

  test('spreads the keys of JSON replies over columns, in the order of their first appearance by number', async () => {
    const results = [
      result(2, '```json\n{"score": -2, "extra": [1, {"a": null}], "Name": "x"}\n```'),
      result(1, '{"comment": "good", "score": 5}'),
      result(3, '[1, 2]'),
    ];
    const { text } = await runOutputs(
      [spec('a.csv', 'aggregate', 'json'), spec('a.json', 'aggregate', 'json')],
      results,
    );
    expect(parse(await text('a.csv'), { bom: true })).toEqual([
      ['Name', 'comment', 'score', 'extra', 'Name_2', 'reply'],
      ['name 1', 'good', '5', '', '', ''],
      ['name 2', '', '-2', '[1,{"a":null}]', 'x', ''],
      ['name 3', '', '', '', '', '1; 2'],
    ]);
    expect(JSON.parse(await text('a.json'))).toEqual([
      { Name: 'name 1', comment: 'good', score: 5 },
      { Name: 'name 2', score: -2, extra: [1, { a: null }], Name_2: 'x' },
      { Name: 'name 3', reply: [1, 2] },
    ]);
  });

  test('has no column for what TRACK repeats from the keys, and one for what differs from its key anywhere', async () => {
    const results = [
      result(1, '{"grade": 2.5, "ok": true, "tags": ["a", "b"], "note": null, "points": 5}', {
        tracked: ['2.5', 'ON', '["a","b"]', '', '5'],
      }),
      result(2, '{"Grade": "good", "ok": false, "points": 5}', { tracked: ['good', 'OFF', '', '', '6'] }),
    ];
    const { text } = await runOutputs(
      [{ ...spec('a.csv', 'aggregate', 'json'), fields: [{ name: 'grade' }, { name: 'points' }] }],
      results,
      {
        trackNames: ['GRADE', 'OK', 'TAGS', 'NOTE', 'POINTS'],
      },
    );
    expect(parse(await text('a.csv'), { bom: true })).toEqual([
      ['Name', 'grade', 'points', 'OK', 'TAGS', 'NOTE', 'POINTS_2'],
      ['name 1', '2.5', '5', 'ON', '["a","b"]', '', '5'],
      ['name 2', 'good', '5', 'OFF', '', '', '6'],
    ]);
    const all = await runOutputs([spec('a.csv', 'aggregate', 'json')], results.slice(0, 1), {
      trackNames: ['GRADE', 'OK', 'TAGS', 'NOTE', 'POINTS'],
    });
    expect(parse(await all.text('a.csv'), { bom: true })[0]).toEqual([
      'Name',
      'grade',
      'ok',
      'tags',
      'note',
      'points',
    ]);
  });

  test('keeps every digit of a long number in a JSON reply', async () => {
    const reply = '{"parcel": 92748999985493513034, "weight": 1.5}';
    const { text } = await runOutputs([spec('a.csv', 'aggregate', 'json')], [result(1, reply)]);
    expect(await text('a.csv')).toContain('92748999985493513034,1.5');
  });

  test('keeps keys that JavaScript would lose', async () => {
    const { text } = await runOutputs(
      [spec('a.json', 'aggregate', 'json')],
      [result(1, '{"b":1,"__proto__":2,"7":3}')],
    );
    expect(await text('a.json')).toBe(
      '[\n  {\n    "Name": "name 1",\n    "7": 3,\n    "b": 1,\n    "__proto__": 2\n  }\n]\n',
    );
  });

  test('as txt heads each reply with its number and name', async () => {
    const { text } = await runOutputs(
      [spec('all.txt')],
      [result(1, 'one\n\n', { tracked: ['A'] }), result(2, 'two')],
      {
        trackNames: ['GRADE'],
      },
    );
    expect(await text('all.txt')).toBe(
      '--- 1: item 1 ---\nGRADE: A\n\none\n\n--- 2: item 2 ---\nGRADE: \n\ntwo\n',
    );
  });

  test('as xlsx opens with numbers as numbers and texts as texts', async () => {
    const reply =
      '{"score": 4.5, "note": "a <b> & \\"c\\"\\n_x0041_ \\u0000end", "minus": -3, "huge": 1e999, "ok": true}';
    const { bytes } = await runOutputs(
      [spec('a.xlsx', 'aggregate', 'json')],
      [result(1, reply, { values: ['007'] })],
    );
    expect(await readSheet(await bytes('a.xlsx'))).toEqual([
      ['Name', 'score', 'note', 'minus', 'huge', 'ok'],
      ['007', 4.5, 'a <b> & "c"\n_x0041_ end', -3, 'Infinity', 'true'],
    ]);
  });

  test('as xlsx has cells no longer than Excel takes', async () => {
    const { bytes } = await runOutputs([spec('a.xlsx')], [result(1, '='.repeat(40_000))]);
    const [, row] = await readSheet(await bytes('a.xlsx'));
    expect(String(row?.[1])).toHaveLength(32_767);
    expect(String(row?.[1])).toMatch(/^=+ … \[cut: an Excel cell holds no more\]$/u);
  });

  test('as docx turns Markdown into headings, lists and tables', async () => {
    const reply =
      '## Result\nGood **work** and *style*, `x`\n- one\n  - two\n1. first\n\n| a | b |\n|---|---|\n| 1 | 2 |\n```\ncode\n```';
    const { bytes } = await runOutputs([spec('a.docx')], [result(1, reply), result(2, 'second \u0001')]);
    const { value: html } = await mammoth.convertToHtml({ buffer: await bytes('a.docx') });
    expect(html).toContain(
      '<h1>1. item 1</h1><h2>Result</h2><p>Good <strong>work</strong> and <em>style</em>, x</p>',
    );
    expect(html).toContain('<ul><li>one<ul><li>two</li></ul></li></ul><p>1. first</p>');
    expect(html).toMatch(
      /<table>.*<strong>a<\/strong>.*<p>2<\/p>.*<\/table><p>code<\/p><h1>2. item 2<\/h1><p>second <\/p>/u,
    );
  });

  test.each([
    ['**bold _and italic_**', '<p><strong>bold <em>and italic</em></strong></p>'],
    [
      '[our site](https://example.org/a?b=1&c=2)',
      '<p><a href="https://example.org/a?b=1&amp;c=2">our site</a></p>',
    ],
    ['[a file](notes.txt)', '<p>a file (notes.txt)</p>'],
    ['Dear Anna,\nwell done.\n\nYours', '<p>Dear Anna,<br />well done.</p><p>Yours</p>'],
    ['> quoted\n\nnot', '<p>quoted</p><p>not</p>'],
    ['3. three\n4. four', '<p>3. three</p><p>4. four</p>'],
    ['- one\n\n  more of one\n- two', '<ul><li>one</li></ul><p>more of one</p><ul><li>two</li></ul>'],
    ['- [x] done\n- [ ] to do', '<ul><li>☑ done</li><li>☐ to do</li></ul>'],
    ['2 \\* 3 &amp; ~~four~~<br>five', '<p>2 * 3 &amp; <s>four</s><br />five</p>'],
    ['<b>as written</b>', '<p>&lt;b&gt;as written&lt;/b&gt;</p>'],
    ['my_file_name and 5 * 4 * 3', '<p>my_file_name and 5 * 4 * 3</p>'],
    ['\\(a_1*b\\) and \\(c*d_1\\)', '<p>\\(a_1*b\\) and \\(c*d_1\\)</p>'],
    [
      'So\n\n\\[\nA \\\\\n- b\n\\]\n\nholds.',
      '<p>So</p><p>\\[<br />A \\\\<br />- b<br />\\]</p><p>holds.</p>',
    ],
    ['$$x*y*z$$', '<p>$$x*y*z$$</p>'],
    ['from $5 to $10, \\(never closed', '<p>from $5 to $10, (never closed</p>'],
    ['`\\(a\\)`', '<p>\\(a\\)</p>'],
  ])('as docx says %j', async (reply, expected) => {
    const { bytes } = await runOutputs([spec('a.docx', 'separate')], [result(1, reply)]);
    const { value: html } = await mammoth.convertToHtml({ buffer: await bytes('a-0001.docx') });
    expect(html).toBe(expected);
  });

  test('as docx run from right to left where they are written so, paragraph by paragraph', async () => {
    const reply = [
      '# تقرير عن {Mira}',
      'שלום **עולם**, see the notes.',
      '1. أولا',
      'An English paragraph about سلام.',
      '| الاسم | الدرجة |\n| --- | --- |\n| ليلى | 12 |',
    ].join('\n\n');
    const { bytes } = await runOutputs([spec('a.docx', 'separate')], [result(1, reply)]);
    const parts = await readZip(await bytes('a-0001.docx'));
    const xml = Buffer.from(parts.find(({ name }) => name === 'word/document.xml')?.content ?? []).toString();
    const paragraphs = xml.match(/<w:p>.*?<\/w:p>/gu) ?? [];
    const isDirected = (words: string): boolean | undefined =>
      paragraphs.find((each) => each.includes(words))?.includes('<w:bidi/>');
    expect(['تقرير', 'שלום', 'أولا', 'ليلى'].map(isDirected)).toEqual([true, true, true, true]);
    expect(isDirected('An English')).toBe(false);
    expect(xml).toContain('<w:rPr><w:rtl/></w:rPr><w:t xml:space="preserve">שלום </w:t>');
    expect(xml).toMatch(/<w:b\/>(?:<w:bCs\/>)?<w:rtl\/><\/w:rPr><w:t xml:space="preserve">עולם</u);
    expect(xml).toContain('<w:bidiVisual/>');
  });

  test.each([
    ['Hello, Grüße', ['w:eastAsia="Calibri"', 'w:cs="Calibri"'], 'w:lang'],
    ['漢字とかな', ['w:eastAsia="Yu Gothic"', '<w:lang w:eastAsia="ja-JP"/>'], 'zh-CN'],
    ['汉字', ['w:eastAsia="Microsoft YaHei"', '<w:lang w:eastAsia="zh-CN"/>'], 'ja-JP'],
    ['한국어와 漢字', ['w:eastAsia="Malgun Gothic"', '<w:lang w:eastAsia="ko-KR"/>'], 'zh-CN'],
    ['مرحبا', ['w:cs="Arial"', '<w:lang w:bidi="ar-SA"/>'], 'eastAsia="Yu'],
    ['नमस्ते', ['w:cs="Nirmala UI"', '<w:lang w:bidi="hi-IN"/>'], 'ar-SA'],
  ])('as docx have fonts and languages for what %s is written in', async (reply, expected, unexpected) => {
    const { bytes } = await runOutputs([spec('a.docx', 'separate')], [result(1, reply)]);
    const parts = await readZip(await bytes('a-0001.docx'));
    const styles = Buffer.from(
      parts.find(({ name }) => name === 'word/styles.xml')?.content ?? '',
    ).toString();
    for (const each of expected) expect(styles).toContain(each);
    expect(styles).not.toContain(unexpected);
  });

  test('as docx is the same bytes for the same replies, links among them', async () => {
    const results = [result(1, '[a](https://example.org) [b](https://example.com)')];
    const [one, other] = await Promise.all(
      [1, 2].map(async () => (await runOutputs([spec('a.docx')], results)).bytes('a.docx')),
    );
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
  });

  test('as docx keeps every word of what nobody could nest @soak', async () => {
    const reply = `${'> '.repeat(20_000)}the end`;
    const { bytes } = await runOutputs([spec('a.docx')], [result(1, reply)]);
    const { value } = await mammoth.extractRawText({ buffer: await bytes('a.docx') });
    expect(value).toContain('the end');
  });

  test('of no results is an empty table', async () => {
    const { text, bytes } = await runOutputs(
      [spec('a.csv'), spec('a.json'), spec('a.txt'), spec('a.xlsx'), spec('a.docx')],
      [],
    );
    expect(await text('a.csv')).toBe('\ufeffName,reply\r\n');
    expect(await text('a.json')).toBe('[]\n');
    expect(await text('a.txt')).toBe('');
    expect(await readSheet(await bytes('a.xlsx'))).toEqual([['Name', 'reply']]);
    expect((await mammoth.extractRawText({ buffer: await bytes('a.docx') })).value).toBe('');
  });
});

describe('a spreadsheet', () => {
  test.each([
    '=1+1',
    '+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1+1',
    '\n\n  =1+1',
    ' +1',
    '\u00a0@SUM(A1)',
    '\u200b=1+1',
    '\n\t=1',
    '\n-1+1',
  ])('never runs a cell that begins as a formula: %j', async (text) => {
    const hostile = result(1, text, { values: [text], tracked: [text] });
    const run1 = await runOutputs([spec('a.csv'), spec('a.xlsx')], [hostile], {
      trackNames: ['T'],
      failures: [{ number: 2, label: text, reason: text }],
    });
    const [, csv = []] = parse(await run1.text('a.csv'), { bom: true });
    expect(csv).toEqual([`'${text}`, `'${text}`, `'${text}`]);
    // A text of a workbook is typed as one, and stays as it is.
    const [, sheet] = await readSheet(await run1.bytes('a.xlsx'), { trim: false });
    expect(sheet).toEqual([text, text, text]);
    expect(parse(await run1.text('a.csv.errors.csv'), { bom: true })[1]).toEqual([
      '2',
      `'${text}`,
      `'${text}`,
    ]);
  });

  test.each(['-1', '-99,90', '-1.250,00'])('leaves a negative number as it is: %j', async (amount) => {
    const row = result(1, amount, { values: [amount], tracked: [amount] });
    const { text, bytes } = await runOutputs([spec('a.csv'), spec('a.xlsx')], [row], { trackNames: ['T'] });
    const [, csv = []] = parse(await text('a.csv'), { bom: true });
    expect(csv).toEqual([amount, amount, amount]);
    expect((await readSheet(await bytes('a.xlsx')))[1]).toEqual(csv);
  });
});

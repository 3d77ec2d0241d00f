import mammoth from 'mammoth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentReader } from './index.js';
import { makeDocx, makeWordFile } from './test-support/make-documents.js';
import { makeReadings } from './test-support/readings.js';

let place: Awaited<ReturnType<typeof makeReadings>>;
let reader: DocumentReader;
beforeAll(async () => {
  place = await makeReadings();
  reader = place.reader({ maxProcesses: 1, timeoutMs: 60_000, totalTimeoutMs: 60_000 });
});
afterAll(() => place.close());

async function read(body: string, others: Record<string, string> = {}, name = 'contract.docx') {
  return reader.read(await place.save(name, await makeWordFile(body, others)));
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const run = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const item = (text: string, level: number, list = '1'): string =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

const STYLES = `<w:styles ${WORD}><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Clause"><w:basedOn w:val="H1"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`;
const level = (at: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const NUMBERING =
  `<w:numbering ${WORD}><w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2')}${level(2, 'lowerLetter', '(%3)')}${level(3, 'lowerRoman', '%4)')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="8">${level(0, 'bullet', '\uf0b7')}${level(1, 'bullet', 'o')}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>' +
  '<w:num w:numId="3"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num></w:numbering>';

describe('a Word document has', () => {
  test('headings, and bold and italic words', async () => {
    const body =
      paragraph(run('Lease'), '<w:pStyle w:val="H1"/>') +
      paragraph(run('Rent', '<w:b/>'), '<w:pStyle w:val="Clause"/>') +
      paragraph(
        run('The rent is ') + run('due ', '<w:b/>') + run('monthly', '<w:i/>') + run('.', '<w:b w:val="0"/>'),
      );
    const { text } = await read(body, { 'word/styles.xml': STYLES });
    expect(text).toBe('# Lease\n\n## Rent\n\nThe rent is **due** *monthly*.\n');
  });

  test('clauses with their numbers, as Word shows them', async () => {
    const body = [
      item('Parties', 0),
      item('The landlord', 1),
      item('a person', 2),
      item('a company', 2),
      item('of this country', 3),
      item('The tenant', 1),
      item('Rent', 0),
      item('The rent', 1),
      paragraph(run('In between')),
      item('Begins anew', 0, '3'),
      item('a bullet', 0, '2'),
      item('a smaller one', 1, '2'),
    ].join('');
    const { text } = await read(body, { 'word/numbering.xml': NUMBERING });
    expect(text.trim().split('\n\n')).toEqual([
      '1. Parties',
      '  1.1 The landlord',
      '    (a) a person',
      '    (b) a company',
      '      i) of this country',
      '  1.2 The tenant',
      '2. Rent',
      '  2.1 The rent',
      'In between',
      '1. Begins anew',
      '- a bullet',
      '  - a smaller one',
    ]);
  });

  test('tables, with what stands below joined cells in its column', async () => {
    const cell = (text: string, properties = ''): string =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`;
    const body =
      `<w:tbl><w:tr>${cell('Fee')}${cell('Amount | EUR', '<w:gridSpan w:val="2"/>')}</w:tr>` +
      `<w:tr>${cell('Hosting', '<w:vMerge w:val="restart"/>')}${cell('Q1')}${cell('100')}</w:tr>` +
      `<w:tr>${cell('', '<w:vMerge/>')}${cell('Q2')}${cell('200')}</w:tr></w:tbl>`;
    expect((await read(body)).text).toBe(
      '| Fee | Amount \\| EUR |  |\n| --- | --- | --- |\n| Hosting | Q1 | 100 |\n|  | Q2 | 200 |\n',
    );
  });

  test('notes, comments with who made them, links, headers and footers, each once', async () => {
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const relationship = (id: string, target: string, mode = '') =>
      `<Relationship Id="${id}" Type="${office}/x" Target="${target}" ${mode}/>`;
    const section = `<w:sectPr xmlns:r="${office}"><w:headerReference w:type="default" r:id="h1"/><w:headerReference w:type="first" r:id="h2"/><w:footerReference w:type="default" r:id="f1"/></w:sectPr>`;
    const body =
      paragraph(
        `${run('Estimated')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' by ')}` +
          `<w:hyperlink xmlns:r="${office}" r:id="l1">${run('Acme')}</w:hyperlink>` +
          `${run(' in May')}<w:r><w:commentReference w:id="0"/></w:r>`,
      ) + section;
    const { text } = await read(body, {
      'word/_rels/document.xml.rels': `<Relationships>${relationship('l1', 'https://acme.test/a?b=1&amp;c=2', 'TargetMode="External"')}${relationship('h1', 'header1.xml')}${relationship('h2', 'header2.xml')}${relationship('f1', 'footer1.xml')}</Relationships>`,
      'word/footnotes.xml': `<w:footnotes ${WORD}><w:footnote w:type="separator" w:id="-1">${paragraph(run('---'))}</w:footnote><w:footnote w:id="2">${paragraph(run('By the board.'))}</w:footnote></w:footnotes>`,
      'word/comments.xml': `<w:comments ${WORD}><w:comment w:id="0" w:author="Ann Lee">${paragraph(run('Which year?'))}</w:comment></w:comments>`,
      'word/header1.xml': `<w:hdr ${WORD}>${paragraph(run('Confidential'))}</w:hdr>`,
      'word/header2.xml': `<w:hdr ${WORD}>${paragraph(run('Confidential'))}</w:hdr>`,
      'word/footer1.xml': `<w:ftr ${WORD}>${paragraph(run('Page 1'))}</w:ftr>`,
    });
    expect(text.trim().split('\n\n')).toEqual([
      'Header: Confidential',
      'Estimated[^1] by [Acme](https://acme.test/a?b=1&c=2) in May[comment 1]',
      '[^1]: By the board.',
      '[comment 1] Ann Lee: Which year?',
      'Footer: Page 1',
    ]);
  });

  test('its tracked changes as accepted, and says so', async () => {
    const body =
      paragraph(
        `${run('Payment within ')}<w:del w:author="A"><w:r><w:delText>30</w:delText></w:r></w:del><w:ins w:author="A">${run('14')}</w:ins>${run(' days')}`,
      ) +
      paragraph(run('One'), '<w:rPr><w:del w:author="A"/></w:rPr>') +
      paragraph(run(' sentence')) +
      `<w:tbl><w:tr><w:trPr><w:del w:author="A"/></w:trPr><w:tc>${paragraph(run('gone'))}</w:tc><w:tc>${paragraph(run('x'))}</w:tc></w:tr><w:tr><w:tc>${paragraph(run('kept'))}</w:tc><w:tc>${paragraph(run('y'))}</w:tc></w:tr></w:tbl>`;
    const { text, notice } = await read(body);
    expect(text).toBe('Payment within 14 days\n\nOne sentence\n\n| kept | y |\n| --- | --- |\n');
    expect(notice).toBe('Its tracked changes were read as if accepted.');
  });

  test('what stands in boxes, ruby, equations, and runs of another direction', async () => {
    const box = `<w:txbxContent>${paragraph(run('In a box'))}</w:txbxContent>`;
    const math = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
    const body =
      paragraph(
        `${run('Beside it')}<w:r><mc:AlternateContent xmlns:mc="c"><mc:Choice><w:drawing><wps:txbx xmlns:wps="s">${box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox xmlns:v="v">${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      ) +
      paragraph(
        `<w:r><w:pict><v:group xmlns:v="v"><v:oval><v:textbox>${box.replace('a box', 'an oval')}</v:textbox></v:oval></v:group></w:pict></w:r>`,
      ) +
      paragraph(
        `<w:r><w:ruby><w:rubyPr/><w:rt>${run('かんじ')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r>`,
      ) +
      paragraph(`<w:dir w:val="rtl">${run('אחד')}</w:dir><w:bdo w:val="ltr">${run(' two')}</w:bdo>`) +
      paragraph(
        `<m:oMath xmlns:m="m">${math('x=')}<m:f><m:num>${math('a')}</m:num><m:den>${math('b+c')}</m:den></m:f><m:rad><m:e>${math('2')}</m:e></m:rad><m:sSup><m:e>${math('y')}</m:e><m:sup>${math('2')}</m:sup></m:sSup></m:oMath>`,
      );
    expect((await read(body)).text.trim().split('\n\n')).toEqual([
      'Beside it',
      'In a box',
      'In an oval',
      '漢字(かんじ)',
      'אחד two',
      'x=a/(b+c)√2y^2',
    ]);
  });

  test('no text that it hides', async () => {
    const { text } = await read(paragraph(run('Seen') + run(' unseen', '<w:vanish/>')));
    expect(text).toBe('Seen\n');
  });
});

describe('a Word document is read', () => {
  test.each(['memo.docm', 'memo.dotx'])('as %s', async (name) => {
    expect((await read(paragraph(run('Dear Ann')), {}, name)).text).toBe('Dear Ann\n');
  });

  test('with a few bytes behind its end', async () => {
    const bytes = Buffer.concat([await makeDocx(['Dear Ann']), Buffer.from('\r\n\0')]);
    expect((await reader.read(await place.save('mailed.docx', bytes))).text).toBe('Dear Ann\n');
  });

  test('with all the words that another reader finds', async () => {
    const body = [
      item('Parties', 0),
      paragraph(run('The ') + run('rent', '<w:b/>')),
      paragraph(run('&lt;due&gt;')),
    ].join('');
    const file = await makeWordFile(body, { 'word/numbering.xml': NUMBERING });
    const { value } = await mammoth.extractRawText({ buffer: file });
    const { text } = await reader.read(await place.save('both.docx', file));
    for (const word of value.split(/\s+/u).filter(Boolean)) expect(text.replaceAll('*', '')).toContain(word);
  });

  test('with ten thousand headings and 140,000 runs, within its memory @soak', async () => {
    const heading = paragraph(run('Part'), '<w:pStyle w:val="H1"/>');
    const words = paragraph(run('word ', '<w:b/>').repeat(14));
    const small = place.reader({ maxProcesses: 1, memoryMb: 512, timeoutMs: 60_000, totalTimeoutMs: 60_000 });
    const file = await place.save(
      'thesis.docx',
      await makeWordFile((heading + words).repeat(10_000), { 'word/styles.xml': STYLES }),
    );
    const { text } = await small.read(file);
    expect(text.match(/^# Part$/gmu)).toHaveLength(10_000);
    expect(text.match(/word/gu)).toHaveLength(140_000);
  });
});

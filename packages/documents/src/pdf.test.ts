import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentReader } from './index.js';
import { makeDrawnPdf, makeFormObject, show } from './test-support/make-documents.js';
import { makeReadings } from './test-support/readings.js';

let place: Awaited<ReturnType<typeof makeReadings>>;
let reader: DocumentReader;
beforeAll(async () => {
  place = await makeReadings();
  reader = place.reader({ maxProcesses: 1, timeoutMs: 60_000, totalTimeoutMs: 60_000 });
});
afterAll(() => place.close());

const read = async (pdf: Buffer, options = {}) =>
  reader.read(await place.save('page.pdf', pdf), { acceptEmpty: true, ...options });

const SUPPORT = path.join(import.meta.dirname, 'test-support');

const LEFT = [
  'The harbor was quiet before the storm',
  'came over the bay, and the boats were',
  'tied to the old pier, while the keeper',
  'of the lighthouse watched the gulls go',
  'inland, one after the other, until the',
  'sky above the village was empty again',
];
const RIGHT = [
  'Nobody had seen such waves since the',
  'great winter of their childhood, when',
  'the ice had broken the church wall and',
  'taken both of its bells down into the',
  'bay, where they are said to ring still',
  'whenever the wind turns to the north',
];

describe('the text of a PDF', () => {
  test('has its columns one after the other, below the heading across both @soak', async () => {
    const program = [
      show(
        'An evening before the great storm of the year, as people remember it in the village today',
        50,
        760,
      ),
      // Line by line, as some programs draw.
      ...LEFT.flatMap((line, index) => [
        show(line, 50, 730 - index * 14),
        show(RIGHT[index] ?? '', 320, 730 - index * 14),
      ]),
    ].join('\n');
    const { text } = await read(makeDrawnPdf(program));
    expect(text.split('\n').slice(1)).toEqual([...LEFT, ...RIGHT]);
  });

  test('loses nothing of a line that begins across both columns', async () => {
    const program = [
      show('An evening before the great storm of the year, as people remember', 50, 760),
      show('page 12', 480, 760),
      ...LEFT.flatMap((line, index) => [
        show(line, 50, 730 - index * 14),
        show(RIGHT[index] ?? '', 320, 730 - index * 14),
      ]),
    ].join('\n');
    const { text } = await read(makeDrawnPdf(program));
    expect(text.split('\n')).toEqual([
      'An evening before the great storm of the year, as people remember\tpage 12',
      ...LEFT,
      ...RIGHT,
    ]);
  });

  test('has the columns also where their lines are at different heights', async () => {
    const program = LEFT.flatMap((line, index) => [
      show(line, 50, 730 - index * 14),
      show(RIGHT[index] ?? '', 320, 723 - index * 14),
    ]).join('\n');
    expect((await read(makeDrawnPdf(program))).text.split('\n')).toEqual([...LEFT, ...RIGHT]);
  });

  test('has the rows of a table as lines, in whichever order the cells were drawn', async () => {
    const rows = [
      ['Rent', '1,200.00', 'DISTRICT DIRECTOR'],
      ['Heating', '37,499.96', 'PAID'],
      ['Water', '12.00', 'OPEN'],
      ['Power', '80.10', 'OPEN'],
      ['Waste', '5.00', 'PAID'],
      ['Total', '38,797.06', 'PAID'],
    ];
    const program = rows.flatMap(([name = '', amount = '', state = ''], index) => [
      show(state, 300, 700 - index * 14),
      show(amount, 200, 700 - index * 14),
      show(name, 50, 700 - index * 14),
    ]);
    const { text } = await read(makeDrawnPdf(program.join('\n')));
    expect(text.split('\n')).toEqual(rows.map((row) => row.join('\t')));
  });

  test('has lines of Arabic, as a browser prints them, in the order of reading', async () => {
    const { text } = await reader.read(path.join(SUPPORT, 'arabic.pdf'));
    expect(text).toBe('كان الميناء هادئا قبل العاصفة\nوكانت القوارب (12 قاربا) مربوطة إلى الرصيف القديم');
  });

  test('has vertical lines of Japanese from right to left', async () => {
    const { text } = await reader.read(path.join(SUPPORT, 'japanese-vertical.pdf'));
    expect(text.replaceAll('\n', '')).toBe(
      '嵐の前の港はとても静かでした。古い桟橋には小さな船がつながれ、灯台の番人は鳥が一羽ずつ陸の方へ飛んで行くのを見ていました。村の上の空はまた空っぽになりました。',
    );
  });

  test('has blanks where pieces of a line are apart, and none where they touch', async () => {
    // "Net" is 16.1 points wide in Helvetica at 10.
    const program = [show('Net', 50, 700), show('work', 66.2, 700), show('income', 91, 700)].join('\n');
    expect((await read(makeDrawnPdf(program))).text).toBe('Network income');
  });

  test('keeps a raised sign with its line', async () => {
    const program = [show('The area is 12 m', 50, 700), 'BT /F1 6 Tf 122 704 Td (2) Tj ET'].join('\n');
    expect((await read(makeDrawnPdf(program))).text).toBe('The area is 12 m2');
  });

  test('has text that runs up the page, after the rest', async () => {
    const sideways = 'BT /F1 10 Tf 0 1 -1 0 30 100 Tm (Draft of May) Tj ET';
    const { text } = await read(
      makeDrawnPdf([sideways, show('Minutes', 50, 700), show('Agenda', 50, 680)].join('\n')),
    );
    expect(text).toBe('Minutes\nAgenda\nDraft of May');
  });

  test('is what was typed onto a page that has nothing else', async () => {
    const note =
      '<< /Type /Annot /Subtype /FreeText /F 4 /Rect [50 600 300 640] /DA (/F1 12 Tf) /Contents (Please call Ann.) >>';
    expect((await read(makeDrawnPdf('', { annotations: [note] }))).text).toBe('Please call Ann.');
  });

  test('has who signed it, where that is seen', async () => {
    const signature =
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (s1) /F 4 /Rect [50 100 350 160] /AP << /N 7 0 R >> >>';
    const shown = `${show('Signed by Jane Doe', 5, 40)} ${show('on 2026-05-04', 5, 20)}`;
    const pdf = makeDrawnPdf(show('Contract', 50, 700), {
      annotations: [signature],
      catalog: '/AcroForm << /Fields [6 0 R] /SigFlags 3 >>',
      others: [makeFormObject(shown)],
    });
    expect((await read(pdf)).text).toBe('Contract\n\nSignature: Signed by Jane Doe on 2026-05-04');
  });

  test('is not a layer of other characters than the page shows: OCR is offered', async () => {
    const codes = Array.from(
      { length: 40 },
      (_, index) => `\\${((index % 26) + 1).toString(8).padStart(3, '0')}`,
    );
    const found = await read(makeDrawnPdf(show(codes.join(''), 50, 700)));
    expect(found).toMatchObject({
      text: '',
      notice:
        'The text layer of page.pdf is unreadable: its fonts don’t say which letters their shapes are. ' +
        'Turn on OCR to read what the page shows.',
    });
  });

  test('has the fields of a dynamic form, never its notice to wait', async () => {
    const { text } = await read(makeXfaForm());
    expect(text).toContain('Your name');
    expect(text).toContain('Jane Doe');
    expect(text).not.toContain('Please wait');
  });

  test('is refused with what to do, where a dynamic form cannot be read', async () => {
    const notice =
      'Please wait... If this message is not replaced, your PDF viewer may not be able to show it.';
    await expect(read(makeDrawnPdf(show(notice, 50, 700)))).rejects.toMatchObject({
      code: 'unsupported',
      message: 'page.pdf is a dynamic form (XFA). Print it to a PDF first, and use that.',
    });
  });
});

/** A form whose only page says to wait, and whose fields are in XML. */
function makeXfaForm(): Buffer {
  const template =
    '<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form1" layout="tb"><pageSet><pageArea name="Page1" id="Page1"><contentArea x="0.25in" y="0.25in" w="8in" h="10.5in"/><medium stock="letter" short="8.5in" long="11in"/></pageArea></pageSet>' +
    '<subform name="part" layout="tb"><draw name="title" w="3in" h="0.4in"><value><text>Your name</text></value></draw>' +
    '<field name="person" w="3in" h="0.4in"><ui><textEdit/></ui></field></subform></subform></template>';
  const data =
    '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form1><part><person>Jane Doe</person></part></form1></xfa:data></xfa:datasets>';
  const xdp = `<?xml version="1.0"?><xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${template}${data}</xdp:xdp>`;
  return makeDrawnPdf(show('Please wait... your PDF viewer may not be able to show it.', 50, 700), {
    catalog: '/NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >>',
    others: [`<< /Length ${xdp.length} >>\nstream\n${xdp}\nendstream`],
  });
}

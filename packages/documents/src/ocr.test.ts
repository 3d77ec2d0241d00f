import path from 'node:path';
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentReader } from './index.js';
import { drawLines, makePdf, turnImage } from './test-support/make-documents.js';
import { makeReadings } from './test-support/readings.js';

let place: Awaited<ReturnType<typeof makeReadings>>;
let reader: DocumentReader;
beforeAll(async () => {
  place = await makeReadings();
  reader = place.reader({ maxProcesses: 1, timeoutMs: 60_000 });
});
afterAll(() => place.close());

const read = async (name: string, canvas: Canvas, langs: readonly string[] = ['eng']) =>
  reader.read(await place.save(name, canvas.encodeSync('png')), { ocr: true, langs, acceptEmpty: true });

const LEFT = [
  'The harbor was quiet',
  'before the storm came',
  'and the boats were',
  'tied to the old pier',
  'while the keeper of',
  'the lighthouse watched',
  'the gulls turn inland',
  'one after the other',
];
const RIGHT = [
  'Nobody in the village',
  'had seen such waves',
  'since the great winter',
  'of their childhood',
  'when the ice had broken',
  'the wall of the church',
  'and taken both bells',
  'down into the bay',
];
const PAGE = { width: 520, height: 570 };

/** Two columns of print side by side. */
function columns(): Canvas {
  const page = createCanvas(1_240, PAGE.height);
  const context = page.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, page.width, page.height);
  context.drawImage(drawLines(LEFT, PAGE), 0, 0);
  context.drawImage(drawLines(RIGHT, PAGE), 700, 0);
  return page;
}

/** No data for this script are installed. */
const HEBREW = ['בית הספר נמצא ליד הנהר', 'והילדים הולכים לשם בבוקר', 'עם הספרים שלהם בתיק', 'ושרים כל הדרך'];

describe('OCR', () => {
  test('reads columns one after the other, and says in which languages and how surely', async () => {
    const { text, ocr } = await read('columns.png', columns());
    expect(text.split(/\s+/u).join(' ')).toBe([...LEFT, ...RIGHT].join(' '));
    expect(ocr).toMatchObject({ langs: ['eng'] });
    expect(ocr?.confidence).toBeGreaterThan(80);
  });

  test.each([1, 2, 3] as const)('reads a page that was turned by %s quarters', async (turns) => {
    const page = drawLines(LEFT.slice(0, 4), PAGE);
    const { text } = await read('turned.png', turnImage(page, turns));
    expect(text.split(/\s+/u).join(' ')).toBe(LEFT.slice(0, 4).join(' '));
  });

  test('finds no words in a photo of a landscape', async () => {
    const found = await read('landscape.png', landscape());
    expect(found).toMatchObject({ text: '', ocrUsed: true, ocr: null });
  });

  test('hands nothing over that it is unsure of, and says what to do @soak', async () => {
    const page = drawLines(HEBREW, { width: 700, height: 320 });
    const found = await read('letter.png', page, ['eng']);
    expect(found).toMatchObject({ text: '', ocr: null });
    expect(found.notice).toMatch(
      /^letter\.png couldn’t be read well: OCR in English is only \d+% sure\. Send it as an image, choose another OCR language, or use a sharper scan\.$/u,
    );
    const file = await place.save('letter.png', page.encodeSync('png'));
    await expect(reader.read(file, { ocr: true, langs: ['eng'] })).rejects.toMatchObject({
      code: 'no-text',
      message: found.notice,
    });
  });

  test('reads a phone’s photo of a page: twelve megapixels, turned @soak', async () => {
    const sheet = drawLines(LEFT, { width: 620, height: 640 });
    const photo = createCanvas(4_032, 3_024);
    const context = photo.getContext('2d');
    context.fillStyle = '#8a7f70';
    context.fillRect(0, 0, photo.width, photo.height);
    context.drawImage(sheet, 900, 300, 2_480, 2_560);
    const { text } = await read('photo.jpg', turnImage(photo, 1));
    expect(text.split(/\s+/u).join(' ')).toContain(LEFT.join(' '));
  });

  test('reads hundreds of scanned pages up to its limit, and leaves the others empty @soak', async () => {
    const scans = makePdf(Array.from({ length: 500 }, (_, index) => ({ scan: `Page ${String(index + 1)}` })));
    const file = await place.save('scans.pdf', scans);
    const { perPage, pageCount } = await reader.read(file, { ocr: true, maxOcrPages: 3, acceptEmpty: true });
    expect(pageCount).toBe(500);
    expect(perPage.slice(0, 5).map(({ text }) => text)).toEqual(['Page 1', 'Page 2', 'Page 3', '', '']);
  });

  test.each([
    ['Arabic @soak', 'arabic-scan.webp', 'ara', 'وكانت القوارب مربوطة إلى الرصيف القديم'],
    ['Japanese @soak', 'japanese-scan.webp', 'jpn', '嵐の前の港はとても静かでした。'],
  ])('reads a page in %s in its own script, though English was chosen', async (_, name, lang, line) => {
    const file = path.join(import.meta.dirname, 'test-support', name);
    const { text, ocr } = await reader.read(file, { ocr: true, langs: ['eng'] });
    expect(text).toContain(line);
    expect(ocr?.langs).toEqual([lang]);
  });

  test('reads print on a transparent image', async () => {
    const print = createCanvas(480, 120);
    const context = print.getContext('2d');
    context.font = '48px Print';
    context.fillText('Clear as glass', 20, 80);
    expect((await read('glass.png', print)).text).toBe('Clear as glass');
  });
});

/** Sky, hills and a speckled meadow. */
function landscape(): Canvas {
  const canvas = createCanvas(1_200, 800);
  const context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, 0, 500);
  sky.addColorStop(0, '#3f7fc1');
  sky.addColorStop(1, '#d8e6f2');
  context.fillStyle = sky;
  context.fillRect(0, 0, 1_200, 800);
  for (let hill = 0; hill < 5; hill += 1) {
    context.fillStyle = `rgb(${40 + hill * 12}, ${90 + hill * 15}, 60)`;
    context.beginPath();
    context.ellipse(120 + hill * 260, 640, 320, 160 + hill * 12, 0, 0, Math.PI * 2);
    context.fill();
  }
  for (let spot = 0; spot < 3_000; spot += 1) {
    const [x, y] = [(spot * 7_919) % 1_200, 560 + ((spot * 104_729) % 240)];
    context.fillStyle = spot % 3 === 0 ? '#2f5d2a' : '#7fae57';
    context.fillRect(x, y, 2 + (spot % 5), 2);
  }
  return canvas;
}

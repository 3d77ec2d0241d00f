import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocx, makePdf, makeZip } from '../../../packages/documents/src/test-support/make-documents';
import { completeRequest, payingServices, type PayingServices } from '../../../tests/support/paying-services';
import type { Actor } from '~/core/server/session.server';
import { getBalance } from '~/features/billing/index.server';

let services: PayingServices;
let pro: Actor;
let free: Actor;
beforeAll(async () => {
  services = await payingServices();
  [pro, free] = [await services.customer({ cents: 500 }), await services.customer()];
});
afterAll(() => services.close());

const base64 = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');
const lastPrompt = () => services.vendor.log.requests.at(-1)?.prompt;
const PNG = base64(Buffer.from('89504e470d0a1a0a0000000d4948445200000002000000030802000000', 'hex'));

describe('the server reads', () => {
  it('the text of a PDF, of the pages that are asked for', async () => {
    const pdf = base64(makePdf([['First page'], ['Second page'], ['Third page']]));
    const attachments = [{ name: 'report.pdf', base64: pdf, pageStart: 2, pageEnd: 3 }];
    await services.send(pro, { prompt: 'Sum up.', attachments });
    expect(lastPrompt()).toBe('--- report.pdf ---\nSecond page\n\nThird page\n\nSum up.');
  });

  it('at most 20 pages of it', async () => {
    const pdf = base64(makePdf(Array.from({ length: 25 }, (_, index) => [`Page ${index + 1}.`])));
    await services.send(free, { attachments: [{ name: 'long.pdf', base64: pdf }] });
    expect(lastPrompt()).toContain('Page 20.');
    expect(lastPrompt()).not.toContain('Page 21.');
  });

  it('Word documents and texts, on the free plan too', async () => {
    const attachments = [
      { name: 'letter.docx', base64: base64(await makeDocx(['Dear Ann,'])) },
      { name: 'rows.csv', mimeType: 'text/csv', base64: base64('a,b\n1,2') },
    ];
    await services.send(free, { prompt: 'Answer.', attachments });
    expect(lastPrompt()).toContain('--- letter.docx ---\nDear Ann,');
    expect(lastPrompt()).toContain('--- rows.csv ---\na,b\n1,2');
  });

  it('by its bytes what is a picture, where nobody says so', async () => {
    await services.send(pro, { prompt: 'Look.', attachments: [{ name: 'c.png', base64: PNG }] });
    expect(JSON.stringify(services.vendor.log.requests.at(-1)?.body)).toContain(PNG);
  });

  it('nothing that is switched off', async () => {
    const attachments = [
      { name: 'a.txt', text: 'Left out', include: false },
      { name: 'b.txt', text: 'Sent' },
      { name: 'c.png', mimeType: 'image/png', base64: PNG, text: 'Not as text', useExtract: false },
    ];
    await services.send(pro, { prompt: 'Look.', attachments });
    expect(lastPrompt()).toContain('Sent');
    expect(lastPrompt()).not.toMatch(/Left out|Not as text/);
  });
});

describe('refused before anything is sent or paid:', () => {
  it.each([
    [
      'a web page that is called a PDF',
      'a.pdf',
      () => '<!doctype html><script>alert(1)</script>',
      /is not a PDF|damaged/,
    ],
    [
      'a PDF with a password',
      'locked.pdf',
      () => makePdf([['x']], true),
      'locked.pdf is protected by a password. Save it without one.',
    ],
    [
      'a document that unpacks to far more @soak',
      'bomb.docx',
      () => makeZip({ 'word/document.xml': Buffer.alloc(101 * 1024 * 1024) }),
      'bomb.docx is too large: it unpacks to over 100 MB.',
    ],
    [
      'a file too large',
      'big.csv',
      () => 'x'.repeat(20 * 1024 * 1024 + 1),
      'File too large: big.csv exceeds 20 MB.',
    ],
    ['a PDF without text', 'scan.pdf', () => makePdf([{ scan: 'Hello' }]), /neither text nor an image/],
  ])('%s', async (_what, name, content, reason) => {
    const before = await getBalance(services, pro);
    const sentBefore = services.vendor.log.stats.requests;
    const attachments = [{ name, base64: base64(await content()) }];
    await expect(services.send(pro, { attachments })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'attachment_invalid',
      message: 'Attachment rejected. Please check file type/size.',
      data: {
        attachment: name,
        reason: typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string),
      },
    });
    expect(services.vendor.log.stats.requests).toBe(sentBefore);
    expect(await getBalance(services, pro)).toEqual(before);
  });

  it.each([
    ['a data URL', 'a.png', `data:image/png;base64,${PNG}`],
    ['lines, as a command prints them', 'a.txt', 'SGVsbG8s\nIHdvcmxk\n'],
  ])('%s, which is told as such', async (_what, name, content) => {
    await expect(services.send(pro, { attachments: [{ name, base64: content }] })).rejects.toMatchObject({
      code: 'attachment_invalid',
      data: { attachment: name, reason: expect.stringMatching(/^It isn’t in base64/) as string },
    });
  });

  it.each([
    ['an image', { name: 'a.png', mimeType: 'image/png', base64: PNG }],
    ['pages as images', { name: 'a.pdf', text: 'Text', pageImages: [PNG] }],
    ['chosen pages', { name: 'a.pdf', base64: 'JVBERg==', pageStart: 2 }],
  ])('%s of a free account', async (_what, attachment) => {
    await expect(services.send(free, { attachments: [attachment] })).rejects.toMatchObject({
      code: 'paid_user_required',
    });
  });

  it('more files than the plan takes: 3 for Free, 10 for Pro, not counting those left out', async () => {
    const files = (count: number, rest = {}) =>
      Array.from({ length: count }, (_, index) => ({ name: `${index}.txt`, text: 'x', ...rest }));
    const refusal = { code: 'attachment_invalid' };
    await expect(services.send(free, { attachments: files(4) })).rejects.toMatchObject(refusal);
    await expect(services.send(pro, { attachments: files(11) })).rejects.toMatchObject(refusal);
    await services.send(free, { attachments: [...files(3), ...files(2, { include: false })] });
  });

  it('pages in the wrong order', () => {
    const attachments = [{ name: 'a.pdf', pageStart: 3, pageEnd: 1 }];
    expect(() => completeRequest({ attachments })).toThrow('The end page can’t come before the start page.');
  });
});

it('the pages of a scan are read by OCR where that is asked for', async () => {
  const pdf = base64(makePdf([{ scan: 'HELLO WORLD' }]));
  await services.send(pro, { attachments: [{ name: 'scan.pdf', base64: pdf }], ocrIfEmpty: true });
  expect(lastPrompt()).toMatch(/HELLO WORLD/);
});

it('every charge of these is in the books', async () => {
  expect((await services.ledger.reconcile()).faults).toEqual([]);
});

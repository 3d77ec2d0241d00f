import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocx, makePdf } from '../../../packages/documents/src/test-support/make-documents';
import { payingServices, type PayingServices } from '../../../tests/support/paying-services';
import { check } from '~/core/edge/read-request.server';
import type { Actor } from '~/core/server/session.server';
import { convertImage, readDocument } from './read-document.server';
import { documentQuerySchema } from './schema';

let services: PayingServices;
let pro: Actor;
let free: Actor;
beforeAll(async () => {
  services = await payingServices();
  [pro, free] = [await services.customer({ cents: 500 }), await services.customer()];
});
afterAll(() => services.close());

const read = (actor: Actor, query: Record<string, string>, content: Uint8Array | string) =>
  readDocument(services, actor, {
    ...check(documentQuerySchema, query),
    pieces: [Buffer.from(content)],
    signal: undefined,
  });

describe('a file that is to be attached', () => {
  it('is read whatever its kind, with its pages', async () => {
    expect(await read(free, { name: 'a.docx' }, await makeDocx(['Dear Ann,']))).toMatchObject({
      text: 'Dear Ann,\n',
      pageCount: 1,
    });
    expect(await read(pro, { name: 'a.pdf', from: '2', to: '2' }, makePdf([['One'], ['Two']]))).toEqual({
      text: 'Two',
      pageCount: 2,
      pages: [{ page: 2, characters: 3, ocrUsed: false }],
      ocrUsed: false,
      ocr: null,
      notice: null,
    });
  });

  it('has pages to choose on Pro only', async () => {
    await expect(read(free, { name: 'a.pdf', from: '2' }, '')).rejects.toMatchObject({
      code: 'paid_user_required',
    });
  });

  it('is empty without OCR where it is a scan, and read with it @soak', async () => {
    const scan = makePdf([{ scan: 'HELLO WORLD' }]);
    expect((await read(pro, { name: 'scan.pdf' }, scan)).text).toBe('');
    expect(await read(pro, { name: 'scan.pdf', ocr: 'true', langs: 'eng,spa' }, scan)).toMatchObject({
      text: expect.stringMatching(/HELLO WORLD/) as string,
      ocrUsed: true,
      ocr: { langs: ['eng', 'spa'], confidence: expect.any(Number) as number },
      notice: null,
    });
  });

  it('is a PNG where it was a HEIC photo', async () => {
    const fixture = path.resolve(
      import.meta.dirname,
      '../../../packages/documents/src/test-support/hello.heic',
    );
    const heic = await readFile(fixture);
    const png = await convertImage(services, { name: 'hello.heic', pieces: [heic], signal: undefined });
    expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG');
  });

  it.each([
    ['program.exe', 'MZ', 'program.exe can’t be attached: this type of file isn’t supported.'],
    ['page.png', '<!doctype html><script>alert(1)</script>', /page\.png is (?:damaged|not a picture)/],
    ['big.txt', 'x'.repeat(20 * 1024 * 1024 + 1), 'File too large: big.txt exceeds 20 MB.'],
  ])('%s is refused with a sentence', async (name, content, message) => {
    await expect(read(pro, { name, ocr: 'true' }, content)).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'attachment_invalid',
      message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
    });
  });
});

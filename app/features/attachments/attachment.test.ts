import { describe, expect, it } from 'vitest';
import {
  sendBlockerOf,
  leftOutFor,
  planSending,
  acceptFiles,
  toRequest,
  type Attachment,
  type SendingRules,
} from './attachment';
import { kindOfFile } from './limits';

const MEGABYTE = 1024 * 1024;
const PICTURE = { base64: 'AAAA', mimeType: 'image/png' };

const attachment = (changes: Partial<Attachment> = {}): Attachment => ({
  id: 'a',
  name: 'a.txt',
  kind: 'text',
  state: 'ready',
  text: 'Some text',
  ocrUsed: false,
  file: new File(['x'], 'a.txt'),
  pictures: [],
  include: true,
  useExtract: true,
  useVision: false,
  ...changes,
});

const rules = (changes: Partial<SendingRules> = {}): SendingRules => ({
  isFreePlan: false,
  model: { displayName: 'GPT-4o', takesImages: true, contextTokens: 128_000, tokensPerImage: 1_000 },
  maxCharacters: 2_000_000,
  promptCharacters: 100,
  maxOutputTokens: 1_000,
  estimateTokens: (text) => Math.ceil(text.length / 4),
  ...changes,
});

describe('files that are chosen, dropped or pasted', () => {
  const free = { attached: 0, maxFiles: 3, isFreePlan: true };
  const pro = { attached: 0, maxFiles: 10, isFreePlan: false };

  it.each([
    ['report.pdf', 25 * MEGABYTE, []],
    ['report.pdf', 25 * MEGABYTE + 1, ['File too large: report.pdf exceeds 25 MB.']],
    ['photo.JPG', 20 * MEGABYTE + 1, ['File too large: photo.JPG exceeds 20 MB.']],
    ['program.exe', 5, ['program.exe can’t be attached: this type of file isn’t supported.']],
    ['constructor', 5, ['constructor can’t be attached: this type of file isn’t supported.']],
    ['memo.m4a', 25 * MEGABYTE, []],
    ['memo.OGG', 25 * MEGABYTE + 1, ['File too large: memo.OGG exceeds 25 MB.']],
    ['memo.aiff', 5, ['memo.aiff can’t be attached: this type of file isn’t supported.']],
    ['empty.txt', 0, ['empty.txt is empty.']],
  ])('%s of %i bytes', (name, size, problems) => {
    expect(acceptFiles([{ name, size }], pro).problems).toEqual(problems);
  });

  it('are as many as the plan sends: 3 for Free, 10 for Pro; the rest is skipped and said', () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ name: `${index}.txt`, size: 1 }));
    expect(acceptFiles(files, free).taken).toHaveLength(3);
    expect(acceptFiles(files, pro).taken).toHaveLength(10);
    expect(acceptFiles(files.slice(0, 2), { ...free, attached: 2 })).toMatchObject({
      taken: [{ file: { name: '0.txt' } }],
      problems: ['1.txt was skipped: the Free plan allows up to 3 files per request.'],
    });
  });

  it('are read by their endings, in any case', () => {
    expect(
      ['a.PDF', 'a.docx', 'a.odt', 'a.eml', 'a.csv', 'a.heic', 'a.tif', 'a.webp', 'a', 'a.zip'].map(
        kindOfFile,
      ),
    ).toEqual([
      ...['pdf', 'document', 'document', 'mail', 'text', 'heic', 'tiff', 'image'],
      ...[undefined, undefined],
    ]);
  });
});

describe('what is sent of a file', () => {
  const [TEXT, SCAN] = [
    attachment(),
    { kind: 'pdf', name: 'scan.pdf', text: '', pictures: [PICTURE] } as const,
  ];

  it('is its text with what that costs, and nothing where it is left out', () => {
    expect(planSending([TEXT], rules())[0]).toMatchObject({ text: 'Some text', tokens: 3, cutCharacters: 0 });
    expect(planSending([attachment({ include: false })], rules())[0]).toMatchObject({ text: '', tokens: 0 });
    expect(planSending([attachment({ state: 'reading' })], rules())[0]).toMatchObject({ tokens: 0 });
  });

  it('ends where the plan or the model ends, the later files first', () => {
    const files = [attachment({ text: 'x'.repeat(300) }), attachment({ text: 'y'.repeat(300) })];
    expect(
      planSending(files, rules({ maxCharacters: 500 })).map(({ cutCharacters }) => cutCharacters),
    ).toEqual([0, 200]);
    const small = { ...rules().model, contextTokens: 1_100 };
    expect(planSending(files, rules({ model: small })).map(({ text }) => text.length)).toEqual([300, 0]);
  });

  it('is at most what the server takes of one file, and no half of a sign', () => {
    expect(planSending([attachment({ text: 'x'.repeat(400_002) })], rules())[0]?.cutCharacters).toBe(2);
    const text = `${'x'.repeat(9)}😀`;
    expect(planSending([attachment({ text })], rules({ maxCharacters: 110 }))[0]?.text).toBe('x'.repeat(9));
  });

  it('are its pictures for a model that sees, of a Pro account', () => {
    const scan = attachment({ ...SCAN, useVision: true });
    expect(planSending([scan], rules())[0]).toMatchObject({ pictures: [PICTURE], tokens: 1_000 });
    expect(planSending([scan], rules({ isFreePlan: true }))[0]).toMatchObject({
      pictures: [],
      note: 'Images require Pro. Read the text with OCR to send it.',
    });
    const blind = { ...rules().model, displayName: 'Sonar', takesImages: false };
    expect(planSending([scan], rules({ model: blind }))[0]).toMatchObject({
      pictures: [],
      note: 'Sonar doesn’t read images. Choose another model, or read the text with OCR.',
    });
  });

  it('is nothing of a picture for a model that cannot see, and its name is told', () => {
    const files = [
      TEXT,
      attachment({ ...SCAN, useVision: true }),
      attachment({ name: 'b.txt', include: false }),
    ];
    const blind = { ...rules().model, takesImages: false };
    expect(leftOutFor(files, rules())).toEqual([]);
    expect(leftOutFor(files, rules({ model: blind }))).toEqual([
      {
        name: 'scan.pdf',
        note: 'GPT-4o doesn’t read images. Choose another model, or read the text with OCR.',
      },
    ]);
  });

  it('is said where it is nothing', () => {
    expect(leftOutFor([attachment({ text: '' })], rules())).toEqual([
      { name: 'a.txt', note: 'No text was found in this file.' },
    ]);
    expect(planSending([attachment({ text: '' })], rules())[0]?.note).toBe('No text was found in this file.');
    expect(planSending([attachment({ useExtract: false })], rules())[0]?.note).toBe(
      'With these settings, nothing in this file will be sent.',
    );
  });

  it('is a request that holds no more than that', () => {
    const files = [
      TEXT,
      attachment({ ...SCAN, useVision: true }),
      attachment({ kind: 'image', name: 'b.png', text: '', pictures: [PICTURE], useVision: true }),
      attachment({ include: false }),
    ];
    expect(toRequest(files, planSending(files, rules()))).toEqual([
      { name: 'a.txt', text: 'Some text' },
      { name: 'scan.pdf', pageImages: ['AAAA'], useVision: true },
      { name: 'b.png', base64: 'AAAA', mimeType: 'image/png', useVision: true },
    ]);
  });
});

describe('a request waits', () => {
  const memo = attachment({ name: 'memo.wav', kind: 'audio', text: '' });
  it.each<[string, Partial<Attachment>, boolean, string | undefined]>([
    ['for a file that is being read', { state: 'reading' }, true, 'Reading files…'],
    ['for a recording on its way', { state: 'transcribing' }, true, 'Transcribing…'],
    ['for one without its text', {}, true, 'Transcribe or uncheck memo.wav.'],
    ['for one that cannot be transcribed', {}, false, 'Remove or uncheck memo.wav.'],
    ['for one that failed', { state: 'failed' }, true, 'Remove or uncheck memo.wav.'],
    ['no longer once it has its text', { text: 'Good morning.' }, true, undefined],
    ['not for what is left out', { include: false, state: 'failed' }, true, undefined],
  ])('%s', (_what, changes, canTranscribe, blocker) => {
    expect(sendBlockerOf([attachment(), { ...memo, ...changes }], { canTranscribe })).toBe(blocker);
  });
});

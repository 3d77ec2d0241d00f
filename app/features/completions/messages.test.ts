import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textMessage } from '@promptwell/ai-providers/contract';
import { completeRequest } from '../../../tests/support/paying-services';
import { pngOf } from '../../../tests/support/pictures';
import { testServices, type TestServices } from '../../../tests/support/services';
import { charactersOf, composeMessages, refuseTooLong } from './messages.server';
import { includedAttachments, readAttachments } from './read-attachments.server';

let services: TestServices;
beforeAll(() => {
  services = testServices();
});
afterAll(() => services.close());

const PRO = { userId: 'nobody', roles: ['admin'] as const };
const SEER = { displayName: 'GPT-4o-mini', takesImages: true };

async function compose(changes: Record<string, unknown>) {
  const request = completeRequest(changes);
  return composeMessages(
    services,
    PRO.userId,
    request,
    await readAttachments(services, PRO, request, { model: SEER }),
  );
}

const inBase64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');

function gif(width: number, height: number): string {
  const bytes = Buffer.from('GIF89a....', 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes.toString('base64');
}

const PNG = pngOf(2, 3);

describe('what is sent', () => {
  const history = [
    { role: 'user', content: 'Name a tree.' },
    { role: 'ai', content: 'Oak.' },
  ];

  it('begins with earlier turns in Chat mode only', async () => {
    expect(await compose({ chatMode: true, prompt: 'Another one.', history })).toEqual([
      textMessage('user', 'Name a tree.'),
      textMessage('assistant', 'Oak.'),
      textMessage('user', 'Another one.'),
    ]);
    expect(await compose({ prompt: 'Alone.', history })).toEqual([textMessage('user', 'Alone.')]);
  });

  it('begins with the exchange that it goes on from, which a chat has in its history', async () => {
    const continues = { prompt: 'Name two trees.', reply: 'Oak and' };
    const chat = [
      { role: 'user', content: continues.prompt },
      { role: 'assistant', content: continues.reply },
    ];
    const expected = [
      textMessage('user', 'Name two trees.'),
      textMessage('assistant', 'Oak and'),
      textMessage('user', 'Continue.'),
    ];
    expect(await compose({ prompt: 'Continue.', continues, history })).toEqual(expected);
    expect(await compose({ prompt: 'Continue.', continues, chatMode: true, history: chat })).toEqual(
      expected,
    );
  });

  it('is redacted by the sender’s own countries', async () => {
    await services.prisma.user.create({
      data: { id: PRO.userId, email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace' },
    });
    await services.preferences.change(PRO.userId, { PersonalDataCountries: ['GB'] });
    const prompt = 'Ring 020 7946 0958, NI number AB 12 34 56 C.';
    expect(await compose({ prompt, redactPii: true })).toEqual([
      textMessage('user', 'Ring [redacted], NI number [redacted].'),
    ]);
    await services.preferences.change(PRO.userId, { PersonalDataCountries: [] });
    expect(await compose({ prompt: 'Ring 020 7946 0958.', redactPii: true })).toEqual([
      textMessage('user', 'Ring 020 7946 0958.'),
    ]);
  });

  it('has attached texts before the prompt, and images beside it', async () => {
    const attachments = [
      { name: 'a.txt', text: 'One' },
      { name: 'b.png', mimeType: 'image/png', base64: PNG },
      { name: 'c.txt', text: 'Three' },
    ];
    expect(await compose({ prompt: 'Compare.', attachments })).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'text', text: '--- a.txt ---\nOne\n\n--- c.txt ---\nThree\n\nCompare.' },
          {
            type: 'file',
            mimeType: 'image/png',
            name: 'b.png',
            pixels: { width: 2, height: 3 },
            data: { bytes: Buffer.from(PNG, 'base64') },
          },
        ],
      },
    ]);
  });

  it('calls a picture what its bytes say it is', async () => {
    const attachments = [{ name: 'photo.jpg', mimeType: 'image/jpeg', base64: gif(4, 4) }];
    expect((await compose({ attachments })).at(-1)?.parts.at(-1)).toMatchObject({
      mimeType: 'image/gif',
      data: { bytes: Buffer.from(gif(4, 4), 'base64') },
    });
  });

  it.each([
    [{ name: 'a.exe' }, 'It has neither text nor an image in PNG, JPEG, WebP or GIF.'],
    [{ name: 'a.png', mimeType: 'image/png', base64: 'no base64!' }, /^It isn’t in base64/],
    [
      { name: 'a.png', mimeType: 'image/png', base64: 'a'.repeat(33_333_336) },
      'File too large: a.png exceeds 20 MB.',
    ],
    [
      { name: 'a.png', mimeType: 'image/png', base64: inBase64('<!doctype html><script>alert(1)</script>') },
      /neither text nor an image/,
    ],
    [
      { name: 'a.jpg', mimeType: 'image/jpeg', base64: inBase64('\x7fELF\x02\x01\x01 a program') },
      /neither text nor an image/,
    ],
    [{ name: 'a.png', mimeType: 'image/png', base64: PNG.slice(0, 20) }, /neither text nor an image/],
    [
      { name: 'a.png', mimeType: 'image/png', base64: pngOf(60_000, 60_000) },
      'a.png has more than 60 megapixels.',
    ],
    [{ name: 'a.gif', mimeType: 'image/gif', base64: gif(0, 1) }, /neither text nor an image/],
  ])('is no attachment that is nothing: %#', async (attachment, reason) => {
    await expect(compose({ attachments: [attachment] })).rejects.toThrow(
      expect.objectContaining({
        code: 'attachment_invalid',
        data: {
          attachment: attachment.name,
          reason: typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string),
        },
      }),
    );
  });
});

it.each([
  ['an empty prompt', { prompt: '   ' }, 'The prompt is empty.'],
  ['tokens below 1', { maxOutputTokens: -5 }, /^maxOutputTokens/],
  ['tokens beyond reason', { maxOutputTokens: 1e300 }, /^maxOutputTokens/],
  ['half a token', { maxOutputTokens: 1.5 }, /^maxOutputTokens/],
  ['a number for a text', { prompt: 5 }, /^prompt/],
  ['a temperature beyond 2', { temperature: 9 }, /^temperature/],
  ['a prompt beyond all bounds', { prompt: 'x'.repeat(400_001) }, /longer than 400,000 characters/],
])('%s is no request', (_name, changes, message) => {
  expect(() => completeRequest(changes)).toThrow(message);
});

describe('a request of too many characters', () => {
  function refuse(changes: Record<string, unknown>, model: typeof large, maxCharacters: number) {
    const request = completeRequest(changes);
    const texts = includedAttachments(request).map(({ name, text = '' }) => ({ name, text }));
    refuseTooLong(charactersOf(request, texts), model, maxCharacters);
  }
  const history = Array.from({ length: 4 }, () => ({ role: 'user', content: 'x'.repeat(300_000) }));
  const attachments = [{ name: 'a.txt', text: 'x'.repeat(400_000) }];
  const small = { displayName: 'GPT-4o-mini', contextTokens: 128_000 };
  const large = { displayName: 'Gemini 2.5 Pro', contextTokens: 1_048_576 };

  it.each([
    ['for the plan', { chatMode: true, history, attachments }, large, 1_500_000, /more than the 1,500,000/],
    [
      'for the model',
      { chatMode: true, history, attachments },
      small,
      1_500_000,
      /than GPT-4o-mini can read/,
    ],
    ['in its files', { attachments }, large, 300_000, /more than the 300,000 that your plan allows/],
  ])('is refused before anything is counted: too many %s', (_where, changes, model, most, message) => {
    expect(() => refuse(changes, model, most)).toThrow(
      expect.objectContaining({
        code: 'request_too_long',
        message: expect.stringMatching(message) as string,
      }),
    );
  });

  it('counts earlier turns only where they are sent', () => {
    const continues = { prompt: 'Why?', reply: 'x'.repeat(300_000) };
    expect(() => refuse({ continues }, large, 250_000)).toThrow(/more than the 250,000/);
    expect(() => refuse({ history }, large, 1_000_000)).not.toThrow();
    expect(() => refuse({ history, chatMode: true }, large, 2_000_000)).not.toThrow();
  });
});

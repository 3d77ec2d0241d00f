import { describe, expect, it } from 'vitest';
import { completeRequest } from '../../../tests/support/paying-services';
import { composeMessages } from './compose-messages.server';

const compose = (changes: Record<string, unknown>) => composeMessages(completeRequest(changes));

describe('what is sent', () => {
  const history = [
    { role: 'user', content: 'Name a tree.' },
    { role: 'ai', content: 'Oak.' },
  ];

  it('begins with earlier turns in Chat mode only', () => {
    expect(compose({ chatMode: true, prompt: 'Another one.', history })).toEqual([
      { role: 'user', content: 'Name a tree.' },
      { role: 'assistant', content: 'Oak.' },
      { role: 'user', content: 'Another one.' },
    ]);
    expect(compose({ prompt: 'Alone.', history })).toEqual([{ role: 'user', content: 'Alone.' }]);
  });

  it('has attached texts before the prompt, and images beside it', () => {
    const attachments = [
      { name: 'a.txt', text: 'One' },
      { name: 'b.png', mimeType: 'image/png', base64: 'aGk=' },
      { name: 'c.txt', text: 'Three' },
    ];
    expect(compose({ prompt: 'Compare.', attachments })).toEqual([
      {
        role: 'user',
        content: '--- a.txt ---\nOne\n\n--- c.txt ---\nThree\n\nCompare.',
        images: [{ mimeType: 'image/png', base64: 'aGk=' }],
      },
    ]);
  });

  it.each([
    [{ name: 'a.exe' }, 'It has neither text nor an image in PNG, JPEG, WebP or GIF.'],
    [{ name: 'a.png', mimeType: 'image/png', base64: 'no base64!' }, /neither text nor an image/],
    [
      { name: 'a.png', mimeType: 'image/png', base64: 'a'.repeat(27_999_996) },
      'File too large: a.png exceeds 20 MB.',
    ],
  ])('is no attachment that is nothing: %#', (attachment, reason) => {
    expect(() => compose({ attachments: [attachment] })).toThrow(
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

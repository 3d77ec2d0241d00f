import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePdf } from '../../packages/documents/src/test-support/make-documents';
import { makeWav } from '../../packages/documents/src/test-support/make-audio';
import { complete, type PayingServer } from '../support/paying-server';
import { sharePayingServer } from '../support/shared-server';

// What the calls for files are over HTTP; what they read is tested beside app/features/attachments.

let paying: PayingServer;
beforeAll(async () => {
  paying = await sharePayingServer({ hear: () => ({ text: 'Good morning.', seconds: 20 }) });
});
afterAll(() => paying.close());

function post(what: string, query: Record<string, string>, body: Uint8Array, token = paying.token) {
  const address = `${paying.server.origin}/api/ai/documents/${what}?${new URLSearchParams(query).toString()}`;
  return fetch(address, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
    body: Buffer.from(body),
  });
}

it('a file is read as it arrives', async () => {
  const answer = await post('text', { name: 'report.pdf' }, makePdf([['One'], ['Two']]));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ text: 'One\n\nTwo', pageCount: 2, ocrUsed: false });
});

it('a HEIC photo comes back as a PNG', async () => {
  const file = path.resolve(import.meta.dirname, '../../packages/documents/src/test-support/hello.heic');
  const answer = await post('picture', { name: 'hello.heic' }, await readFile(file));
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/png']);
});

it.each([
  ['without a name', {}, 400, /name/],
  ['with pages in the wrong order', { name: 'a.pdf', from: '3', to: '1' }, 400, /can’t come before/],
  [
    'in a language that is not there',
    { name: 'a.pdf', ocr: 'true', langs: 'tlh' },
    400,
    /Use up to 4 of these codes/,
  ],
  ['that is no PDF', { name: 'a.pdf' }, 422, /a\.pdf is not a PDF/],
  ['of a kind that is not read', { name: 'a.exe' }, 422, /isn’t supported/],
])('a file %s is refused with a sentence', async (_what, query, status, message) => {
  const answer = await post('text', query, Buffer.from('MZ'));
  expect(answer.status).toBe(status);
  expect(((await answer.json()) as { message: string }).message).toMatch(message);
});

it('choosing pages is for Pro accounts, and a file too large is not read to its end @soak', async () => {
  const free = await paying.freeToken();
  expect((await post('text', { name: 'a.pdf', from: '2' }, Buffer.from('x'), free)).status).toBe(403);
  const large = await post('text', { name: 'big.txt' }, Buffer.alloc(21 * 1024 * 1024, 'x'), free);
  expect(large.status).toBe(422);
  expect(await large.json()).toMatchObject({
    code: 'attachment_invalid',
    message: 'File too large: big.txt exceeds 20 MB.',
  });
});

it('a document that is sent as it is, is read, paid and in the books', async () => {
  const base64 = makePdf([['A report']]).toString('base64');
  const before = await paying.balance();
  const answer = await complete(paying.server.origin, paying.token, {
    prompt: 'Sum up.',
    attachments: [{ name: 'report.pdf', base64 }],
  });
  expect(answer.status).toBe(200);
  expect(paying.vendor.log.requests.at(-1)?.prompt).toBe('--- report.pdf ---\nA report\n\nSum up.');
  expect((await paying.balance()).balanceMicroUsd).toBeLessThan(before.balanceMicroUsd);
});

it('where personal data stands in a text is said, so that it can be shown', async () => {
  const text = 'Write to ann@example.org';
  const { body } = await paying.api('POST', '/api/ai/moderate', { text });
  expect(body).toMatchObject({ decision: 'warn', personalData: [{ kind: 'email', start: 9, end: 24 }] });
});

it('a recording is transcribed once under its key, and nobody else finds it there', async () => {
  const transcribe = (token = paying.token, headers: Record<string, string> = {}) =>
    fetch(`${paying.server.origin}/api/ai/transcribe?name=memo.wav`, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
        ...headers,
      },
      body: Buffer.from(makeWav(20)),
    });
  expect((await transcribe()).status).toBe(400);
  const key = { 'X-Idempotency-Key': 'memo-of-the-morning' };
  const { balanceMicroUsd } = await paying.balance();
  const first = await transcribe(paying.token, key);
  expect([first.status, await first.json()]).toEqual([
    200,
    {
      ...{ text: 'Good morning.', durationSec: 20, provider: 'openai', model: 'gpt-transcribe' },
      ...{ costCents: 0.15, costUsd: 0.0015, replayed: false, balanceMicroUsd: balanceMicroUsd - 1_500 },
    },
  ]);
  const again = await transcribe(paying.token, key);
  expect(again.headers.get('X-Idempotent-Replayed')).toBe('true');
  expect(await again.json()).toMatchObject({ text: 'Good morning.', replayed: true });
  expect(paying.vendor.transcription.log.stats.requests).toBe(1);
  const free = await transcribe(await paying.freeToken(), key);
  expect([free.status, await free.json()]).toEqual([
    402,
    expect.objectContaining({ code: 'transcription_needs_balance' }),
  ]);
});

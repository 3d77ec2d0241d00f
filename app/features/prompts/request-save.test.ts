import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestSave } from './request-save';

let server: Server;
let origin: string;
let answer: { status: number; body: string };
let keys: unknown[];
beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    keys.push(headers['x-idempotency-key']);
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const FAILED = 'Failed to save prompt. Please try again.';

it.each([
  [201, '{"isPublic":false,"message":""}', 'success', 'Prompt saved'],
  [201, '{"isPublic":true,"message":""}', 'success', 'Prompt saved. It’s public.'],
  [201, '{"isPublic":false,"message":"Sent for review."}', 'warning', 'Sent for review.'],
  [401, '{"message":"No"}', 'warning', 'Please log in to save prompts'],
  [402, '{"code":"free_saved_limit","message":"Twelve it is."}', 'warning', 'Twelve it is.'],
  [
    402,
    '{"code":"free_saved_limit","message":""}',
    'warning',
    'Free plan limit reached: up to 12 saved prompts.',
  ],
  [409, '{"code":"too_many_prompts","message":"Delete some."}', 'warning', 'Delete some.'],
  [400, '{"code":"invalid","message":"Too long."}', 'error', FAILED],
  [502, '<html>', 'error', FAILED],
])('an answer of %i with %s is told as a %s', async (status, body, kind, message) => {
  answer = { status, body };
  keys = [];
  // Sent for review it is kept as well: it must not be saved a second time.
  const isKept = status === 201;
  expect(await requestSave({ title: 'A', content: 'B' }, { key: 'a-save-1', origin })).toEqual({
    kind,
    message,
    isKept,
  });
  expect(keys).toEqual(['a-save-1']);
});

it('asks nobody about a prompt that is empty or too long, and survives a server that is gone', async () => {
  expect(await requestSave({ title: 'A', content: ' ' }, { key: 'a-save-1', origin })).toEqual({
    kind: 'warning',
    message: 'No prompt to save!',
    isKept: false,
  });
  expect(
    await requestSave({ title: 'A', content: 'a'.repeat(100_001) }, { key: 'a-save-1', origin }),
  ).toEqual({
    kind: 'warning',
    message: 'A saved prompt can have up to 100,000 characters.',
    isKept: false,
  });
  expect(
    await requestSave({ title: 'A', content: 'B' }, { key: 'a-save-1', origin: 'http://127.0.0.1:1' }),
  ).toMatchObject({
    kind: 'error',
  });
});

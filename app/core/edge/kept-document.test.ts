import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { keepDocument } from './kept-document.server';

const TEXT = JSON.stringify({ words: 'why not '.repeat(200) });
const document = keepDocument(TEXT, 'application/json; charset=utf-8');
const ask = (headers: Record<string, string>) => document.respond({ headers: new Headers(headers) });

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
] as const)('is sent compressed to whoever accepts %s', async (accepted, encoding, unpack) => {
  const response = await ask({ 'Accept-Encoding': accepted });
  expect(response.headers.get('Content-Encoding')).toBe(encoding);
  expect(unpack(Buffer.from(await response.arrayBuffer())).toString()).toBe(TEXT);
});

it('is sent as it is to others, and not again to a client that has it', async () => {
  const response = await ask({ 'Accept-Encoding': 'identity, br;q=0' });
  expect(response.headers.get('Content-Encoding')).toBeNull();
  expect(await response.text()).toBe(TEXT);
  const etag = response.headers.get('ETag') ?? '';
  for (const known of [etag, `"other", ${etag}`, etag.slice(2)])
    expect((await ask({ 'If-None-Match': known })).status).toBe(304);
  expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200);
});

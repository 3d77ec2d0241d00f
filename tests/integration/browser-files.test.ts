import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PayingServer } from '../support/paying-server';
import { sharePayingServer } from '../support/shared-server';

let paying: PayingServer;
beforeAll(async () => {
  paying = await sharePayingServer();
});
afterAll(() => paying.close());

/** Fetch would unpack it. */
function get(
  pathname: string,
  encoding?: string,
): Promise<{ status?: number; headers: http.IncomingHttpHeaders; bytes: Buffer }> {
  const headers = encoding === undefined ? {} : { 'Accept-Encoding': encoding };
  return new Promise((resolve, reject) => {
    http
      .get(paying.server.origin + pathname, { headers }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => {
          const { statusCode: status, headers } = response;
          resolve({ ...(status ? { status } : {}), headers, bytes: Buffer.concat(pieces) });
        });
      })
      .on('error', reject);
  });
}

async function scripts(): Promise<string[]> {
  const page = (await get('/login')).bytes.toString();
  const found = [...new Set(page.match(/\/assets\/[^"]+\.js/g))];
  expect(found.length).toBeGreaterThan(10);
  return found;
}

it('a script arrives as it was built, as small as the browser can unpack it, and is kept for good', async () => {
  let [plainBytes, gzipBytes, brotliBytes] = [0, 0, 0];
  for (const script of await scripts()) {
    const plain = await get(script);
    const gzip = await get(script, 'gzip, deflate');
    const brotli = await get(script, 'gzip, deflate, br');
    for (const { status, headers } of [plain, gzip, brotli]) {
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/javascript/);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    plainBytes += plain.bytes.length;
    gzipBytes += gzip.bytes.length;
    brotliBytes += brotli.bytes.length;
    if (plain.bytes.length < 1024) continue;
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect([gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'br']);
    for (const { headers } of [plain, gzip, brotli]) expect(headers.vary).toMatch(/Accept-Encoding/i);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
  }
  expect(gzipBytes).toBeLessThan(plainBytes / 2);
  expect(brotliBytes).toBeLessThan(gzipBytes);
});

it('a script of an earlier version is said to be gone', async () => {
  const { status, bytes } = await get('/assets/gone-1234.js', 'gzip, br');
  expect(status).toBe(404);
  expect(bytes.toString()).toContain('There is no such file.');
});

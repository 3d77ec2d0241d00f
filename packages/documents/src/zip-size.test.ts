import { expect, test } from 'vitest';
import { checkZip } from './index.js';
import { makeZip } from './test-support/make-documents.js';

test('a zip within the limit gives its names', async () => {
  expect(await checkZip(await makeZip({ 'a.xml': 'x', 'b/c.xml': 'y'.repeat(1_000) }), 1_001)).toEqual([
    'a.xml',
    'b/c.xml',
  ]);
});

test('a zip that unpacks to too much is refused, whatever it declares', async () => {
  const zip = await makeZip({ 'a.xml': Buffer.alloc(5_000_000), 'b.xml': 'x' });
  await expect(checkZip(zip, 4_999_999)).rejects.toMatchObject({ problem: 'too-large' });
  const central = zip.indexOf(Buffer.from('PK\x01\x02'));
  zip.writeUInt32LE(10, central + 24);
  await expect(checkZip(zip, 1_000)).rejects.toMatchObject({ problem: 'too-large' });
});

test('what is no zip, or a damaged one, is refused', async () => {
  const zip = await makeZip({ 'a.xml': 'hello '.repeat(1_000) });
  await expect(checkZip(Buffer.from('no zip'), 1_000)).rejects.toMatchObject({ problem: 'invalid' });
  await expect(checkZip(zip.subarray(0, zip.length - 30), 10_000)).rejects.toMatchObject({
    problem: 'invalid',
  });
  zip.fill(0xff, 40, 60);
  await expect(checkZip(zip, 10_000)).rejects.toMatchObject({ problem: 'invalid' });
});

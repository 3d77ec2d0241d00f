import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createValueCounter } from './count-values.server';
import { readBody } from './read-request.server';

const countWhole = (text: string): number => createValueCounter()(Buffer.from(text));

it('counts what stands outside of texts, wherever the pieces are cut', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: 'binary' }),
      fc.array(fc.nat(500), { maxLength: 8 }),
      (value, cuts) => {
        const text = JSON.stringify(value);
        const withoutTexts = text.replace(/"(?:[^"\\]|\\.)*"/g, '');
        const bytes = Buffer.from(text);
        const count = createValueCounter();
        const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length].sort((a, b) => a - b);
        let last = 0;
        ends.forEach((end, index) => (last = count(bytes.subarray(ends[index - 1] ?? 0, end))));
        expect(last).toBe(withoutTexts.match(/[[{,]/g)?.length ?? 0);
      },
    ),
  );
});

it.each([
  ['"a\\"[,"', 0],
  ['["\\\\",1]', 2],
  ['{"a":[{},[]]}', 5],
])('counts %s', (text, count) => {
  expect(countWhole(text)).toBe(count);
});

it('a body of millions of values is refused before it is parsed', async () => {
  const request = new Request('https://promptwell.test/api/ai/complete', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: `[${'[],'.repeat(1_000_000)}1]`,
  });
  await expect(readBody(request, z.unknown(), 64 * 1024 * 1024)).rejects.toMatchObject({
    code: 'too_large',
    message: 'The body holds more than 200,000 values. Send fewer at once.',
  });
});

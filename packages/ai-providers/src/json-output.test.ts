import { expect, test } from 'vitest';
import { stripCodeFence } from './json-output.js';

test.each([
  ['```json\n{"a":1}\n```', '{"a":1}'],
  ['  ``` \r\n{"a":1}```\n\n', '{"a":1}'],
  ['{"a":"```"}', '{"a":"```"}'],
])('of %j the JSON inside is %j', (text, inside) => {
  expect(stripCodeFence(text)).toBe(inside);
});

test('a reply that ends in line breaks without number is taken as it is, at once', () => {
  const endless = `\`\`\`json${'\n'.repeat(100_000)}`;
  const started = process.cpuUsage();
  expect(stripCodeFence(endless)).toBe(endless);
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000); // microseconds of the processor
});

import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { countO200k } from './o200k.js';

/** Writing of all kinds, mixed: letters of many scripts, signs, blanks, halves of characters. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: 'binary-ascii', maxLength: 12 }),
      fc.constantFrom(
        ' the',
        'Ärger',
        '’s',
        '\r\n\n',
        '   ',
        '中文',
        '한국어',
        'การ',
        '👩‍👩‍👧',
        '\ud83d',
        '<|endoftext|>',
      ),
      fc.constantFrom(
        'functionName',
        'HTTPServer2',
        '12345',
        '!=/*',
        'ﷺ',
        '\u0301',
        '\u00a0',
        'supercalifragilistic',
      ),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

test('counts what the reference encoding counts, whatever is written', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (written) => {
      expect(await countO200k(written)).toBe(countTokens(written, { disallowedSpecial: new Set() }));
    }),
    { numRuns: 2_000 },
  );
});

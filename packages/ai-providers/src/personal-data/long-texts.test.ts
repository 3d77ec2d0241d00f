import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactPersonalData } from '../personal-data.js';
import { redactLongText } from './long-texts.js';

test('redacts as if the text were read in one go, wherever its parts are cut', async () => {
  const piece = fc.constantFrom(
    ' jane.doe@example.org ',
    ' 555 123 4567 ',
    ' +1 (555) 123-4567, ',
    'SSN 123-45-6789.',
    ' and then some ordinary words\n',
    'x',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 16_300, max: 16_400 }),
      fc.array(piece, { minLength: 1, maxLength: 12 }),
      async (start, pieces) => {
        const text = `${'word '.repeat(Math.ceil(start / 5)).slice(0, start)}${pieces.join('')}`;
        expect(await redactLongText(text)).toBe(redactPersonalData(text));
      },
    ),
    { numRuns: 60 },
  );
});

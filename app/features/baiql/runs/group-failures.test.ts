import { describe, expect, it } from 'vitest';
import { adviceFor, groupFailures } from './group-failures';

const failed = (...reasons: string[]) =>
  reasons.map((reason, index) => ({ batch: 1, number: index + 1, reason }));

describe('failures of a run', () => {
  it('with one reason are one group, whatever text, file or number each names, the most frequent first', () => {
    const groups = groupFailures(
      failed(
        'The provider timed out.',
        'The reply is not JSON: "Sure! Here is".',
        'The reply is not JSON: "I can’t \\"do\\" that".',
        'li-wei.pdf has no text. SET OCR_IF_EMPTY = ON reads scanned pages and images.',
        'anna.pdf has no text. SET OCR_IF_EMPTY = ON reads scanned pages and images.',
        'The reply is not JSON: "Okay".',
      ),
    );
    expect(groups.map(({ count, reason, first }) => [count, reason, first.number])).toEqual([
      [3, 'The reply is not JSON: “…”.', 2],
      [2, '… has no text. SET OCR_IF_EMPTY = ON reads scanned pages and images.', 4],
      [1, 'The provider timed out.', 1],
    ]);
  });

  it('are one group too where names of files have blanks, or where each lists what there is instead', () => {
    const groups = groupFailures(
      failed(
        'Essay – Anna Wei.docx is empty.',
        'essay_Nuño_Berg.docx is empty.',
        'No file belongs to "Anna". The files are Berg, Ingrid essay.docx, x y.docx and 36 more.',
        'No file belongs to "José". The files are Berg, Ingrid essay.docx, x y.docx and 36 more.',
      ),
    );
    expect(groups.map(({ count, reason }) => [count, reason])).toEqual([
      [2, '… is empty.'],
      [2, 'No file belongs to “…”.'],
    ]);
  });

  it('that are all the same keep their own words', () => {
    const [group] = groupFailures(failed('"x" is not a number.', '"x" is not a number.'));
    expect(group).toMatchObject({ reason: '"x" is not a number.', count: 2 });
  });

  it('come with what to do about them', () => {
    expect(adviceFor('The reply is missing score.')).toContain('correct the reply by hand');
    expect(adviceFor('essay.docx is damaged or not a Word document.')).toContain('Retry failed only');
    expect(adviceFor('> needs numbers, but one value is missing.')).toContain('SKIP');
    expect(adviceFor('scan.pdf has no text.')).toContain('OCR_IF_EMPTY');
    expect(adviceFor('The provider is overloaded.')).toContain('Retry failed only');
    expect(adviceFor('Something else.')).toContain('Open one');
  });
});

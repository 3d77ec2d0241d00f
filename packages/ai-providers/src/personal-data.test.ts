import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPersonalData, redactPersonalData } from './personal-data.js';

const kinds = (text: string) => findPersonalData(text).map(({ kind, text: found }) => `${kind} ${found}`);

describe('personal data', () => {
  it('is found by its shape', () => {
    expect(kinds('Mail jane.doe+x@mail.example.co.uk or call +1 (555) 123-4567, SSN 123-45-6789.')).toEqual([
      'email jane.doe+x@mail.example.co.uk',
      'phone +1 (555) 123-4567',
      'ssn 123-45-6789',
    ]);
  });

  it.each([
    'In 1999-2024',
    'version 1.2.3.4',
    'ISBN',
    'page 12-34',
    'a@b',
    '2026-11-20',
    '12.05.2026',
    '1,234,567.89',
  ])('is not seen in "%s"', (text) => {
    expect(kinds(text)).toEqual([]);
  });

  it('lists at most ten, and redacts all', () => {
    const text = Array.from({ length: 12 }, (_, index) => `p${index}@example.org`).join(' ');
    expect(findPersonalData(text)).toHaveLength(10);
    expect(redactPersonalData(text)).toBe(Array(12).fill('[redacted]').join(' '));
  });

  it('leaves nothing to be found after redaction, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a@b.co', '123-45-6789', '555 123 4567', ' ', '.', 'x', '-', '1')),
        (parts) => {
          expect(findPersonalData(redactPersonalData(parts.join(' ')))).toEqual([]);
        },
      ),
    );
  });
});

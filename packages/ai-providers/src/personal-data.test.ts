import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPersonalData, redactPersonalData, type Country } from './personal-data.js';

const kinds = (text: string, ...countries: Country[]) =>
  findPersonalData(text, countries.length > 0 ? { countries } : {}).map(
    ({ kind, text: found }) => `${kind} ${found}`,
  );

/** A key's letters and digits, made here so that nobody takes these for real ones. */
const filler = (length: number): string => 'a1B2c3D4'.repeat(32).slice(0, length);

/** Each sentence with what is found in it. */
const FOUND: readonly [sentence: string, ...found: string[]][] = [
  ['Mail jane.doe+x@mail.example.co.uk today.', 'email jane.doe+x@mail.example.co.uk'],
  ['(ann@example.org), please', 'email ann@example.org'],
  ['Schreib an jürgen.groß@bücher.example bitte', 'email jürgen.groß@bücher.example'],
  ['From: "O’Neil" <o_neil%x@a.b.example>', 'email o_neil%x@a.b.example'],
  ['mailto:info@example.museum?subject=Hi', 'email info@example.museum'],
  ['Call +1 (555) 123-4567, or write.', 'phone +1 (555) 123-4567'],
  ['Call 555-123-4567 now', 'phone 555-123-4567'],
  ['(555) 123-4567 is the desk', 'phone (555) 123-4567'],
  ['My cell is 5551234567, phone no. 2125550182', 'phone 2125550182'],
  ['Our office in Berlin: +49 30 901820', 'phone +49 30 901820'],
  ['+33 1 23 45 67 89 ou par courriel', 'phone +33 1 23 45 67 89'],
  ['Toll-free: 1-800-555-0199.', 'phone 1-800-555-0199'],
  ['555.123.4567 and 555.123.4568', 'phone 555.123.4567', 'phone 555.123.4568'],
  ['+44 20 7946 0958 (London)', 'phone +44 20 7946 0958'],
  ['SSN 123-45-6789.', 'ssn 123-45-6789'],
  ['Her social security number is 123 45 6789', 'ssn 123 45 6789'],
  ['SSN: 123456789', 'ssn 123456789'],
  ['IBAN DE89 3704 0044 0532 0130 00 IBAN', 'iban DE89 3704 0044 0532 0130 00'],
  ['Pay to gb29nwbk60161331926819.', 'iban gb29nwbk60161331926819'],
  ['NO93 8601 1117 947 is the account', 'iban NO93 8601 1117 947'],
  ['My Visa is 4111 1111 1111 1111', 'card 4111 1111 1111 1111'],
  ['5500-0000-0000-0004, exp. 12/29', 'card 5500-0000-0000-0004'],
  ['３７８２ ８２２４６３ １０００５ (Amex)', 'card ３７８２ ８２２４６３ １０００５'],
  ['The login came from 8.8.4.4 at night', 'ip 8.8.4.4'],
  ['Blocked [93.184.216.34]:443', 'ip 93.184.216.34'],
  ['From 2001:4860:4860::8888 again', 'ip 2001:4860:4860::8888'],
  [`Use sk-proj-${filler(40)} for it`, `key sk-proj-${filler(40)}`],
  [`export GITHUB_TOKEN=ghp_${filler(36)}`, `key ghp_${filler(36)}`],
  [`"AKIA${'ABCD2345'.repeat(2)}"`, `key AKIA${'ABCD2345'.repeat(2)}`],
  [`xoxb-123456789012-${filler(24)}`, `key xoxb-123456789012-${filler(24)}`],
];

/** What looks like it, and is none. */
const LOOK_ALIKES: readonly string[] = [
  'git clone git@github.com:promptwell/promptwell.git',
  'scp report.txt deploy@server.example.com:/var/www',
  'Open ssh://root@host.example.com/ and wait',
  'npm install react@18.2.0 left-pad@latest',
  'The logo is in icon@2x.png',
  'a@b is no address, and neither is @ada',
  'Order 4155552671 has shipped',
  'Order no. 415-555-2671 has shipped',
  'Invoice 2024-000123 from 2026-11-20',
  'The total is 1,234,567.89 or 1234567890',
  'In 1999-2024 we sold 12 34 56 78 pieces',
  'On 12.05.2026 and 05/12/2026 at 10:30:45',
  'ISBN 978-3-16-148410-0, pages 12-34',
  'Pi is 3.1415926535 and more',
  'At 40.7128, -74.0060 on the map',
  'Call us about order 2125550182, ticket #5551234567',
  'In this context, 4155552671 rows are specifically 4155552672 bytes',
  'Scores: 555 12 4567 8 and 100 200 300',
  'Part 000-12-3456, 666-12-3456, 900-12-3456',
  'Lots 123-00-4567 and 123-45-0000',
  'The key 123456789 opens room 123 45 6789',
  'DE89 3704 0044 0532 0130 01 has a typo',
  'Flight XX12 3456 7890 1234 5678',
  'Tracking number 4111 1111 1111 1111',
  'Numbers: 4111 1111 1111 1112',
  'Version 8.8.4.4 of the driver',
  'Open 127.0.0.1, 192.168.1.20 or 10.0.0.8',
  'For documents there are 203.0.113.7 and 999.1.1.1',
  'std::vector<face::dead> at 12:30:45',
  'sk-learn-pipeline-with-a-long-name is no key',
  'Commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
];

describe('personal data', () => {
  it.each(FOUND)('is found in: %s', (sentence, ...found) => {
    expect(kinds(sentence)).toEqual(found);
  });

  it.each(LOOK_ALIKES)('is not in: %s', (sentence) => {
    expect(kinds(sentence)).toEqual([]);
  });

  it('has phone numbers as they are dialed at home', () => {
    const sentence = 'Ruf 030 901820 oder 0171 234 5678 an, nicht Auftrag 0301234567.';
    expect(kinds(sentence, 'DE')).toEqual(['phone 030 901820', 'phone 0171 234 5678']);
    expect(kinds(sentence)).toEqual([]);
    expect(kinds('Appelle le 06 12 34 56 78', 'FR')).toEqual(['phone 06 12 34 56 78']);
    expect(kinds('Vor dem 01.05.2026', 'DE')).toEqual([]);
    expect(kinds('Rückruf unter 01712345678', 'DE')).toEqual(['phone 01712345678']);
    expect(kinds('Im Beruf und im Kontext von 01712345678', 'DE')).toEqual([]);
  });

  it('lists at most ten, and redacts all', () => {
    const text = Array.from({ length: 12 }, (_, index) => `p${index}@example.org`).join(' ');
    expect(findPersonalData(text)).toHaveLength(10);
    expect(redactPersonalData(text)).toBe(Array(12).fill('[redacted]').join(' '));
  });

  it('leaves nothing to be found after redaction, whatever the text', () => {
    const part = fc.constantFrom('a@b.co', '123-45-6789', '555 123 4567', ' ', '.', 'x', '-', '1', '8.8.4.4');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(findPersonalData(redactPersonalData(parts.join(' ')))).toEqual([]);
      }),
    );
  });

  it('is where it is said to be, whatever the characters', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('😀', '６', 'é', '‑', 'ann@example.org', '\u00a0', '8')),
        (parts) => {
          const text = parts.join('');
          for (const { start, end, text: found } of findPersonalData(text)) {
            expect(text.slice(start, end)).toBe(found);
          }
        },
      ),
    );
  });
});

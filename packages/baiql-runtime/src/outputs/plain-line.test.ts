import { expect, it } from 'vitest';
import { plainLine } from './plain-line.js';

it.each([
  ['**Grade:** 5\n\n**Comment:** *Good* work, `x` &amp; more', 'Grade: 5 Comment: Good work, x & more'],
  ['# Result\n\n- one\n  - two\n- [ ] three\n\n---\nend', 'Result • one • two • [ ] three end'],
  ['2024. A year\n2025. Another', '2024. A year 2025. Another'],
  ['| Name | Points |\n|---|---|\n| **Ann** | 12 |', 'Name | Points Ann | 12'],
  ['> [Our site](https://example.org) says\n> so', 'Our site says so'],
  ['```json\n{"a_b": "c_d", "n": 2}', '{"a_b": "c_d", "n": 2}'],
  ['my_file_name and 5 * 4 * 3 \\* 2 <b>so</b>', 'my_file_name and 5 * 4 * 3 * 2 <b>so</b>'],
  ['{"grade": 5, "comment": "good"}', '{"grade": 5, "comment": "good"}'],
  ['**cut off in the mid', '**cut off in the mid'],
  ['', ''],
])('says %j in one line', (reply, line) => {
  expect(plainLine(reply)).toBe(line);
});

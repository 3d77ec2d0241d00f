import { describe, expect, it } from 'vitest';
import type { FormField } from '../runs/responses';
import { fieldLines, inputOf, replyOf, textOf, textsOf, valueOf } from './field-values';

const field = (more: Partial<FormField> = {}): FormField => ({
  name: 'x',
  isOptional: false,
  isRequested: true,
  ...more,
});

describe('the input of a field', () => {
  it.each([
    ['number', { kind: 'NUMBER' }],
    ['date', { kind: 'DATE' }],
    ['text', { kind: 'TEXT', value: 7 }],
    ['json', { kind: 'OBJECT' }],
    ['choice', { choices: ['A', 'B'] }],
    ['list', { kind: 'LIST' }],
    ['list', { kind: 'LIST', value: ['a', 2] }],
    ['json', { kind: 'LIST', value: [{ page: 1 }] }],
    ['json', { kind: 'LIST', value: ['two\nlines'] }],
    ['text', {}],
    ['switch', { value: false }],
    ['list', { value: [] }],
    ['json', { value: { a: 1 } }],
  ] as const)('is a %s for %j', (input, more) => {
    expect(inputOf(field(more))).toBe(input);
  });
});

describe('a reply that is edited in a form', () => {
  const fields = [
    field({ name: 'points', kind: 'NUMBER', value: '7,5' }),
    field({ name: 'grade', choices: ['A', 'B'], value: 'a' }),
    field({ name: 'skills', kind: 'LIST', value: ['SQL', 2026] }),
    field({ name: 'note', isOptional: true, value: null }),
    field({ name: 'degree', isOptional: true }),
    field({ name: 'id', isRequested: false, value: '123456789012345678' }),
    field({ name: '__proto__', isRequested: false, value: { a: [1] } }),
  ];

  it('stays as it was where nothing is typed', () => {
    expect(replyOf(fields, {})).toEqual(replyOf(fields, textsOf(fields)));
    expect(replyOf(fields, {})).toEqual({
      reply:
        '{\n  "points": "7,5",\n  "grade": "a",\n  "skills": ["SQL",2026],\n  "note": null,\n  "id": "123456789012345678",\n  "__proto__": {"a":[1]}\n}',
    });
  });

  it('has what is typed, as the kind of its field', () => {
    const texts = { points: '1.250,5', grade: 'B', skills: 'SQL\n\n 2026 \nGo', note: 'late', degree: 'MSc' };
    const made = replyOf(fields, texts);
    expect('reply' in made ? fieldLines(made.reply).split('\n') : made).toEqual([
      'points: 1250.5',
      'grade: B',
      'skills: SQL',
      '2026',
      'Go',
      'note: late',
      'degree: MSc',
      'id: 123456789012345678',
      '__proto__: {',
      '  "a": [',
      '    1',
      '  ]',
      '}',
    ]);
  });

  it('says at each field what is wrong, also at one that the model has got wrong', () => {
    const wrong = [
      field({ name: 'points', kind: 'NUMBER', value: 'seven' }),
      field({ name: 'day', kind: 'DATE', value: '2026-02-30' }),
      field({ name: 'grade', choices: ['A', 'B'] }),
      field({ name: 'address', kind: 'OBJECT' }),
    ];
    const read = replyOf(wrong, { address: '[1]' });
    expect(read).toEqual({
      errors: {
        points: '“seven” isn’t a number. Enter digits, such as 7 or 12.5.',
        day: '“2026-02-30” isn’t a date. Enter it as YYYY-MM-DD, such as 2026-03-31.',
        grade: 'Choose one. The script requires grade.',
        address: 'Enter an object in braces, such as {"street": "Main St"}.',
      },
    });
    expect(valueOf(field({ kind: 'OBJECT' }), '{"a": 1,}')).toHaveProperty('error');
  });
});

describe('an empty input', () => {
  it.each([
    ['leaves out what was missing', { isOptional: true }, undefined],
    ['keeps null', { isOptional: true, value: null }, null],
    ['empties a text', { value: 'was' }, ''],
    ['becomes null for an optional number', { isOptional: true, kind: 'NUMBER', value: 3 }, null],
    ['becomes an empty list', { kind: 'LIST', value: ['a'] }, []],
  ] as const)('%s', (_, more, value) => {
    expect(valueOf(field(more), '')).toEqual({ value });
  });
});

it('numbers and switches outside FIELDS keep their kind', () => {
  expect(valueOf(field({ isRequested: false, value: 3 }), '4')).toEqual({ value: 4 });
  expect(valueOf(field({ isRequested: false, value: 3 }), 'n/a')).toEqual({ value: 'n/a' });
  expect(valueOf(field({ isRequested: false, value: '007' }), '008')).toEqual({ value: '008' });
  expect(valueOf(field({ value: true }), 'false')).toEqual({ value: false });
  expect(textOf(field({ value: true }))).toBe('true');
});

it('replies are compared field by field, whatever stands around their JSON', () => {
  expect(fieldLines('Sure:\n```json\n{"points": 7, "note": null}\n```')).toBe('points: 7\nnote: ');
  expect(fieldLines('Seven {points}.')).toBe('Seven {points}.');
});

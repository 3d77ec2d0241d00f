import { describe, expect, it } from 'vitest';
import { closedSchemaOf, lackOfFields, openSchemaOf, valueOfField, type ReplyField } from './reply-fields.js';

const FIELDS: readonly ReplyField[] = [
  { name: 'score', kind: 'NUMBER' },
  { name: 'reason' },
  { name: 'skills', kind: 'LIST' },
  { name: 'grade', choices: ['A', 'B'] },
  { name: 'year', kind: 'NUMBER', isOptional: true },
  { name: 'due', kind: 'DATE', isOptional: true },
  { name: 'parts', kind: 'OBJECT', isOptional: true },
];
const WHOLE = { score: 3, reason: 'Good.', skills: ['Go'], grade: 'A' };

describe('the schema of fields', () => {
  it('lets the reply have more, and says what each of them takes', () => {
    const schema = openSchemaOf([...FIELDS, { name: 'Note', isRead: true }]);
    expect(schema).toMatchObject({
      additionalProperties: true,
      required: ['score', 'reason', 'skills', 'grade', 'Note'],
      properties: {
        score: { type: 'number' },
        skills: { type: 'array' },
        grade: { enum: ['A', 'B'] },
        year: { anyOf: [{ type: 'number' }, { type: 'null' }] },
        parts: { anyOf: [{ type: 'object' }, { type: 'null' }] },
        Note: {},
      },
    });
  });

  it('stays as it was for a run that began with a closed one', () => {
    const cell = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };
    expect(closedSchemaOf([{ name: 'score', isRead: true }])).toEqual({
      type: 'object',
      properties: { score: cell },
      required: ['score'],
      additionalProperties: false,
    });
  });
});

describe('a reply’s fields', () => {
  it.each([
    ['more than was asked for', { ...WHOLE, more: { deep: [1] } }],
    ['a number that is written as a text', { ...WHOLE, score: '17,5' }],
    ['a choice in other case', { ...WHOLE, grade: ' a ' }],
    ['what may be missing as null', { ...WHOLE, year: null, due: null, parts: null }],
    ['a date, also with a time', { ...WHOLE, due: '2026-11-28T08:00:00Z' }],
    ['a list where none was asked for', { ...WHOLE, reason: ['one', 'two'] }],
    ['keys that are written otherwise', { Score: 3, Reason: '', SKILLS: [], Grade: 'B' }],
  ])('may have %s', (_, reply) => {
    expect(lackOfFields(reply, FIELDS)).toBeNull();
  });

  it.each([
    [{ score: 3 }, 'The reply is missing reason, skills, grade; it has score.'],
    [['a list'], 'The reply is missing score, reason, skills, grade.'],
    [{ ...WHOLE, score: 'about nine' }, 'The reply’s score must be a number, not "about nine".'],
    [{ ...WHOLE, skills: 'Go, SQL' }, 'The reply’s skills must be a list, not "Go, SQL".'],
    [{ ...WHOLE, grade: 'C' }, 'The reply’s grade must be one of A, B, not "C".'],
    [{ ...WHOLE, reason: null }, 'The reply’s reason is null (OPTIONAL allows that).'],
    [{ ...WHOLE, due: '2026-02-31' }, 'The reply’s due must be a date (YYYY-MM-DD), not "2026-02-31".'],
    [{ ...WHOLE, parts: [1] }, 'The reply’s parts must be an object, not [1].'],
  ])('%j lack something', (reply, message) => {
    expect(lackOfFields(reply, FIELDS)).toBe(message);
  });

  it('come to their columns as what they are', () => {
    expect(valueOfField('17,5', { name: 'score', kind: 'NUMBER' })).toBe(17.5);
    expect(valueOfField('b', { name: 'grade', choices: ['A', 'B'] })).toBe('B');
  });
});

import { compile, parse } from '@promptwell/baiql-lang';
import { describe, expect, it } from 'vitest';
import { correctionProblem, replyForm } from './reply-form.js';

const planOf = (output: string, more = '') =>
  compile(parse(`BATCH_START\nPROMPT "a"\nRUN\n${more}\n${output}\nEND_BATCH\n`).tree);
const place = { batch: 1, run: '0/0/1' };
const GRADES = planOf(
  'OUTPUT "o.csv" FIELDS points NUMBER, grade ("A", "B"), skills LIST, degree OPTIONAL',
  'GET PAGE FROM JSON "page"',
);

describe('the fields of a reply', () => {
  it('come in the script’s order, then what else the reply has', () => {
    const reply = 'Here: {"mood": "good", "Grade": "A", "points": 7, "skills": ["SQL"], "page": 2}';
    expect(replyForm(GRADES, place, reply)).toEqual([
      { name: 'points', kind: 'NUMBER', isOptional: false, isRequested: true, value: 7 },
      { name: 'Grade', choices: ['A', 'B'], isOptional: false, isRequested: true, value: 'A' },
      { name: 'skills', kind: 'LIST', isOptional: false, isRequested: true, value: ['SQL'] },
      { name: 'degree', isOptional: true, isRequested: true },
      { name: 'page', isOptional: false, isRequested: true, value: 2 },
      { name: 'mood', isOptional: true, isRequested: false, value: 'good' },
    ]);
  });

  it('keep that order where GET reads one of them', () => {
    const plan = planOf('OUTPUT "o.csv" FIELDS points NUMBER, grade', 'GET GRADE FROM JSON "grade"');
    expect(replyForm(plan, place, '{}')?.map(({ name }) => name)).toEqual(['points', 'grade']);
  });

  it('are there to be filled in where the reply has no JSON', () => {
    const form = replyForm(GRADES, place, 'Seven points, I would say.') ?? [];
    expect(form.map(({ name }) => name)).toEqual(['points', 'grade', 'skills', 'degree', 'page']);
    expect(form.every((field) => !('value' in field))).toBe(true);
  });

  it('are those of the reply where the script names none', () => {
    const plan = planOf('OUTPUT "o.csv" FORMAT json');
    expect(replyForm(plan, place, '{"a": null, "__proto__": 1}')).toEqual([
      { name: 'a', isOptional: true, isRequested: false, value: null },
      { name: '__proto__', isOptional: true, isRequested: false, value: 1 },
    ]);
  });

  it.each([
    ['text', planOf('OUTPUT "o.csv"'), '{"points": 7}'],
    ['a list', GRADES, '[{"points": 7}, {"points": 8}]'],
    ['JSON without any', planOf('OUTPUT "o.csv" FORMAT json'), '{}'],
  ])('are not offered for %s', (_, plan, reply) => {
    expect(replyForm(plan, place, reply)).toBeNull();
  });
});

describe('a correction', () => {
  it('is checked field by field, under the names that the reply has', () => {
    const reply = '{"points": "ten", "Grade": "C", "skills": "SQL", "degree": null, "page": 1}';
    expect(correctionProblem(GRADES, place, reply)).toEqual({
      message: 'The reply’s points must be a number, not "ten".',
      fields: {
        points: 'must be a number, not "ten"',
        Grade: 'must be one of A, B, not "C"',
        skills: 'must be a list, not "SQL"',
      },
    });
    expect(correctionProblem(GRADES, place, '{"points": 1}')?.fields).toEqual({
      grade: 'is missing',
      skills: 'is missing',
      page: 'is missing',
    });
  });

  it('passes with further fields, and with any text where no JSON is asked for', () => {
    const reply = '{"points": 1, "grade": "b", "skills": [], "page": 1, "more": true}';
    expect(correctionProblem(GRADES, place, reply)).toBeNull();
    expect(correctionProblem(planOf('OUTPUT "o.csv"'), place, 'Nine.')).toBeNull();
    expect(correctionProblem(GRADES, place, 'Nine.')).toMatchObject({ fields: {} });
  });
});

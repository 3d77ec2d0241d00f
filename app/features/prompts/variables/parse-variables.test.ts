import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillVariables, MAX_VARIABLES, parseVariables } from './parse-variables';

const variablesOf = (text: string) => parseVariables(text).variables;
const fill = (text: string, values: Record<string, string> = {}) =>
  fillVariables(parseVariables(text), values);

describe('variables of a prompt', () => {
  it.each([
    ['{{name}}', { name: 'name', kind: 'text', defaultValue: undefined }],
    ['{{ grade level }}', { name: 'grade level', kind: 'text' }],
    ['{{name=Ada}}', { name: 'name', kind: 'text', defaultValue: 'Ada' }],
    ['{{text:long}}', { name: 'text', kind: 'long' }],
    ['{{text:long=a = b}}', { name: 'text', kind: 'long', defaultValue: 'a = b' }],
    ['{{count:number=3}}', { name: 'count', kind: 'number', defaultValue: '3' }],
    ['{{tone:select(friendly, formal)}}', { kind: 'select', options: ['friendly', 'formal'] }],
    ['{{tone:select(a, b)=b}}', { kind: 'select', options: ['a', 'b'], defaultValue: 'b' }],
    ['{{größe}}', { name: 'größe', kind: 'text' }],
    ['{{नाम}}', { name: 'नाम' }],
    ['{{ชื่อ}}', { name: 'ชื่อ' }],
    ['{{مُحَمَّد}}', { name: 'مُحَمَّد' }],
    ['{{نام‌کاربر}}', { name: 'نام‌کاربر' }],
    ['{{pre\u0301nom}}', { name: 'prénom' }],
    [
      '{{語調:select(丁寧、普通，砕けた)=普通}}',
      { options: ['丁寧', '普通', '砕けた'], defaultValue: '普通' },
    ],
    ['{{النبرة:select(ودي، رسمي)}}', { options: ['ودي', 'رسمي'] }],
    ['{{n:number=٨٥}}', { kind: 'number', defaultValue: '٨٥' }],
    ['{{n:number=12,50}}', { kind: 'number', defaultValue: '12,50' }],
  ])('%s', (text, variable) => {
    expect(variablesOf(text)).toMatchObject([variable]);
  });

  it.each([
    '{{}}',
    '{{ }}',
    '{name}',
    '{{1st}}',
    '{{a:color}}',
    '{{a:select()}}',
    '{{a:select(x}}',
    '\\{{name}}',
    '{{a{{',
    `{{${'a'.repeat(41)}}}`,
  ])('%s is text', (text) => {
    expect(variablesOf(text)).toEqual([]);
  });

  it('a default that does not fit its kind is none', () => {
    expect(variablesOf('{{a:number=many}} {{b:select(x)=y}}')).toMatchObject([
      { name: 'a', defaultValue: undefined },
      { name: 'b', defaultValue: undefined },
    ]);
  });

  it('the mention that says most decides, wherever it stands', () => {
    expect(variablesOf('{{tone}} and {{tone:select(a, b)}} and {{tone:long}}')).toMatchObject([
      { name: 'tone', kind: 'select' },
    ]);
  });

  it('are at most so many; the rest stays as it is', () => {
    const text = Array.from({ length: MAX_VARIABLES + 5 }, (_, index) => `{{v${String(index)}}}`).join(' ');
    expect(variablesOf(text)).toHaveLength(MAX_VARIABLES);
    expect(fill(text).text).toBe(text);
  });
});

describe('filling them in', () => {
  it('takes the value, else the default, and says what is missing', () => {
    const text = 'Dear {{name}}, {{tone:select(warm, cool)=cool}} regards, {{name}}. \\{{name}}';
    expect(fill(text, { name: 'Ada' })).toEqual({
      text: 'Dear Ada, cool regards, Ada. {{name}}',
      complaints: {},
    });
    expect(fill(text, { tone: 'hot' })).toEqual({
      text: 'Dear {{name}}, {{tone}} regards, {{name}}. {{name}}',
      complaints: { name: 'Enter a value.', tone: 'Choose one of the options.' },
    });
    expect(fill('{{tone:select(warm, cool)}}').complaints).toEqual({ tone: 'Choose an option.' });
    expect(fill('{{n:number}}', { n: 'x' }).complaints).toEqual({ n: 'Enter a number.' });
  });

  it('takes values by name however the accents of either are encoded', () => {
    expect(fill('{{pre\u0301nom}} {{prénom}}', { prénom: 'Zoé' }).text).toBe('Zoé Zoé');
    expect(fill('{{prénom}}', { 'pre\u0301nom': 'Zoé' }).text).toBe('Zoé');
  });

  it('leaves a text without variables as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('{{'));
        expect(fill(text)).toEqual({ text, complaints: {} });
      }),
    );
  });

  it('puts a value in as it was typed, braces and all', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (value, around) => {
        fc.pre(value.trim() !== '' && !/[{}\\]/.test(around));
        expect(fill(`${around}{{a}}${around}`, { a: value }).text).toBe(`${around}${value}${around}`);
      }),
    );
  });

  it('never fails, and loses nothing of the text around', () => {
    const pieces = fc.constantFrom(
      '{{',
      '}}',
      'a',
      ':',
      'select(',
      ')',
      '=',
      '\\',
      ' ',
      '\n',
      ',',
      '{{a}}',
      'ß',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (list) => {
        const text = list.join('');
        const { parts, variables } = parseVariables(text);
        const names = new Set(variables.map(({ name }) => name));
        expect(names.size).toBe(variables.length);
        const written = parts.map((part) => (part.kind === 'text' ? part.text : ''));
        for (const each of written) expect(text).toContain(each);
        const named = parts.flatMap((part) => (part.kind === 'variable' ? [part.name] : []));
        expect(new Set(named)).toEqual(names);
      }),
    );
  });

  it('takes time in proportion to the text', () => {
    const text = '{{a:select('.repeat(9_000);
    expect(parseVariables(text).variables).toEqual([]);
  });
});

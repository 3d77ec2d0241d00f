import { describe, expect, it } from 'vitest';
import { parse } from '../../parsing/parse.js';
import { validate } from '../../validation/validate.js';
import { withCursor } from '../test-support/cursor.js';
import { complete } from './complete.js';

const ENVIRONMENT = {
  files: ['roster.csv', 'rubric.docx', 'essays/essay2.pdf', 'essays/essay10.pdf', 'notes "x".txt'],
  headers: { 'roster.csv': ['Student', 'Home town'] },
  models: ['gpt-4o-mini', 'gemini-2.5-flash'],
};

function completing(marked: string) {
  const { text, offset } = withCursor(marked);
  const completion = complete(text, offset, ENVIRONMENT);
  return { text, ...completion, labels: completion.items.map(({ label }) => label) };
}

const labels = (marked: string): string[] => completing(marked).labels;

/** The script after the item with this label is chosen. */
function choosing(marked: string, label: string): string {
  const { text, from, to, items } = completing(marked);
  const item = items.find((candidate) => candidate.label === label);
  if (item === undefined) throw new Error(`${label} is not offered`);
  return text.slice(0, from) + item.insertText + text.slice(to);
}

const inBatch = (statement: string): string => `BATCH_START\n  ${statement}\nEND_BATCH`;

describe('completion of commands', () => {
  it('offers what belongs outside of a batch', () => {
    const offered = labels('‸');
    expect(offered).toContain('BATCH_START');
    expect(offered).toContain('BATCH_START … END_BATCH (files)');
    for (const word of ['PROMPT', 'RUN', 'END_BATCH', 'STEP', 'BREAK', 'ELSE'])
      expect(offered).not.toContain(word);
  });

  it('offers what belongs into a batch, and first what closes the open block', () => {
    const offered = labels('BATCH_START\n  LOOP 3\n    ‸');
    expect(offered[0]).toBe('END_LOOP');
    for (const word of ['PROMPT', 'RUN', 'BREAK', 'IF … END_IF']) expect(offered).toContain(word);
    for (const word of ['BATCH_START', 'END_BATCH', 'STEP', 'ELSE']) expect(offered).not.toContain(word);
  });

  it('replaces the word under the cursor', () => {
    expect(choosing(inBatch('PRO‸M "x"'), 'PROMPT')).toBe(inBatch('PROMPT "x"'));
  });

  it('offers nothing in comments and texts', () => {
    expect(labels('# RU‸')).toEqual([]);
    expect(labels(inBatch('PROMPT "Ru‸n"'))).toEqual([]);
    expect(labels(inBatch('NOSUCH ‸'))).toEqual([]);
  });

  it('has snippets that are sound scripts', () => {
    const whole = completing('‸').items.filter(({ label }) => label.startsWith('BATCH_START …'));
    expect(whole).toHaveLength(2);
    for (const { insertText } of whole) {
      const script = insertText.replace(
        /\$\{\d(?::([^}]*))?\}/g,
        (_match, text: string | undefined) => text ?? '',
      );
      expect(validate(script).diagnostics).toEqual([]);
    }
    for (const { label, insertText } of completing(inBatch('‸')).items.filter(
      ({ kind }) => kind === 'snippet',
    )) {
      const script = insertText
        .replaceAll('${1:condition}', 'XACT = 1')
        .replace(/\$\{\d(?::([^}]*))?\}/g, (_match, text: string | undefined) => text ?? '');
      expect([label, parse(inBatch(script)).diagnostics]).toEqual([label, []]);
    }
  });
});

describe('completion of options', () => {
  it.each([
    ['LOAD "a" ‸', ['AS']],
    ['LOAD a A‸', ['AS']],
    ['LOAD "roster.csv" AS ‸', ['FILE', 'LINES', 'DIR', 'REF', 'WORK']],
    ['LOAD essays/ AS ‸', ['WORK', 'DIR', 'FILE', 'REF', 'LINES']],
    [
      'LOAD "roster.csv" AS FILE ‸',
      ['MATCH', 'SHEET', 'HEADER', 'ENCODING', 'WHERE', 'SORT', 'FIRST', 'PAIRS'],
    ],
    ['LOAD "a.csv" AS FILE SHEET 2 HEADER 3 MATCH "x" FIRST 3 ‸', ['ENCODING', 'WHERE', 'SORT', 'PAIRS']],
    ['LOAD "a.csv" AS FILE SORT ‸', ['BY']],
    ['LOAD "roster.csv" AS FILE WHERE ‸', expect.arrayContaining(['STUDENT', 'NOT'])],
    [
      'LOAD "a.csv" AS DIR SHEET 1 HEADER 1 ENCODING "x" FIRST 3 WHERE (A > 1) ‸',
      ['AND', 'OR', 'CONTAINS', 'MATCH', 'SORT', 'PAIRS'],
    ],
    ['LOAD "a.csv" AS FILE SORT BY "x" ‸', expect.arrayContaining(['DESC', 'FIRST'])],
    ['MODEL "m" ‸', ['TEMP', 'TOP_P', 'MAX_TOKENS']],
    ['MODEL "m" TEMP 0.5 T‸', ['TOP_P', 'MAX_TOKENS']],
    ['MODEL "m" TEMP ‸', []],
    ['LIMIT ‸', ['PARALLEL', 'COST']],
    ['LIMIT PARALLEL 8 ‸', ['COST']],
    ['LIMIT 30 ‸', ['XACT', 'PARALLEL', 'COST']],
    ['LIMIT 30 PARALLEL 4 ‸', ['COST']],
    ['PROMPT "a" ‸', ['OPTIMIZE']],
    ['RUN ‸', ['SCREEN', 'CACHE', 'NOCACHE', 'RETRY']],
    ['RUN CACHE ‸', ['SCREEN', 'RETRY']],
    ['GET x ‸', ['FROM']],
    ['GET x FROM ‸', ['COL', 'JSON', 'MATCH', 'FILE']],
    ['LOOP ‸', ['WHILE', 'UNTIL']],
    ['ERROR ‸', ['SKIP', 'HALT', 'RETRY']],
    ['ERROR RETRY 2 ‸', ['SKIP', 'HALT']],
    ['OUTPUT "a.csv" ‸', ['AGGREGATE', 'SEPARATE', 'MATCH', 'FORMAT', 'FIELDS', 'SORT', 'TOP']],
    ['OUTPUT "a.csv" SEPARATE ‸', ['FORMAT', 'FIELDS', 'SORT', 'TOP']],
    ['OUTPUT "a.csv" FIELDS ‸', []],
    ['OUTPUT "a.csv" FIELDS score NUMBER, ‸', []],
    [
      'OUTPUT "a.csv" SORT BY score TOP 3 FIELDS score ‸',
      ['NUMBER', 'TEXT', 'LIST', 'DATE', 'OBJECT', 'OPTIONAL', 'AGGREGATE', 'SEPARATE', 'MATCH', 'FORMAT'],
    ],
    ['OUTPUT "a.csv" AGGREGATE FORMAT json FIELDS a NUMBER, grade ("A", "B") ‸', ['OPTIONAL', 'SORT', 'TOP']],
    ['OUTPUT "a.csv" AGGREGATE FORMAT json TOP 3 FIELDS a LIST OPTIONAL ‸', ['SORT']],
    ['EXPECT SCORE > 1 ‸', ['AND', 'OR', 'CONTAINS']],
    ['OUTPUT "a.csv" FORMAT ‸', ['json', 'txt']],
    ['IF XACT = 1 ‸', ['AND', 'OR', 'CONTAINS']],
    [
      'SET OCR_LANGS = "‸"',
      ['eng', 'spa', 'fra', 'deu', 'por', 'ita', 'ara', 'jpn', 'chi_sim', 'hin', 'eng,spa'],
    ],
    ['PROMPT ‸', ['""" … """']],
    ['RETRY ‸', []],
    ['SKIP ‸', []],
  ])('%s', (statement, expected) => {
    expect(labels(inBatch(statement))).toEqual(expected);
  });

  it('offers modes after BATCH_START, and ON or OFF for a switch', () => {
    expect(labels('BATCH_START "x" ‸')).toEqual(['EXECUTE', 'VALIDATE', 'QUIET']);
    expect(labels('SET OCR_IF_EMPTY = ‸').slice(0, 2)).toEqual(['ON', 'OFF']);
    expect(labels('SET PAGE_MARKS = ‸').slice(0, 2)).toEqual(['ON', 'OFF']);
  });
});

describe('completion of names', () => {
  it('offers own names, columns and engine names in braces, and closes the brace', () => {
    const marked = inBatch('LOAD roster.csv AS FILE\n  SET note = 1\n  PROMPT "About {ST‸"');
    const offered = labels(marked);
    expect(offered.slice(0, 3)).toEqual(['note', 'STUDENT', 'HOME_TOWN']);
    expect(offered).toContain('INPUT');
    expect(offered).not.toContain('OCR_LANGS');
    expect(choosing(marked, 'STUDENT')).toContain('PROMPT "About {STUDENT}"');
  });

  it('replaces a name in braces as a whole', () => {
    expect(choosing(inBatch('PROMPT "{IN‸XX} a"'), 'INPUT')).toBe(inBatch('PROMPT "{INPUT} a"'));
  });

  it('offers names in text blocks, conditions, TRACK and braces outside of texts', () => {
    for (const marked of [
      inBatch('PROMPT """\n  Sum up {‸\n  """'),
      inBatch('IF X‸'),
      inBatch('IF XACT = 1 AND ‸'),
      inBatch('TRACK FILENAME, ‸'),
      inBatch('IF {‸'),
      'BATCH_START\n  PROMPT "unclosed {‸',
    ]) {
      expect(labels(marked)).toContain('XACTTOT');
    }
  });

  it('offers no names after an escaped brace, nor where a new name is set', () => {
    expect(labels(inBatch('PROMPT "\\{‸"'))).toEqual([]);
    expect(labels(inBatch('GET ‸'))).toEqual([]);
    expect(labels(inBatch('GET SCO‸'))).toEqual([]);
    expect(labels(inBatch('SET OC‸'))).not.toContain('OC');
    expect(choosing(inBatch('SET OC‸'), 'OCR_IF_EMPTY')).toBe(inBatch('SET OCR_IF_EMPTY'));
    expect(labels(inBatch('SET ‸'))).toEqual([
      'OCR_IF_EMPTY',
      'OCR_LANGS',
      'PAGE_MARKS',
      'LINES_HEADER',
      'LINES_NOHEADER',
    ]);
  });
});

describe('completion from the environment', () => {
  it('offers files in natural order, and folders', () => {
    expect(labels(inBatch('LOAD ‸'))).toEqual([
      'essays/essay2.pdf',
      'essays/essay10.pdf',
      'notes "x".txt',
      'roster.csv',
      'rubric.docx',
      'essays/',
    ]);
  });

  it('puts paths in quotes, whether there are some already or not', () => {
    expect(choosing(inBatch('LOAD ro‸'), 'roster.csv')).toBe(inBatch('LOAD "roster.csv"'));
    expect(choosing(inBatch('LOAD "ro‸x" AS FILE'), 'roster.csv')).toBe(inBatch('LOAD "roster.csv" AS FILE'));
    expect(choosing('BATCH_START\n  LOAD "ro‸', 'roster.csv')).toBe('BATCH_START\n  LOAD "roster.csv"');
    expect(choosing(inBatch('LOAD ‸'), 'notes "x".txt')).toBe(inBatch('LOAD "notes \\"x\\".txt"'));
  });

  it('offers models, and columns as the tables have them', () => {
    expect(choosing(inBatch('MODEL gem‸'), 'gemini-2.5-flash')).toBe(inBatch('MODEL "gemini-2.5-flash"'));
    expect(choosing(inBatch('GET x FROM COL ‸'), 'Home town')).toBe(inBatch('GET x FROM COL "Home town"'));
    expect(choosing(inBatch('LOAD roster.csv AS FILE MATCH ‸'), 'Student')).toBe(
      inBatch('LOAD roster.csv AS FILE MATCH "Student"'),
    );
  });
});

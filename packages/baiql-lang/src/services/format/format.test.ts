import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from '../../parsing/parse.js';
import { applyFix } from '../../diagnostics/apply-fix.js';
import { aScript } from '../test-support/arbitrary-script.js';
import { format, formatEdits } from './format.js';

/** A tree without places: what a script means. Bare paths and quoted ones mean the same. */
function meaningOf(text: string): unknown {
  const { tree } = parse(text);
  const comments = tree.comments.map((comment) => comment.text.trimEnd());
  const meaning = JSON.stringify({ statements: tree.statements, comments }, (key, value: unknown) =>
    key === 'range' || key === 'form' || key === 'mentions' ? undefined : value,
  );
  return JSON.parse(meaning);
}

describe('formatting', () => {
  it('indents by block, writes words in upper case and quotes paths and models', () => {
    const untidy = [
      '',
      '# Grades',
      'batch_start   "Essays"   quiet # go',
      'load essays/*.docx as WORK',
      '      model gpt-4o-mini   temp 0.20',
      '',
      '',
      'if  ( XACT>=2 )  and not done',
      'SET note="a"+"b"',
      '# then',
      'else',
      'SET note = -5 - 3*2',
      'END_IF',
      'OUTPUT "grades.csv" format JSON aggregate',
      'TRACK note,FILENAME',
      'END_BATCH',
      '',
    ].join('\n');
    expect(format(untidy)).toBe(
      [
        '# Grades',
        'BATCH_START "Essays" QUIET  # go',
        '  LOAD "essays/*.docx" AS WORK',
        '  MODEL "gpt-4o-mini" TEMP 0.20',
        '',
        '  IF (XACT >= 2) AND NOT done',
        '    SET note = "a" + "b"',
        '    # then',
        '  ELSE',
        '    SET note = -5 - 3 * 2',
        '  END_IF',
        '  OUTPUT "grades.csv" FORMAT json AGGREGATE',
        '  TRACK note, FILENAME',
        'END_BATCH',
        '',
      ].join('\n'),
    );
  });

  it('moves a text block as a whole, and leaves one alone whose text begins on its first line', () => {
    const script =
      'BATCH_START\nPROMPT """\n    Sum up:\n\n      {INPUT}\n  """ OPTIMIZE\nWRITE_LOG """one\n two"""\nEND_BATCH\n';
    expect(format(script)).toBe(
      'BATCH_START\n  PROMPT """\n  Sum up:\n\n    {INPUT}\n  """ OPTIMIZE\n  WRITE_LOG """one\n two"""\nEND_BATCH\n',
    );
  });

  it('keeps names as they are written, even those that are words of the language', () => {
    expect(format('SET match=1\nSET x = match + limit')).toBe('SET match = 1\nSET x = match + limit\n');
  });

  it('keeps backslashes of bare paths', () => {
    expect(format('LOAD a\\b.csv AS FILE')).toBe('LOAD "a\\\\b.csv" AS FILE\n');
  });

  it('keeps lines with a mistake as they are, and the indentation where blocks do not match', () => {
    expect(format('  BATCH_START\n      PROMPT   oops\n  RUN\n')).toBe(
      '  BATCH_START\n      PROMPT   oops\n  RUN\n',
    );
    expect(format('BATCH_START\nPROMPT   oops\nEND_BATCH')).toBe('BATCH_START\n  PROMPT   oops\nEND_BATCH\n');
  });

  it('keeps the line ends of the script', () => {
    expect(format('BATCH_START\r\nRUN\r\nEND_BATCH')).toBe('BATCH_START\r\n  RUN\r\nEND_BATCH\r\n');
  });

  it('makes nothing of nothing', () => {
    expect(format('')).toBe('');
    expect(format('\n \n\n')).toBe('');
  });

  it('leaves a text alone that is too large to be read', () => {
    const large = 'batch_start  \n'.repeat(80_000);
    expect(format(large)).toBe(large);
    expect(formatEdits(large)).toEqual([]);
  });

  it('changes nothing the second time, means the same, and is said by its edits too', () => {
    fc.assert(
      fc.property(aScript(), (script) => {
        const formatted = format(script);
        expect(format(formatted)).toBe(formatted);
        expect(meaningOf(formatted)).toEqual(meaningOf(script));
        expect(applyFix(script, { title: '', edits: formatEdits(script) })).toBe(formatted);
      }),
      { numRuns: 200 },
    );
  });

  it('is idempotent and loses no comment for any text whatever @soak', () => {
    const anyLines = fc.array(
      fc.oneof(
        aScript({ maxStatements: 2 }),
        fc.constantFrom(
          'END_IF',
          'ELSE',
          'IF x = 1',
          '  LOOP 3',
          'RUN RUN',
          'PROMPT "a',
          '"""',
          'PROMT "x"',
          '# c ',
        ),
        fc.string({ unit: 'binary', maxLength: 12 }),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(anyLines, (lines) => {
        const script = lines.join('\n');
        const formatted = format(script);
        expect(format(formatted)).toBe(formatted);
        const comments = (text: string) => parse(text).tree.comments.map((comment) => comment.text.trimEnd());
        expect(comments(formatted)).toEqual(comments(script));
      }),
      { numRuns: 200 },
    );
  });
});

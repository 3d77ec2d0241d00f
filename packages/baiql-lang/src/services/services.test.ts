import { describe, expect, it } from 'vitest';
import { applyFix } from '../diagnostics/apply-fix.js';
import type { Range } from '../source/position.js';
import { documentSymbols, type DocumentSymbol } from './document-symbols.js';
import { foldingRanges } from './folding-ranges.js';
import { hover } from './hover.js';
import { definition, references } from './navigate.js';
import { quickFixes } from './quick-fixes.js';
import { prepareRename, rename } from './rename.js';
import { semanticTokens } from './semantic-tokens.js';
import { withCursor } from './test-support/cursor.js';

const GRADES = [
  'BATCH_START "Grades"',
  '  SET LINES_NOHEADER = "student; City of birth"',
  '  LOAD "people.txt" AS LINES',
  '  PROMPT "Grade {STUDENT} from {CITY_OF_BIRTH}, {Score}"',
  '  RUN',
  '  GET score FROM JSON "score"',
  '  IF SCORE < 10 AND NOT score = 3',
  '    WRITE_LOG """',
  '    {score} is low',
  '    """',
  '  ELSE',
  '    SKIP',
  '  END_IF',
  '  OUTPUT "{score}.txt"',
  '  TRACK score, FILENAME',
  'END_BATCH',
].join('\n');

/** The script with the cursor right after the first occurrence of a stretch of it. */
function after(script: string, stretch: string): { text: string; offset: number } {
  const at = script.indexOf(stretch);
  expect(at).toBeGreaterThanOrEqual(0);
  return { text: script, offset: at + stretch.length };
}

const at = (text: string, range: Range): string =>
  `${range.start.line}: ${text.slice(range.start.offset, range.end.offset)}`;

describe('hover', () => {
  it('explains a word as its command means it', () => {
    const load = withCursor('LOAD "a.csv" AS FILE MAT‸CH Student');
    const output = withCursor('OUTPUT "a.txt" MAT‸CH');
    expect(hover(load.text, load.offset)?.documentation).toContain('column whose values');
    expect(hover(output.text, output.offset)).toMatchObject({
      signature: 'OUTPUT path MATCH',
      range: { start: { column: 16 }, end: { column: 21 } },
    });
    const format = withCursor('OUTPUT "a.csv" FORMAT js‸on');
    expect(hover(format.text, format.offset)?.documentation).toContain('keys over columns');
    const field = withCursor('GET SCORE FROM JS‸ON "score"');
    expect(hover(field.text, field.offset)?.documentation).toContain('A field of a JSON reply');
  });

  it('explains engine names, columns and names of the script', () => {
    const builtIn = withCursor('WRITE_LOG "{FILE‸NAME}"');
    expect(hover(builtIn.text, builtIn.offset)?.documentation).toBe('The name of the transaction’s file.');
    const column = withCursor('WRITE_LOG "{COL‸12}"');
    expect(hover(column.text, column.offset)).toMatchObject({
      signature: '{COL12}',
      documentation: 'Column 12 of the row.',
    });
    const own = after(GRADES, 'IF SCO');
    expect(hover(own.text, own.offset)?.documentation).toBe(
      'Given by GET on line 6: GET score FROM JSON "score". Read 6 times.',
    );
    const listed = after(GRADES, 'Grade {STU');
    expect(hover(listed.text, listed.offset)?.documentation).toBe(
      'A column of the lines, named on line 2. Read once.',
    );
  });

  it('knows the columns of loaded tables', () => {
    const { text, offset } = withCursor(
      'BATCH_START\nLOAD "a.csv" AS FILE\nPROMPT "{First_Na‸me}"\nRUN\nEND_BATCH',
    );
    expect(hover(text, offset, { headers: { 'a.csv': ['First name'] } })?.documentation).toBe(
      'A column of a loaded table. Read once.',
    );
  });

  it('says nothing about texts, comments and unknown names', () => {
    for (const marked of ['PROMPT "RU‸N"', '# RU‸N', 'PROMPT "{NO‸BODY}"', '‸']) {
      const { text, offset } = withCursor(marked);
      expect(hover(text, offset)).toBeNull();
    }
  });
});

describe('definition and references', () => {
  it('leads from a name in a text to the line that sets it', () => {
    const { text, offset } = after(GRADES, '{Sco');
    expect(definition(text, offset)?.targets.map((range) => at(text, range))).toEqual(['6: score']);
    const column = after(GRADES, '{CITY_');
    expect(definition(text, column.offset)?.targets.map((range) => at(text, range))).toEqual([
      '2: City of birth',
    ]);
  });

  it('leads from the end of a block to its beginning', () => {
    for (const [word, opener] of [
      ['END_I', '7: IF'],
      ['ELS', '7: IF'],
      ['END_BATC', '1: BATCH_START'],
    ] as const) {
      const { text, offset } = after(GRADES, word);
      expect(definition(text, offset)?.targets.map((range) => at(text, range))).toEqual([opener]);
    }
  });

  it('finds no definition of what the engine sets', () => {
    const { text, offset } = after(GRADES, 'FILENA');
    expect(definition(text, offset)).toBeNull();
  });

  it('lists every place of a name in order', () => {
    const { text, offset } = after(GRADES, 'GET sc');
    expect(references(text, offset).map(({ range, role }) => `${at(text, range)} ${role}`)).toEqual([
      '4: Score reference',
      '6: score definition',
      '7: SCORE reference',
      '7: score reference',
      '9: score reference',
      '14: score reference',
      '15: score reference',
    ]);
  });
});

describe('rename', () => {
  const renamed = (script: string, offset: number, name: string): string => {
    const outcome = rename(script, offset, name);
    return 'reason' in outcome ? outcome.reason : applyFix(script, { title: '', edits: outcome.edits });
  };

  it('changes a name in texts, conditions, GET and TRACK, and nothing else', () => {
    const { text, offset } = after(GRADES, 'GET sc');
    const changed = renamed(text, offset, 'Points');
    expect(changed).toBe(
      GRADES.replace('{Score}', '{Points}')
        .replace('GET score', 'GET Points')
        .replace('IF SCORE', 'IF Points')
        .replace('NOT score', 'NOT Points')
        .replaceAll('{score}', '{Points}')
        .replace('TRACK score', 'TRACK Points'),
    );
  });

  it('changes a column in the list that names it', () => {
    const { text, offset } = after(GRADES, '{CITY');
    const changed = renamed(text, offset, 'TOWN');
    expect(changed).toContain('"student; TOWN"');
    expect(changed).toContain('{TOWN}');
  });

  it('refuses names of the engine, settings and columns of tables, each with its reason', () => {
    const refusal = (marked: string, headers = {}): unknown => {
      const { text, offset } = withCursor(marked);
      return prepareRename(text, offset, { headers });
    };
    expect(refusal('WRITE_LOG "{FILE‸NAME}"')).toEqual({
      reason: 'FILENAME is set by the engine and cannot be renamed.',
    });
    expect(refusal('SET OCR_‸LANGS = "eng"')).toEqual({
      reason: 'OCR_LANGS is a setting of the language and cannot be renamed.',
    });
    expect(
      refusal('BATCH_START\nLOAD "a.csv" AS FILE\nPROMPT "{A‸GE}"\nEND_BATCH', { 'a.csv': ['Age'] }),
    ).toEqual({
      reason: 'AGE is a column of a loaded table. Rename it in the table.',
    });
    expect(refusal('RU‸N')).toEqual({ reason: 'There is no name here that could be renamed.' });
    expect(refusal('SET A‸GE = 1\nSET X = AGE + AGE AGE')).toEqual({
      reason: 'Line 2 uses AGE and has a mistake. Fix that line first.',
    });
  });

  it('refuses new names that would not work', () => {
    const { text, offset } = withCursor('SET A‸GE = 1\nSET OTHER = AGE');
    expect(renamed(text, offset, 'my age')).toContain('"my age" is not');
    expect(renamed(text, offset, '')).toContain('A name is a letter');
    expect(renamed(text, offset, 'and')).toBe('AND is a word of the language.');
    expect(renamed(text, offset, 'COL3')).toBe('COL3 is set by the engine. Choose another name.');
    expect(renamed(text, offset, 'ocr_langs')).toBe(
      'OCR_LANGS is a setting of the language. Choose another name.',
    );
    expect(renamed(text, offset, 'other')).toBe('OTHER is already a name in this script.');
    expect(renamed(text, offset, 'Age')).toBe('SET Age = 1\nSET OTHER = Age');
  });
});

describe('document symbols', () => {
  it('outline a script with its steps and blocks', () => {
    const script = [
      'BATCH_START',
      'LOAD "in/" AS WORK',
      'STEP "Draft"',
      'PROMPT """',
      'Write about {INPUT}',
      '"""',
      'RUN',
      'STEP',
      'IF XACT = 1',
      'SET x = 1',
      'END_IF',
      'OUTPUT "out.csv"',
      'END_BATCH',
    ].join('\n');
    const outline = (symbols: readonly DocumentSymbol[]): unknown[] =>
      symbols.map(({ kind, name, children }) =>
        children.length === 0 ? `${kind} ${name}` : [`${kind} ${name}`, ...outline(children)],
      );
    expect(outline(documentSymbols(script))).toEqual([
      [
        'batch Batch 1',
        'load in/ AS WORK',
        ['step Draft', 'prompt Write about {INPUT}'],
        ['step STEP', ['block IF XACT = 1', 'name x'], 'output out.csv'],
      ],
    ]);
  });
});

describe('folding ranges', () => {
  it('are blocks, steps, text blocks and runs of comments', () => {
    const script = '# one\n# two\n' + GRADES.replace('  RUN', '  STEP\n  RUN');
    const folded = foldingRanges(script).map(
      ({ kind, range }) => `${kind} ${range.start.line}-${range.end.line}`,
    );
    expect(folded).toEqual([
      'comment 1-2',
      'block 3-18',
      'block 7-18',
      'block 10-13',
      'text 11-12',
      'block 14-15',
    ]);
  });
});

describe('semantic tokens', () => {
  it('tell names apart by what they are', () => {
    const script =
      'SET note = "{FILENAME} {nobody} \\n"  # done\nRUN CACHE\nSET OCR_LANGS = "eng"\nWRITE_LOG "{note}"';
    const tokens = semanticTokens(script).map(
      ({ start, end, kind }) => `${kind} ${script.slice(start, end)}`,
    );
    expect(tokens).toEqual([
      'command SET',
      'variable note',
      'operator =',
      'quote "',
      'built-in {FILENAME}',
      'text  ',
      'undefined {nobody}',
      'text  ',
      'escape \\n',
      'quote "',
      'comment # done',
      'command RUN',
      'keyword CACHE',
      'command SET',
      'setting OCR_LANGS',
      'operator =',
      'quote "',
      'text eng',
      'quote "',
      'command WRITE_LOG',
      'quote "',
      'variable {note}',
      'quote "',
    ]);
  });
});

describe('quick fixes', () => {
  it('are those of the diagnostics at the cursor', () => {
    const { text, offset } = withCursor('BATCH_START\n  PROMTP‸ "Hello"\n  RUN\nEND_BATCH');
    const fixes = quickFixes(text, offset);
    expect(fixes.map(({ title, diagnostic }) => `${diagnostic.code} ${title}`)).toEqual([
      'BQ201 Change to PROMPT',
    ]);
    expect(applyFix(text, fixes[0] ?? { title: '', edits: [] })).toContain('  PROMPT "Hello"');
    expect(quickFixes(text, 3)).toEqual([]);
  });
});

import { chmod, readFile, symlink } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { visibleWidth } from './pretty/visible-text.js';
import { baiql, makeFolder } from '../test-support/run.js';

const SOUND =
  'BATCH_START\n  LOAD "essays/" AS WORK\n  PROMPT "Grade {INPUT}"\n  RUN\n  OUTPUT "grades.txt"\nEND_BATCH\n';
const BROKEN = SOUND.replace('{INPUT}', '{INPTU}').replace('OUTPUT', 'OUPTUT');

describe('baiql check', () => {
  it('shows each mistake at its place, with the way to mend it', async () => {
    await using files = await makeFolder({ 'grades.baiql': BROKEN });
    const file = files.path('grades.baiql');
    const { status, output, complaints } = await baiql(['check', file]);
    expect(output).toBe(
      [
        'error[BQ401]: Undefined variable {INPTU}',
        `  --> ${file}:3:17`,
        '   |',
        ' 3 |   PROMPT "Grade {INPTU}"',
        '   |                 ^^^^^^^',
        '   = try: Change to INPUT',
        '   = try: Set INPTU first',
        '',
        'warning[BQ201]: Unknown command: OUPTUT',
        `  --> ${file}:5:3`,
        '   |',
        ' 5 |   OUPTUT "grades.txt"',
        '   |   ^^^^^^',
        '   = try: Change to OUTPUT',
        '',
        `${file}: ✗ 1 error(s) found`,
        '',
        '',
      ].join('\n'),
    );
    expect(complaints).toBe('');
    expect(status).toBe(1);
  });

  it('shows the mended line once', async () => {
    await using files = await makeFolder({ 'a.baiql': SOUND.replace('OUTPUT', 'SAVE') });
    const { output } = await baiql(['check', files.path('a.baiql')]);
    expect(output.match(/= try: .*/g)).toEqual(['= try: Write OUTPUT "grades.txt"']);
  });

  it('says in one line that a script is sound, and its type', async () => {
    await using files = await makeFolder({
      'a.baiql': SOUND,
      'b.baiql': 'BATCH_START\nLOAD "t.csv" AS FILE\nRUM\nEND_BATCH',
    });
    const sound = await baiql(['check', files.path('a.baiql')]);
    expect(sound).toEqual({ status: 0, output: `${files.path('a.baiql')}: ✓ Valid\n`, complaints: '' });
    const warned = await baiql(['check', files.path('b.baiql')]);
    expect(warned.output).toContain('b.baiql: ✓ Valid with 1 warning(s) (EXAMINE)\n');
    expect(warned.status).toBe(0);
  });

  it('says how words are put into upper case all at once', async () => {
    await using files = await makeFolder({ 'a.baiql': SOUND.replace('RUN', 'run') });
    const file = files.path('a.baiql');
    expect((await baiql(['check', file])).output).toMatch(
      new RegExp(
        `✓ Valid with 1 warning\\(s\\)\nbaiql fmt --write ${file} puts words into upper case\\.\n\n$`,
      ),
    );
  });

  it('underlines places after tabs and wide letters where a person sees them', async () => {
    const { output } = await baiql(['check', '-'], {
      input: 'BATCH_START\n\tPROMPT "日本é {NOBODY}"\n\tRUN\nEND_BATCH\n',
    });
    expect(output).toContain(' 2 |     PROMPT "日本é {NOBODY}"\n   |                   ^^^^^^^^\n');
  });

  it('shows a part of long lines, and nothing that controls the terminal', async () => {
    const prompt = `${'word '.repeat(100)}{NOBODY} ${'word '.repeat(100)}`;
    const { output } = await baiql(['check', '-'], {
      input: `BATCH_START\n  PROMPT "\u001b[31m"\n  RUN\n  PROMPT "${prompt}"\n  RUN\nEND_BATCH \u001b]0;title\u0007`,
    });
    expect(output).not.toContain('\u001b');
    const [line = '', underline = ''] = output
      .split('\n')
      .filter((each) => /NOBODY}|\^\^\^\^\^\^\^\^$/.test(each))
      .slice(1);
    expect(line.length).toBeLessThan(160);
    expect(line.indexOf('{NOBODY}')).toBe(underline.indexOf('^'));
  });

  it('keeps lines to the width of the terminal, wide letters and all', async () => {
    const { output } = await baiql(['check', '-'], {
      input: `BATCH_START\n  PROMPT "${'漢字 '.repeat(40)}{NOBODY} ${'漢字 '.repeat(40)}"\n  RUN\nEND_BATCH`,
      columns: 60,
    });
    const [line = '', underline = ''] = output.split('\n').filter((each) => /NOBODY}.*漢|\^{8}$/.test(each));
    const width = (text: string): number => text.length + (text.match(/[漢字]/g)?.length ?? 0);
    expect(width(line)).toBeLessThanOrEqual(60);
    expect(width(line.slice(0, line.indexOf('{NOBODY}')))).toBe(underline.indexOf('^'));
  });

  it('shows a name with a line end in it on one line, and nothing of it that controls the terminal', async () => {
    await using files = await makeFolder({ 'a\n\u001b[31mb.baiql': 'RUM' });
    const { output } = await baiql(['check', files.folder]);
    expect(output).toContain('a��[31mb.baiql:1:1\n');
    expect(output).not.toContain('\u001b');
  });

  it('lists further places of a name by their lines', async () => {
    const input = `BATCH_START\n  PROMPT "{WHO}"\n  RUN\n${'  WRITE_LOG "{WHO}"\n'.repeat(5)}END_BATCH`;
    const { output } = await baiql(['check', '-'], { input });
    expect(output.match(/BQ401/g)).toHaveLength(1);
    expect(output).toContain('   = also: line 6, 7, 8\n');
  });

  it('shows related places too', async () => {
    const input =
      'BATCH_START\n  LOAD "a/" AS WORK\n  LOAD "b/" AS WORK\n  PROMPT "{INPUT}"\n  RUN\nEND_BATCH\n';
    const { output } = await baiql(['check', '-'], { input });
    expect(output).toContain(
      [
        'error[BQ304]: Only one WORK is allowed per batch',
        '  --> -:3:3',
        '   |',
        ' 3 |   LOAD "b/" AS WORK',
        '   |   ^^^^',
        '   |',
        ' 2 |   LOAD "a/" AS WORK',
        '   |   ^^^^^^^^^^^^^^^^^ The first WORK',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['Chinese', '你好，'],
    ['emoji', '🎓👩‍🏫 '],
    ['accents', 'Zoe\u0308 '],
  ])('underlines the place after %s, which take more or fewer columns than letters', async (_, before) => {
    const input = `BATCH_START\nPROMPT "${before}{SCROE}"\nRUN\nOUTPUT "a.txt"\nEND_BATCH\n`;
    const { output } = await baiql(['check', '-'], { input });
    const lines = output.split('\n');
    const at = lines.findIndex((line) => line.includes('{SCROE}"'));
    const shown = lines[at] ?? '';
    const mark = lines[at + 1] ?? '';
    expect(mark.indexOf('^')).toBe(visibleWidth(shown.slice(0, shown.indexOf('{SCROE}'))));
    expect(/\^+/u.exec(mark)?.[0]).toHaveLength('{SCROE}'.length);
  });

  it('uses colours on a terminal only', async () => {
    const plain = await baiql(['check', '-'], { input: BROKEN });
    const coloured = await baiql(['check', '-'], { input: BROKEN, colors: true });
    expect(plain.output).not.toContain('\u001b');
    expect(coloured.output).toContain('\u001b[1m\u001b[31merror[BQ401]\u001b[39m\u001b[22m');
    expect(stripVTControlCharacters(coloured.output)).toBe(plain.output);
  });

  it('takes several files and folders, and sums them up', async () => {
    await using files = await makeFolder({
      'ten10.baiql': SOUND,
      'ten2.baiql': BROKEN,
      'sub/x.baiql': SOUND,
      'notes.txt': 'no script',
      'essays/anna.txt': 'beside the scripts',
    });
    const { output, status } = await baiql(['check', files.folder]);
    const summaries = output.split('\n').filter((line) => line.startsWith(files.folder));
    expect(summaries.map((line) => line.slice(files.folder.length + 1))).toEqual([
      'sub/x.baiql: ✓ Valid',
      'ten2.baiql: ✗ 1 error(s) found',
      'ten10.baiql: ✓ Valid',
    ]);
    expect(output).toMatch(/3 scripts, 1 with errors\n$/);
    expect(status).toBe(1);
  });

  it('prints one object a file as JSON', async () => {
    await using files = await makeFolder({ 'a.baiql': SOUND, 'b.baiql': BROKEN });
    const { output, status } = await baiql([
      'check',
      '--format',
      'json',
      files.path('a.baiql'),
      files.path('b.baiql'),
    ]);
    const found: unknown = JSON.parse(output);
    expect(found).toEqual([
      { file: files.path('a.baiql'), batchType: null, diagnostics: [] },
      {
        file: files.path('b.baiql'),
        batchType: null,
        diagnostics: [
          {
            code: 'BQ401',
            severity: 'error',
            message: 'Undefined variable {INPTU}',
            range: { start: { line: 3, column: 17, offset: 53 }, end: { line: 3, column: 24, offset: 60 } },
            fixes: [
              {
                title: 'Change to INPUT',
                edits: [
                  {
                    range: {
                      start: { line: 3, column: 18, offset: 54 },
                      end: { line: 3, column: 23, offset: 59 },
                    },
                    newText: 'INPUT',
                  },
                ],
              },
              {
                title: 'Set INPTU first',
                edits: [
                  {
                    range: {
                      start: { line: 3, column: 1, offset: 37 },
                      end: { line: 3, column: 1, offset: 37 },
                    },
                    newText: '  SET INPTU = ""\n',
                  },
                ],
              },
            ],
          },
          expect.objectContaining({ code: 'BQ201', severity: 'warning' }),
        ],
      },
    ]);
    expect(status).toBe(1);
  });

  it('reads UTF-16 and UTF-8 with a mark as Windows programs save them', async () => {
    const marked = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(SOUND.replaceAll('\n', '\r\n'), 'utf16le'),
    ]);
    await using files = await makeFolder({ 'a.baiql': marked, 'b.baiql': `\uFEFF${SOUND}` });
    expect((await baiql(['check', files.folder])).output).toMatch(/2 scripts, none with errors\n$/);
  });

  it('says that a script is too large', async () => {
    const { output, status } = await baiql(['check', '-'], { input: '# a\n'.repeat(300_000) });
    expect(output).toContain('error[BQ109]: The script is too large (more than 1 MB)');
    expect(status).toBe(1);
  });
});

describe('baiql check --files', () => {
  it('checks paths, columns and names against a real folder', async () => {
    await using files = await makeFolder({
      'data/people.csv': 'Student;"Home; town"\nAnn;Oslo\nBob;Bergen\n',
      'data/essays/one.txt': 'text',
      'data/.hidden/two.txt': 'text',
    });
    const input = [
      'BATCH_START',
      '  LOAD "people.csv" AS FILE',
      '  LOAD "esays/" AS DIR',
      '  PROMPT "{STUDENT} from {HOME_TOWN}, {COL3}, {STUDNET}: {INPUT}"',
      '  RUN',
      'END_BATCH',
    ].join('\n');
    const { output } = await baiql(['check', '--files', files.path('data'), '--format', 'json', '-'], {
      input,
    });
    const [{ diagnostics }] = JSON.parse(output) as [
      { diagnostics: { message: string; fixes?: { title: string }[] }[] },
    ];
    expect(diagnostics.map(({ message, fixes }) => `${message} → ${fixes?.[0]?.title ?? ''}`)).toEqual([
      'Not found in PATH_IN: esays/ → Change to "essays/"',
      'people.csv has only 2 columns → ',
      'Undefined variable {STUDNET} → Change to STUDENT',
    ]);
  });

  it('judges no file where there are as many as in somebody’s home folder @soak', async () => {
    const script = SOUND.replace('essays/', 'esays/');
    const folderOf = (count: number) =>
      makeFolder({
        'grades.baiql': script,
        ...Object.fromEntries(
          Array.from({ length: count }, (_, index) => [`letters/${String(index)}.txt`, '']),
        ),
      });
    await using small = await folderOf(10);
    await using large = await folderOf(5_001);
    const missing = 'Not found in PATH_IN: esays/';
    expect((await baiql(['check', small.path('grades.baiql')])).output).toContain(missing);
    expect((await baiql(['check', large.path('grades.baiql')])).output).not.toContain(missing);
  });

  it('goes on where a folder cannot be read, and does not look into hidden ones', async () => {
    await using files = await makeFolder({
      'grades.baiql': SOUND,
      'essays/one.txt': 'text',
      '.git/two.txt': '',
    });
    await symlink(files.path('gone'), files.path('link'));
    await chmod(files.path('.git'), 0o000);
    const { status, output } = await baiql(['check', files.path('grades.baiql')]);
    expect(output).toContain('✓ Valid');
    expect(status).toBe(0);
  });

  it('knows what earlier runs have written, in the folder that --out names', async () => {
    await using files = await makeFolder({
      'a.baiql':
        'BATCH_START\n  LOAD "/data/output/all.csv" AS FILE\n  PROMPT "Hi {STUDNET}"\n  RUN\n  OUTPUT "o.csv"\nEND_BATCH\n',
      'rows.csv': 'Class\n1\n',
      'results/all.csv': 'Student\nAnn\n',
    });
    const said = async (...options: readonly string[]) =>
      (await baiql(['check', files.path('a.baiql'), ...options])).output;
    expect(await said('--out', files.path('results'))).toContain('= try: Change to STUDENT');
    expect(await said('--out', files.path('nowhere'))).toContain(
      'Not found in PATH_IN: /data/output/all.csv',
    );
    expect(await said()).not.toContain('= try');
  });

  it('refuses a folder that is not there', async () => {
    const { status, complaints } = await baiql(['check', '--files', '/no/such/folder', '-'], {
      input: SOUND,
    });
    expect(status).toBe(2);
    expect(complaints).toMatch(/^There is no folder \/no\/such\/folder\.\n\nUsage: baiql check /);
  });
});

describe('baiql check with what lies beside the script', () => {
  const script = (name: string): string =>
    `BATCH_START\n  LOAD "rows.${name}" AS FILE\n  PROMPT "Hi {STUDENT}"\n  RUN\n  OUTPUT "o.csv"\nEND_BATCH\n`;

  it.each([
    ['csv', 'Student,Class\nAnn,1\n'],
    ['tsv', 'Student\tClass\nAnn\t1\n'],
    ['json', '[{"Class": 1}, {"Student": "Ann"}]'],
    ['jsonl', '{"Class": 1}\n{"Student": "Ann"}\n'],
    [
      'xlsx',
      writeXlsxFile([
        ['Student', 'Class'],
        ['Ann', 1],
      ]).toBuffer(),
    ],
  ])('knows the columns of a %s file', async (kind, written) => {
    const content = await written;
    await using files = await makeFolder({ 'a.baiql': script(kind), [`rows.${kind}`]: content });
    expect(await baiql(['check', files.path('a.baiql')])).toMatchObject({ status: 0, complaints: '' });
    const other = script(kind).replace('STUDENT', 'STUDNET');
    await using wrong = await makeFolder({ 'a.baiql': other, [`rows.${kind}`]: content });
    expect((await baiql(['check', wrong.path('a.baiql')])).output).toContain('Change to STUDENT');
  });

  it('knows the models of a list', async () => {
    const text = script('csv').replace('  PROMPT', '  MODEL "gpt-4o-mni"\n  PROMPT');
    await using files = await makeFolder({
      'a.baiql': text,
      'rows.csv': 'Student\nAnn\n',
      'models.txt': 'gpt-4o\ngpt-4o-mini\n',
    });
    const args = ['check', files.path('a.baiql'), '--models', files.path('models.txt')];
    expect((await baiql(args)).output).toContain('Change to "gpt-4o-mini"');
  });

  it('makes the fixes that are certain with --fix, and says what is left', async () => {
    const typed = script('csv')
      .replace('OUTPUT', 'SAVE')
      .replace('END_BATCH', 'END')
      .replace('RUN', 'RUN\n  SET X = 1');
    await using files = await makeFolder({ 'a.baiql': typed, 'rows.csv': 'Student\nAnn\n' });
    const { status, output } = await baiql(['check', '--fix', files.path('a.baiql')]);
    expect(await readFile(files.path('a.baiql'), 'utf8')).toBe(
      script('csv').replace('RUN', 'RUN\n  SET X = 1'),
    );
    expect(output).toContain('X is set but never used');
    expect(status).toBe(0);
    expect((await baiql(['check', '--fix', '-'])).status).toBe(2);
  });

  it('offers the sheet and the row that have the names, and no other is sound @soak', async () => {
    const notes = [[{ value: 'Read me first' }]];
    const orders = [
      [{ value: 'Complaints of 2026' }],
      [],
      [{ value: 'Customer' }, { value: 'Complaint' }],
      [{ value: 'Ann' }, { value: 'Late' }],
    ];
    const sheets = [
      { data: notes, sheet: 'Notes' },
      { data: orders, sheet: 'Orders' },
    ];
    const book = await writeXlsxFile(sheets).toBuffer();
    const script = (choice: string) =>
      `BATCH_START\n  LOAD "book.xlsx" AS FILE${choice}\n  PROMPT "Label {COMPLAINT}"\n  RUN\n  OUTPUT "o.csv"\nEND_BATCH\n`;
    await using files = await makeFolder({
      'book.xlsx': book,
      'a.baiql': script(''),
      'b.baiql': script(' SHEET "Orders"'),
    });
    const [first, second] = [
      await baiql(['check', files.path('a.baiql')]),
      await baiql(['check', files.path('b.baiql')]),
    ];
    expect(first.output).toContain('try: Read sheet "Orders", with the column names from row 3');
    expect(second.output).toContain('try: Read the column names from row 3');
    for (const each of ['a.baiql', 'b.baiql']) {
      const fixed = await baiql(['check', '--fix', files.path(each)]);
      expect(fixed.output).toContain('✓ Valid');
      expect(await readFile(files.path(each), 'utf8')).toBe(script(' SHEET "Orders" HEADER 3'));
    }
  });

  it('shows how a short list reads in each likely encoding, and leaves the choice to its author', async () => {
    // 名前, 佐藤 and 鈴木 as a Japanese Excel saves them.
    const names = Buffer.from('96bc914f0a8db293a10a97e996d80a', 'hex');
    const script =
      'BATCH_START\n  LOAD "names.csv" AS FILE\n  PROMPT "Greet {COL1}"\n  RUN\n  OUTPUT "o.csv"\nEND_BATCH\n';
    const lines = script
      .replace('AS FILE', 'AS LINES')
      .replace('{COL1}', '{LINE}')
      .replace('csv" AS', 'txt" AS');
    await using files = await makeFolder({
      'names.csv': names,
      'names.txt': names,
      'a.baiql': script,
      'b.baiql': lines,
    });
    for (const each of ['a.baiql', 'b.baiql']) {
      const { output } = await baiql(['check', '--fix', files.path(each)]);
      expect(output).toContain('can be read in more than one way');
      expect(output).toContain('try: Read it as shift_jis: 名前');
    }
    expect(await readFile(files.path('a.baiql'), 'utf8')).toBe(script);
  });

  it('reads headers in the script’s ENCODING, not as guessed', async () => {
    // "Şehir" (city) and "İl" in the Turkish encoding; read as Western they would be "Þehir" and "Ýl".
    const table = Buffer.from([0xde, 0x65, 0x68, 0x69, 0x72, 0x2c, 0xdd, 0x6c, 0x0a, 0x41, 0x2c, 0x42, 0x0a]);
    const load = (encoding: string) =>
      `BATCH_START\n  LOAD "t.csv" AS FILE ENCODING "${encoding}"\n  PROMPT "{ŞEHIR}"\n  RUN\n  OUTPUT "o.csv"\nEND_BATCH\n`;
    await using files = await makeFolder({
      't.csv': table,
      'a.baiql': load('windows-1254'),
      'b.baiql': load('windows-1252'),
    });
    for (const args of [[], ['--files', files.folder]]) {
      const right = await baiql(['check', files.path('a.baiql'), ...args]);
      expect(right.output).not.toContain('Undefined variable');
      const wrong = await baiql(['check', files.path('b.baiql'), ...args]);
      expect(wrong.output).toContain('Undefined variable {ŞEHIR}');
    }
  });
});

import { describe, expect, it } from 'vitest';
import { type Diagnostic, parse, summarize, validate } from '../src/index.js';

function only(script: string): Diagnostic {
  const { diagnostics } = validate(script);
  expect(diagnostics.map(({ code }) => code)).toHaveLength(1);
  const [diagnostic] = diagnostics;
  if (diagnostic === undefined) throw new Error('Nothing was said');
  return diagnostic;
}

describe('places', () => {
  it('count lines and columns from 1 and offsets from 0, the end being exclusive', () => {
    const { range } = only('BATCH_START\n  PROMPT "Hi {NOBODY}"\n  RUN\nEND_BATCH');
    expect(range).toEqual({
      start: { line: 2, column: 14, offset: 25 },
      end: { line: 2, column: 22, offset: 33 },
    });
  });

  it('count \\r\\n as one line end, inside of text blocks too', () => {
    const script =
      'BATCH_START\r\n  PROMPT """\r\n    Dear\r\n    {NOBODY}\r\n  """\r\n  RUN\r\nEND_BATCH\r\n';
    const { range } = only(script);
    expect(range.start).toEqual({ line: 4, column: 5, offset: script.indexOf('{NOBODY}') });
    expect(range.end.column).toBe(13);
  });

  it('count columns in UTF-16 units', () => {
    expect(only('BATCH_START\nPROMPT "🙂é {NOBODY}"\nRUN\nEND_BATCH').range.start.column).toBe(13);
  });

  it('of a line that is read otherwise are named once, however often it is read there', () => {
    const { diagnostics } = validate(
      'BATCH_START\nPROMPT "Hi {X}"\nRUN\nIF X CONTAINS ANY OF ("a", "b")\nSKIP\nEND_IF\nEND_BATCH',
    );
    const [undefinedName] = diagnostics.filter(({ code }) => code === 'BQ401');
    expect(undefinedName?.related?.map(({ range }) => range.start.line)).toEqual([4]);
  });

  it('take a tab as one column', () => {
    expect(only('BATCH_START\n\tPROMPT "{NOBODY}"\n\tRUN\nEND_BATCH').range.start.column).toBe(10);
  });

  it('of an unclosed text reach to the line end, before \\r\\n', () => {
    const { range } = only('BATCH_START\r\nPROMPT "Hi\r\nRUN\r\nEND_BATCH\r\n');
    expect([range.start.column, range.end.column, range.end.line]).toEqual([8, 11, 2]);
  });
});

describe('a word that the language has no counterpart for', () => {
  it.each([
    ['TRY', 'to say what happens when a RUN fails, write ERROR, such as ERROR RETRY 2 SKIP'],
    ['def grade(text):', 'there are no functions, so write what to do where it is to be done'],
  ])('%s is told what to do instead, beside it', (line, advice) => {
    const { diagnostics } = validate(`BATCH_START\n${line}\nPROMPT "Hi"\nRUN\nOUTPUT "o.txt"\nEND_BATCH\n`);
    expect(diagnostics[0]?.related?.map(({ message }) => message)).toEqual([advice]);
  });
});

describe('a fix', () => {
  it('that cannot be written before another one is taken is not replaced by one that is less likely', () => {
    const headers = { 's.csv': ['Student Name'] };
    const wrong = 'DEBUT\nLOAD "s.csv" AS FILE\nPROMPT “Hi {STUDENT}”\nRUN\nOUTPUT "o.csv"\nFIN';
    const fixesFor = (script: string) =>
      validate(script, { headers }).diagnostics.find(({ code }) => code === 'BQ401')?.fixes;
    expect(fixesFor(wrong)).toBeUndefined();
    expect(fixesFor(wrong.replace(/[“”]/g, '"'))?.[0]?.title).toBe('Change to STUDENT_NAME');
  });
});

describe('blanks that come along when text is pasted', () => {
  it('are blanks', () => {
    expect(
      validate('\uFEFFBATCH_START\n\u00A0\u00A0PROMPT\u00A0"Hi"\n\u3000RUN\nOUTPUT o.csv\nEND_BATCH')
        .diagnostics,
    ).toEqual([]);
  });
});

describe('the batch type', () => {
  const cases: [string, string[], string | null][] = [
    ['REF, FILE and WORK', ['REF', 'FILE', 'WORK'], 'COMBO**'],
    ['REF, DIR and WORK', ['REF', 'DIR', 'WORK'], 'COMBO**'],
    ['REF, FILE and DIR', ['REF', 'FILE', 'DIR'], 'COMBO*'],
    ['REF and FILE', ['REF', 'FILE'], 'COMBO'],
    ['REF and DIR', ['REF', 'DIR'], 'COMBO'],
    ['REF only', ['REF'], 'PROMPT'],
    ['FILE', ['FILE'], 'EXAMINE'],
    ['DIR', ['DIR'], 'EXAMINE'],
    ['FILE and WORK', ['FILE', 'WORK'], 'EXAMINE'],
    ['WORK', ['WORK'], null],
    ['LINES', ['LINES'], null],
    ['nothing', [], null],
  ];
  const paths: Record<string, string> = { REF: 'a.md', FILE: 'a.csv', DIR: 'a/', WORK: 'b/', LINES: 'a.txt' };

  it.each(cases)('of %s', (_title, types, batchType) => {
    const loads = types.map((type) => `LOAD "${paths[type]}" AS ${type}\n`).join('');
    expect(validate(`BATCH_START\n${loads}PROMPT "Hi"\nRUN\nEND_BATCH`).batchType).toBe(batchType);
  });

  it('of a batch with steps and nothing else that names it is CHAIN', () => {
    expect(validate('BATCH_START\nSTEP\nPROMPT "Hi"\nRUN\nEND_BATCH').batchType).toBe('CHAIN');
  });

  it('is that of the first batch', () => {
    const first = 'BATCH_START\nLOAD "a.md" AS REF\nPROMPT "Hi"\nRUN\nEND_BATCH\n';
    const second = 'BATCH_START\nLOAD "a.csv" AS FILE\nPROMPT "Hi"\nRUN\nEND_BATCH\n';
    expect(validate(first + second).batchType).toBe('PROMPT');
    expect(validate(second + first).batchType).toBe('EXAMINE');
  });

  it('is null without a batch', () => {
    expect(validate('').batchType).toBeNull();
  });
});

describe('the summary', () => {
  it.each([
    ['BATCH_START\nPROMPT "Hi"\nRUN\nEND_BATCH', '✓ Valid'],
    ['BATCH_START\nPROMPT "Hi"\nRUN\nGLOBAL A = 1\nTRACK A\nEND_BATCH', '✓ Valid'],
    ['BATCH_START\nPROMPT "Hi"\nRUN\nNOTE\nEND_BATCH', '✓ Valid with 1 warning(s)'],
    ['RUN\nNOTE\nPROMPT "Hi"', '✗ 2 error(s) found'],
  ])('%j', (script, sentence) => {
    expect(summarize(validate(script).diagnostics)).toBe(sentence);
  });
});

describe('limits', () => {
  it('a script of 1 MB is read, a larger one is told in one sentence', () => {
    const line = 'WRITE_LOG "abcdefghijklmnopqrstuvwxyz"\n';
    const script = line.repeat(Math.floor(1_048_576 / line.length));
    expect(validate(script).diagnostics).toEqual([]);
    const [diagnostic, ...others] = validate(`${script}${line}`).diagnostics;
    expect(others).toEqual([]);
    expect(diagnostic?.code).toBe('BQ109');
  });

  it('200 nested blocks are read, more are told in one sentence', () => {
    const nested = (depth: number): string => `${'LOOP 2\n'.repeat(depth)}${'END_LOOP\n'.repeat(depth)}`;
    expect(validate(nested(200)).diagnostics).toEqual([]);
    const said = validate(nested(201)).diagnostics;
    expect(said.map(({ code, range }) => [code, range.start.line])).toEqual([['BQ110', 201]]);
    expect(validate(nested(50_000)).diagnostics.map(({ code }) => code)).toEqual(['BQ110']);
  });

  it('after 500 mistakes the rest is left alone, and that is said', () => {
    const said = validate('WRITE_LOG\n'.repeat(2_000)).diagnostics;
    expect(said).toHaveLength(501);
    expect(said.at(-1)).toMatchObject({ code: 'BQ111', range: { start: { line: 501 } } });
  });

  it('so are parentheses and long conditions', () => {
    const condition = (depth: number): string =>
      `SET A = ${'('.repeat(depth)}1${')'.repeat(depth)}\nWRITE_LOG "{A}"`;
    expect(validate(condition(200)).diagnostics).toEqual([]);
    expect(validate(condition(201)).diagnostics.map(({ code }) => code)).toEqual(['BQ110']);
    expect(validate(condition(300_000)).diagnostics.map(({ code }) => code)).toEqual(['BQ110']);
    expect(validate(`SET A = 1${' + 1'.repeat(100_000)}`).diagnostics.map(({ code }) => code)).toEqual([
      'BQ110',
    ]);
  });
});

describe('the tree', () => {
  it('keeps comments, and every line with its command', () => {
    const { tree } = parse('# one\nPROMPT "a # b" # two\nRUN');
    expect(tree.comments.map(({ text }) => text)).toEqual(['# one', '# two']);
    expect(tree.lines.map(({ command }) => command.word)).toEqual(['PROMPT', 'RUN']);
  });

  it('is there for a broken script too', () => {
    const { tree } = parse('BATCH_START\nPROMPT\nRUN now\nGET');
    const [batch] = tree.statements;
    expect(batch?.kind).toBe('batch');
    expect(tree.lines.map(({ kind, broken }) => [kind, broken])).toEqual([
      ['batch-start', false],
      ['prompt', true],
      ['run', true],
      ['get', true],
    ]);
  });

  it('takes the common indentation and the outer line ends from a text block', () => {
    const { tree } = parse('PROMPT """\n    One\n      Two {A}\n\n    Three\n  """');
    const [line] = tree.lines;
    const parts = line?.kind === 'prompt' ? line.text?.parts : [];
    expect(parts?.map((part) => (part.kind === 'literal' ? part.text : part.name))).toEqual([
      'One\n  Two ',
      'A',
      '\n\nThree',
    ]);
  });

  it('leaves a block alone that begins on its first line', () => {
    const { tree } = parse('PROMPT """One\n  Two"""');
    const [line] = tree.lines;
    const parts = line?.kind === 'prompt' ? line.text?.parts : [];
    expect(parts?.map((part) => (part.kind === 'literal' ? part.text : ''))).toEqual(['One\n  Two']);
  });
});

describe('tokens', () => {
  it('cover everything but blanks, in order', () => {
    const script =
      'BATCH_START "a\\n{B}" QUIET # c\n  LOAD x/*.md AS REF\n  IF NOT (A >= 1.5)\n  ???\nEND_BATCH';
    const { tokens } = parse(script);
    const covered = tokens.map(({ start, end }) => script.slice(start, end)).join('');
    expect(covered.replace(/\s/g, '')).toBe(script.replace(/\s/g, ''));
    expect(tokens.every((token, index) => token.start >= (tokens[index - 1]?.end ?? 0))).toBe(true);
    expect(new Set(tokens.map(({ kind }) => kind))).toEqual(
      new Set([
        'command',
        'quote',
        'text',
        'escape',
        'placeholder',
        'keyword',
        'comment',
        'bare',
        'punctuation',
        'name',
        'operator',
        'number',
        'unknown',
      ]),
    );
  });
});

import type { Environment } from '../../src/index.js';

/** A script of about so many characters that is hard on the language. */
export interface HostileScript {
  readonly title: string;
  readonly ofSize: (size: number) => string;
}

/** The same piece again and again; `@` in it becomes a number that is different each time. */
function repeated(piece: string, before = '', after = ''): HostileScript {
  return {
    title: JSON.stringify(before + piece + after),
    ofSize: (size) => {
      const pieces = [before];
      for (let length = 0, index = 0; length < size; index++) {
        const next = piece.replaceAll('@', String(index));
        pieces.push(next);
        length += next.length;
      }
      return [...pieces, after].join('');
    },
  };
}

function named(title: string, script: HostileScript): HostileScript {
  return { ...script, title };
}

const LINES = [
  'RUN',
  'SET A = B',
  'IF A',
  'ELSE',
  'END_BATCH',
  'GET X',
  'LIMIT 0',
  'STEP',
  'FOO',
  'PROMT "x"',
  'PROMPT "{A}{B}{C}"',
  'PROMPT "a \\q"',
  'PROMPT "a',
  'PROMPT “a”',
  'TRACK AEND_IF',
  'R UN',
  'OUTPUT "x.bad" MATCH SEPARATE',
  'LOAD "a.csv" AS FILE',
  'LOAD nofile.csv AS WORK',
  'LOAD folder@/*.csv AS WORK',
  'LOAD "*a*a*a*a*a*a*a*a*b" AS WORK',
  'MODEL gpt-4o-min@',
  'GET V@',
  'SET A@ = B@',
  'SET NAMEX@ = 1\nWRITE_LOG "{NAMEY@}"',
  'GET foo@ foo@ foo@',
  'IF A@ = 1\nELSE\nEND_IF',
  'LOOP 2\nWRITE_LOG "{V@}"\nSET V@ = 1\nEND_LOOP',
  'LOOP 2\nIF A = 1\nEND_LOOP\nEND_IF',
  'BATCH_START\nPROMPT "x"\nRUN',
  'PROMPT ""\nprose',
  'prose\n"""',
];

const ON_ONE_LINE = [
  ['RUN ', 'A,'],
  ['RUN ', '{'],
  ['SET A = ', '('],
  ['SET A = ', '1 + '],
  ['TRACK ', 'A@,'],
  ['PROMPT "', '{A@}'],
  ['PROMPT "', '\\q'],
  ['PROMPT "', '\\'],
  ['PROMPT "', '" "'],
  ['LOAD "', ' '],
  ['LOAD "', ' AS FILE'],
  ['MODEL "', ' TEMP 1'],
  ['GET A FROM MATCH "', '"x" '],
  ['SET LINES_HEADER = "x y', '_'],
  ['SET LINES_HEADER = "', 'C@;'],
] as const;

const CHARACTERS = ['a', '"', '{', '\\', ' ', '\n', '\r', '(', '#', '“', '"""\n', '\u0000', '\uD83D'];

/** Lines, texts and characters that are many times what anybody would write, and broken in every way. */
export const HOSTILE_SCRIPTS: readonly HostileScript[] = [
  ...LINES.map((line) => repeated(`${line}\n`)),
  ...ON_ONE_LINE.map(([before, piece]) => repeated(piece, before, '"\n')),
  ...CHARACTERS.map((character) => repeated(character)),
  named('1,900 statements on a line', repeated(`${'RUN '.repeat(1_900)}\n`)),
  named(
    'loops in loops',
    repeated(`BATCH_START\n${'LOOP 2\nPROMPT "x"\n'.repeat(100)}RUN\n${'END_LOOP\n'.repeat(100)}END_BATCH\n`),
  ),
  named(
    'branches in branches',
    repeated(`${'IF A\n'.repeat(150)}HALT\n${'ELSE\nHALT\nEND_IF\n'.repeat(150)}`),
  ),
  named(
    'prompts in branches',
    repeated('IF XACT = 1\nPROMPT "x"\nELSE\nPROMPT "y"\nEND_IF\n', 'BATCH_START\n', 'RUN\nEND_BATCH\n'),
  ),
  named('steps in a batch', repeated('STEP "s@"\nPROMPT "x"\nRUN\n', 'BATCH_START\n', 'END_BATCH\n')),
  named('torn names', repeated('SET SCH=OOL\n', 'SET SCHOOL = 1\n')),
  named(
    'torn names that differ',
    repeated('WRITE_LOG "{SCH@}"\nSET SCH#OOL@ = 1 \\q\n', 'SET SCHOOL = "\\q"\n'),
  ),
  named('lines without a name', repeated('SET = 1\nWRITE_LOG "{A@}"\n')),
  named('one mistake and many blocks', repeated('PROMPT """\nA\n"""\nRUN\n', 'FOO\n')),
  named('one lost quote and many blocks', repeated('PROMPT """\nA\n"""\nRUN\n', 'PROMPT """\n')),
  named('a block of placeholders', repeated('{C@}\n', 'PROMPT """\n', '"""')),
];

/** Surroundings as large as a diligent user's. */
export const LARGE_ENVIRONMENT: Environment = {
  files: Array.from({ length: 10_000 }, (_, index) => `group ${index % 50}/essay ${index}.docx`),
  headers: { 'a.csv': Array.from({ length: 1_000 }, (_, index) => `Column ${index}`) },
  models: Array.from({ length: 500 }, (_, index) => `gpt-${index}-mini`),
};

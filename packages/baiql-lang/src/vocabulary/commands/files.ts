import {
  type CommandEntry,
  type OptionRow,
  any,
  choice,
  either,
  expression,
  fields,
  flag,
  link,
  lowerChoice,
  maybe,
  number,
  option,
  path,
  reads,
  text,
} from '../parts.js';
import { LOAD_TYPES, MAX_ROWS, OUTPUT_FORMATS } from '../file-kinds.js';

/** The order of rows, for both reading and writing. */
const SORT_BY = [
  option('SORT'),
  link('BY', 'BY'),
  path('sortBy', 'a column'),
  maybe(flag('descending', 'DESC')),
] as const;

const SORT_BY_ROWS: readonly OptionRow[] = [
  ['BY', 'SORT BY column', 'Goes between SORT and the column.', 'LOAD "survey.csv" AS FILE SORT BY "Score"'],
  ['DESC', 'SORT BY column DESC', 'The largest first.', 'LOAD "survey.csv" AS FILE SORT BY "Score" DESC'],
];

export const FILES = {
  PATH_IN: {
    kind: 'path-in',
    section: 'Files',
    signature: 'PATH_IN path',
    documentation: 'The folder that LOAD reads from. /data/input/ by default.',
    example: 'PATH_IN "/data/input/june/"',
    syntax: [path('path')],
    declares: true,
  },
  PATH_OUT: {
    kind: 'path-out',
    section: 'Files',
    signature: 'PATH_OUT path',
    documentation: 'The folder that OUTPUT writes to. /data/output/ by default.',
    example: 'PATH_OUT "/data/output/june/"',
    syntax: [path('path')],
    declares: true,
  },
  LOAD: {
    kind: 'load',
    section: 'Files',
    signature:
      'LOAD path AS type [MATCH column] [SHEET sheet] [HEADER number] [ENCODING name] [WHERE condition] [SORT BY column [DESC]] [FIRST number] [PAIRS]',
    documentation:
      'Loads a file or folder for this batch. The type says what it is: WORK for the files to process, FILE for a table, LINES for a list, REF for a document to refer to, DIR for a folder of files. A folder means the files directly in it; essays/**/* means those in its folders too. When a table and files are loaded together, each row goes with the file whose name contains the value in its first column, or in the column that MATCH names. The other options choose the sheet, the header and the rows before anything is sent.',
    example:
      'LOAD "essays/*.pdf" AS WORK\nLOAD "roster.xlsx" AS FILE SHEET "9b" HEADER 3 MATCH "Student"\nLOAD "rubric.docx" AS REF',
    syntax: [
      path('path', 'a filename or path before AS'),
      link('AS', '"AS <TYPE>"'),
      choice('type', LOAD_TYPES, 'a type (FILE, DIR, REF, WORK, or LINES)'),
      any(
        [option('MATCH'), path('match', 'a column')],
        [
          option('SHEET'),
          either('a name in quotes or a number', [text('sheet')], [number('sheetNumber', 1, 1000)]),
        ],
        [option('HEADER'), number('header', 1, 1000)],
        [option('ENCODING'), path('encoding', 'the name of an encoding')],
        [option('WHERE'), expression('where')],
        SORT_BY,
        [option('FIRST'), number('first', 1, MAX_ROWS)],
        [flag('pairs', 'PAIRS')],
      ),
    ],
    options: [
      {
        title: 'Options of LOAD',
        group: 'option',
        rows: [
          ['AS', 'LOAD path AS type', 'Goes between the path and its type.', 'LOAD "rubric.pdf" AS REF'],
          [
            'MATCH',
            'LOAD path AS FILE MATCH column',
            'The column whose values appear in the file names. Without it, the first column is used.',
            'LOAD "roster.csv" AS FILE MATCH "Student"',
          ],
          [
            'SHEET',
            'LOAD path AS FILE SHEET "name" | SHEET number',
            'The sheet of an xlsx or ods file to read, by its name or its number from 1. Without it, the first sheet is read.',
            'LOAD "marks.xlsx" AS FILE SHEET "Class 9b"',
          ],
          [
            'HEADER',
            'LOAD path AS FILE HEADER number',
            'The row that holds the column names, from 1. Rows above it, such as a title, are skipped.',
            'LOAD "marks.xlsx" AS FILE HEADER 3',
          ],
          [
            'ENCODING',
            'LOAD path AS type ENCODING "name"',
            'How the bytes of a text file become letters, such as "utf-8", "windows-1252" or "shift_jis". Without it, the encoding is detected.',
            'LOAD "names.csv" AS FILE ENCODING "shift_jis"',
          ],
          [
            'WHERE',
            'LOAD path AS FILE WHERE condition',
            'Keeps the rows for which the condition is true. The others are never sent.',
            'LOAD "survey.csv" AS FILE WHERE SCORE > 5 AND CITY = "Rome"',
          ],
          [
            'SORT',
            'LOAD path AS FILE SORT BY column [DESC]',
            'The order of the rows: by the values of this column, numbers by size and texts by the alphabet.',
            'LOAD "survey.csv" AS FILE SORT BY "Score" DESC',
          ],
          ...SORT_BY_ROWS,
          [
            'FIRST',
            'LOAD path AS type FIRST number',
            'At most this many rows, lines, files or pairs, after WHERE and SORT BY.',
            'LOAD "survey.csv" AS FILE FIRST 20',
          ],
          [
            'PAIRS',
            'LOAD folder AS DIR PAIRS',
            'Every two files are one transaction: {INPUT_TEXT} and {FILENAME} are the first, {INPUT_TEXT2} and {FILENAME2} the second.',
            'LOAD "contracts/" AS WORK PAIRS',
          ],
        ],
      },
      {
        title: 'Load types',
        group: 'load-type',
        rows: [
          [
            'FILE',
            'LOAD path AS FILE',
            'A table: csv, tsv, xlsx, ods, json (a list of objects) or jsonl. Each row is a transaction; its columns are names.',
            'LOAD "customers.csv" AS FILE',
          ],
          [
            'DIR',
            'LOAD folder AS DIR',
            'A folder, or a pattern such as notes/*.txt. Each file is a transaction, or goes with the row or file it belongs to.',
            'LOAD "notes/" AS DIR',
          ],
          [
            'REF',
            'LOAD path AS REF',
            'A document to refer to. Its text goes before every prompt of the batch.',
            'LOAD "rubric.docx" AS REF',
          ],
          [
            'WORK',
            'LOAD path AS WORK',
            'The files to process: a file, a folder or a pattern. One per batch.',
            'LOAD "essays/*.docx" AS WORK',
          ],
          [
            'LINES',
            'LOAD path AS LINES',
            'A list: txt, csv or md. Each line is a transaction.',
            'LOAD "topics.txt" AS LINES',
          ],
        ],
      },
    ],
    place: { inside: 'batch', outside: 'BQ210' },
    declares: true,
  },
  OUTPUT: {
    kind: 'output',
    section: 'Files',
    signature:
      'OUTPUT path [AGGREGATE | SEPARATE | MATCH] [FORMAT json | txt] [FIELDS name [kind] [OPTIONAL], …] [SORT BY column [DESC]] [TOP number]',
    documentation: `Writes the latest reply to a file. The file extension gives the format (${OUTPUT_FORMATS.join(', ')}). The name of a SEPARATE file can hold names in braces: letters/{NAME}.docx. {FILENAME} in it has no extension. Without AGGREGATE, SEPARATE or MATCH, csv, xlsx and json gather all transactions, and txt and docx are one file for each: named after the files that the batch works through, else numbered.`,
    example: 'OUTPUT "grades.csv" AGGREGATE FORMAT json',
    syntax: [
      path('path'),
      any(
        [choice('grouping', ['AGGREGATE', 'SEPARATE', 'MATCH'])],
        [option('FORMAT'), lowerChoice('format', ['json', 'txt'], 'json or txt')],
        [option('FIELDS'), fields('fields')],
        SORT_BY,
        [option('TOP'), number('top', 1, MAX_ROWS)],
      ),
    ],
    options: [
      {
        title: 'Options of OUTPUT',
        group: 'option',
        rows: [
          [
            'AGGREGATE',
            'OUTPUT path AGGREGATE',
            'One file for all transactions, in their order.',
            'OUTPUT "grades.csv" AGGREGATE',
          ],
          [
            'SEPARATE',
            'OUTPUT path SEPARATE',
            'One numbered file for each transaction: letter-0001.docx and so on. Without a source there is one: letter.docx.',
            'OUTPUT "letter.docx" SEPARATE',
          ],
          [
            'MATCH',
            'OUTPUT path MATCH',
            'One file for each transaction, named after its own file.',
            'OUTPUT "feedback.docx" MATCH',
          ],
          [
            'FORMAT',
            'FORMAT json | FORMAT txt',
            'json asks the model for JSON and spreads its keys over columns; a list stays in one column. txt uses the reply as is.',
            'OUTPUT "grades.csv" FORMAT json',
          ],
          [
            'FIELDS',
            'FIELDS name [kind] [OPTIONAL], …',
            'The fields that the JSON reply must have. They are the columns, in this order. A field takes a text, a number or a switch, unless its kind says otherwise; texts in parentheses are the only ones it can be. The reply can have more fields. A reply that is missing one is a failure, and a retry asks again.',
            'OUTPUT "grades.csv" FIELDS score NUMBER, grade ("A", "B", "C"), strengths LIST, remark OPTIONAL',
          ],
          [
            'SORT',
            'OUTPUT path SORT BY column [DESC]',
            'The order of the rows of one csv, xlsx or json file, by the values of this column. Without it, rows keep the order of the transactions.',
            'OUTPUT "ranking.xlsx" FIELDS score NUMBER, reason SORT BY "score" DESC',
          ],
          ...SORT_BY_ROWS,
          [
            'TOP',
            'OUTPUT path TOP number',
            'At most this many rows, the first ones in the order of the file.',
            'OUTPUT "ranking.xlsx" FIELDS score NUMBER SORT BY "score" DESC TOP 20',
          ],
        ],
      },
      {
        title: 'Kinds of fields',
        group: 'option',
        rows: [
          ['NUMBER', 'FIELDS name NUMBER', 'A number.', 'OUTPUT "grades.csv" FIELDS score NUMBER'],
          ['TEXT', 'FIELDS name TEXT', 'A text.', 'OUTPUT "grades.csv" FIELDS reason TEXT'],
          [
            'LIST',
            'FIELDS name LIST',
            'A list, written into one cell with semicolons: a; b; c.',
            'OUTPUT "resumes.csv" FIELDS skills LIST',
          ],
          [
            'DATE',
            'FIELDS name DATE',
            'A date, such as 2026-11-20.',
            'OUTPUT "contracts.csv" FIELDS signed DATE',
          ],
          [
            'OBJECT',
            'FIELDS name OBJECT',
            'An object with fields of its own, written into one cell as JSON.',
            'OUTPUT "contracts.csv" FIELDS parties OBJECT',
          ],
          [
            'OPTIONAL',
            'FIELDS name [kind] OPTIONAL',
            'The field can be missing or null. Its cell is then empty.',
            'OUTPUT "resumes.csv" FIELDS degree OPTIONAL',
          ],
        ],
      },
    ],
    place: { inside: 'batch', outside: 'BQ219' },
  },
  TRACK: {
    kind: 'track',
    section: 'Files',
    signature: 'TRACK name, name, …',
    documentation: 'Adds these values as columns to the tables that the batch writes.',
    example: 'TRACK SCORE, FILENAME',
    syntax: [reads('names')],
    place: { inside: 'batch', outside: 'BQ219' },
    declares: true,
  },
} as const satisfies Record<string, CommandEntry>;

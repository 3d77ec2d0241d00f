import {
  type CommandEntry,
  any,
  choice,
  keys,
  link,
  lowerChoice,
  maybe,
  option,
  path,
  reads,
} from '../parts.js';
import { LOAD_TYPES, OUTPUT_FORMATS } from '../file-kinds.js';

export const FILES = {
  PATH_IN: {
    kind: 'path-in',
    section: 'Files',
    signature: 'PATH_IN path',
    documentation: 'The folder that LOAD reads from. /data/input/ by default.',
    example: 'PATH_IN "/data/input/june/"',
    takes: [path('path')],
    declares: true,
  },
  PATH_OUT: {
    kind: 'path-out',
    section: 'Files',
    signature: 'PATH_OUT path',
    documentation: 'The folder that OUTPUT writes to. /data/output/ by default.',
    example: 'PATH_OUT "/data/output/june/"',
    takes: [path('path')],
    declares: true,
  },
  LOAD: {
    kind: 'load',
    section: 'Files',
    signature: 'LOAD path AS type [MATCH column]',
    documentation:
      'Loads a file or folder for this batch. The type says what it is: WORK for the files to process, FILE for a table, LINES for a list, REF for a document to refer to, DIR for a folder of files. A folder means the files directly in it; essays/**/* means those in its folders too. When a table and files are loaded together, each row goes with the file whose name contains the value in its first column, or in the column that MATCH names.',
    example:
      'LOAD "essays/*.pdf" AS WORK\nLOAD "roster.csv" AS FILE MATCH "Student"\nLOAD "rubric.docx" AS REF',
    takes: [
      path('path', 'a filename or path before AS'),
      link('AS', '"AS <TYPE>"'),
      choice('type', LOAD_TYPES, 'a type (FILE, DIR, REF, WORK, or LINES)'),
      maybe(option('MATCH'), path('match', 'a column')),
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
        ],
      },
      {
        title: 'Load types',
        group: 'load-type',
        rows: [
          [
            'FILE',
            'LOAD path AS FILE',
            'A table: csv, tsv, xlsx, json (a list of objects) or jsonl. Each row is a transaction; its columns are names.',
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
    signature: 'OUTPUT path [AGGREGATE | SEPARATE | MATCH] [FORMAT json | txt] [FIELDS name, …]',
    documentation: `Writes the latest reply to a file. The file extension gives the format (${OUTPUT_FORMATS.join(', ')}). The name of a SEPARATE file can hold names in braces: letters/{NAME}.docx. {FILENAME} in it has no extension. Without AGGREGATE, SEPARATE or MATCH, csv, xlsx and json gather all transactions, and txt and docx are one file for each: named after the files that the batch works through, else numbered.`,
    example: 'OUTPUT "grades.csv" AGGREGATE FORMAT json',
    takes: [
      path('path'),
      any(
        [choice('grouping', ['AGGREGATE', 'SEPARATE', 'MATCH'])],
        [option('FORMAT'), lowerChoice('format', ['json', 'txt'], 'json or txt')],
        [option('FIELDS'), keys('fields')],
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
            'FIELDS name, name, …',
            'The keys that the JSON reply must have. They are the columns, in this order. A reply that is missing one is a failure, and a retry asks again.',
            'OUTPUT "grades.csv" FORMAT json FIELDS score, reason',
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
    takes: [reads('names')],
    place: { inside: 'batch', outside: 'BQ219' },
    declares: true,
  },
} as const satisfies Record<string, CommandEntry>;

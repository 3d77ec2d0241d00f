import { section, type VocabularyEntry } from './entry.js';

const load = section(
  'option',
  'Options of LOAD',
  [
    ['AS', 'LOAD path AS type', 'Stands between what is loaded and what it is.', 'LOAD "rubric.pdf" AS REF'],
    [
      'MATCH',
      'LOAD path AS FILE MATCH column',
      'The column whose values are found in the names of the files. Without it the first column is used.',
      'LOAD "roster.csv" AS FILE MATCH "Student"',
    ],
  ],
  ['LOAD'],
);

const loadTypes = section(
  'load-type',
  'Load types',
  [
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
      'The files to process: a file, a folder or a pattern. One a batch.',
      'LOAD "essays/*.docx" AS WORK',
    ],
    [
      'LINES',
      'LOAD path AS LINES',
      'A list: txt, csv or md. Each line is a transaction.',
      'LOAD "topics.txt" AS LINES',
    ],
  ],
  ['LOAD'],
);

const modes = section(
  'mode',
  'Modes of a batch',
  [
    [
      'EXECUTE',
      'BATCH_START EXECUTE',
      'Runs the batch. This is what happens without a mode.',
      'BATCH_START "Letters" EXECUTE',
    ],
    [
      'VALIDATE',
      'BATCH_START VALIDATE',
      'Reads the files, fills in the first three prompts and works out the cost, but sends nothing.',
      'BATCH_START "Letters" VALIDATE',
    ],
    [
      'QUIET',
      'BATCH_START QUIET',
      'Runs without a log line for each transaction.',
      'BATCH_START "Letters" QUIET',
    ],
  ],
  ['BATCH_START'],
);

const model = section(
  'option',
  'Options of MODEL',
  [
    [
      'TEMP',
      'TEMP number',
      'How freely the model chooses its words: 0 is the most even, 2 the most surprising.',
      'MODEL "gpt-4o-mini" TEMP 0.2',
    ],
    [
      'TOP_P',
      'TOP_P number',
      'How many of the likely words the model chooses from: 0 to 1.',
      'MODEL "gpt-4o-mini" TOP_P 0.9',
    ],
    [
      'MAX_TOKENS',
      'MAX_TOKENS number',
      'The most tokens that a reply may have. One that is cut off there is kept and marked. Your own limit holds too.',
      'MODEL "gpt-4o-mini" MAX_TOKENS 800',
    ],
  ],
  ['MODEL'],
);

const limit = section(
  'option',
  'Options of LIMIT',
  [
    [
      'XACT',
      'LIMIT number XACT',
      'Says that the number counts transactions a minute. It may be left out.',
      'LIMIT 30 XACT',
    ],
    [
      'PARALLEL',
      'PARALLEL number',
      'How many transactions may be under way at the same time: 1 to 64, 4 unless you say otherwise.',
      'LIMIT 60 PARALLEL 8',
    ],
    [
      'COST',
      'COST dollars',
      'Stops the run before its cost would pass this many dollars. What is done is kept, and the run can be resumed.',
      'LIMIT COST 2.50',
    ],
  ],
  ['LIMIT'],
);

const prompt = section(
  'option',
  'Options of PROMPT',
  [
    [
      'OPTIMIZE',
      'PROMPT text OPTIMIZE',
      'Has the prompt improved once, before the first transaction. The result is shown in the log; every name in braces is kept.',
      'PROMPT "Grade this essay: {INPUT}" OPTIMIZE',
    ],
  ],
  ['PROMPT'],
);

const run = section(
  'option',
  'Options of RUN',
  [
    [
      'SCREEN',
      'RUN SCREEN',
      'Checks the prompt first: what is not allowed fails this transaction, personal data is redacted.',
      'RUN SCREEN',
    ],
    ['CACHE', 'RUN CACHE', 'Takes the reply of an identical earlier request, at no cost.', 'RUN CACHE'],
    ['NOCACHE', 'RUN NOCACHE', 'Asks the model every time, even for identical requests.', 'RUN NOCACHE'],
    ['RETRY', 'RETRY number', 'How often to try again when it fails: 1 to 10.', 'RUN RETRY 2'],
  ],
  ['RUN'],
);

const get = section(
  'option',
  'Sources of GET',
  [
    [
      'FROM',
      'GET name FROM source',
      'Says where the value comes from. Without it, it is the whole reply.',
      'GET SCORE FROM JSON "score"',
    ],
    [
      'COL',
      'FROM COL number | FROM COL "header"',
      'A cell of the row, by the number or the header of its column.',
      'GET CUSTOMER FROM COL "Customer"',
    ],
    [
      'JSON',
      'FROM JSON "field"',
      'A field of a JSON reply, such as "score" or "answers[0].text".',
      'GET FIRST FROM JSON "answers[0].text"',
    ],
    [
      'MATCH',
      'FROM MATCH "pattern"',
      'What a regular expression finds in the reply: its first group, or all of it. Backslashes stay as they are.',
      'GET SCORE FROM MATCH "Score: (\\d+)"',
    ],
    ['FILE', 'FROM FILE path', 'The text of a file below PATH_IN.', 'GET STYLE FROM FILE "style.txt"'],
  ],
  ['GET'],
);

const loop = section(
  'option',
  'Conditions of LOOP',
  [
    ['WHILE', 'LOOP WHILE condition', 'Goes on as long as the condition holds.', 'LOOP WHILE SCORE < 80'],
    [
      'UNTIL',
      'LOOP UNTIL condition',
      'Goes on until the condition holds.',
      'LOOP UNTIL ANSWER CONTAINS "DONE"',
    ],
  ],
  ['LOOP'],
);

const error = section(
  'option',
  'Options of ERROR',
  [
    ['SKIP', 'ERROR SKIP', 'Records the failure and goes on with the next transaction.', 'ERROR SKIP'],
    ['HALT', 'ERROR HALT', 'Ends the run after the transactions that are under way.', 'ERROR HALT'],
    ['RETRY', 'ERROR RETRY number [SKIP | HALT]', 'Tries again first, 1 to 10 times.', 'ERROR RETRY 2 HALT'],
  ],
  ['ERROR'],
);

const output = section(
  'option',
  'Options of OUTPUT',
  [
    [
      'AGGREGATE',
      'OUTPUT path AGGREGATE',
      'One file for all transactions, in their order. This is what csv, xlsx and json do.',
      'OUTPUT "grades.csv" AGGREGATE',
    ],
    [
      'SEPARATE',
      'OUTPUT path SEPARATE',
      'One numbered file for each transaction: letter-0001.docx and so on.',
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
      'json asks the model for JSON and spreads its keys over columns; txt takes the reply as it is.',
      'OUTPUT "grades.csv" FORMAT json',
    ],
    [
      'FIELDS',
      'FIELDS name, name, …',
      'The keys that the JSON reply must have. They are the columns, in this order. A reply that lacks one is a failure, and a retry asks again.',
      'OUTPUT "grades.csv" FORMAT json FIELDS score, reason',
    ],
  ],
  ['OUTPUT'],
);

const operators = section(
  'operator',
  'Words in conditions',
  [
    ['AND', 'condition AND condition', 'Holds when both hold.', 'IF SCORE > 10 AND SCORE < 15'],
    [
      'OR',
      'condition OR condition',
      'Holds when one of them holds, or both.',
      'IF GRADE = "A" OR GRADE = "B"',
    ],
    ['NOT', 'NOT condition', 'Holds when the condition does not.', 'IF NOT DONE'],
    [
      'CONTAINS',
      'text CONTAINS text',
      'Holds when the second text is somewhere in the first.',
      'IF ANSWER CONTAINS "yes"',
    ],
    ['ON', 'ON', 'The switch that is on.', 'SET OCR_IF_EMPTY = ON'],
    ['OFF', 'OFF', 'The switch that is off.', 'SET OCR_IF_EMPTY = OFF'],
  ],
  ['IF', 'LOOP', 'SET', 'GLOBAL'],
);

/** Everything that follows a command, in the order of the reference. */
export const OPTIONS: readonly VocabularyEntry[] = [
  ...modes,
  ...load,
  ...loadTypes,
  ...model,
  ...limit,
  ...prompt,
  ...run,
  ...get,
  ...output,
  ...loop,
  ...error,
  ...operators,
];

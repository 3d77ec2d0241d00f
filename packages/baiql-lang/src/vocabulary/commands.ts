import { section, type VocabularyEntry } from './entry.js';

const batches = section('command', 'Batches', [
  [
    'BATCH_START',
    'BATCH_START ["title"] [EXECUTE | VALIDATE | QUIET]',
    'Begins a batch. Everything up to END_BATCH runs once for each row, line or file that the batch loads.',
    'BATCH_START "Grade essays"',
  ],
  ['END_BATCH', 'END_BATCH', 'Ends the batch.', 'END_BATCH'],
  [
    'STEP',
    'STEP ["title"]',
    'Begins a step of a batch. Steps run one after the other for each transaction; in a later step {INPUT} is the reply of the step before.',
    'STEP "Draft"\nPROMPT "Write the text for this outline: {INPUT}"\nRUN',
  ],
]);

const files = section('command', 'Files', [
  [
    'PATH_IN',
    'PATH_IN path',
    'The folder that LOAD reads from. It is /data/input/ unless you say otherwise.',
    'PATH_IN "/data/input/june/"',
  ],
  [
    'PATH_OUT',
    'PATH_OUT path',
    'The folder that OUTPUT writes to. It is /data/output/ unless you say otherwise.',
    'PATH_OUT "/data/output/june/"',
  ],
  [
    'LOAD',
    'LOAD path AS type [MATCH column]',
    'Loads a file or folder for this batch. The type says what it is: WORK for the files to process, FILE for a table, LINES for a list, REF for a document to refer to, DIR for a folder of files. When a table and files are loaded together, each row goes with the file whose name contains the value in its first column, or in the column that MATCH names.',
    'LOAD "essays/*.pdf" AS WORK\nLOAD "roster.csv" AS FILE MATCH "Student"\nLOAD "rubric.docx" AS REF',
  ],
  [
    'OUTPUT',
    'OUTPUT path [AGGREGATE | SEPARATE | MATCH] [FORMAT json | txt] [FIELDS name, …]',
    'Writes the result of the transaction to a file. The ending of the name gives the format: txt, csv, json, xlsx or docx. The name of a SEPARATE file can hold names in braces: letters/{NAME}.docx.',
    'OUTPUT "grades.csv" AGGREGATE FORMAT json',
  ],
  [
    'TRACK',
    'TRACK name, name, …',
    'Adds these values as columns to the tables that the batch writes.',
    'TRACK SCORE, FILENAME',
  ],
]);

const prompts = section('command', 'Prompts and models', [
  [
    'MODEL',
    'MODEL model [TEMP number] [TOP_P number] [MAX_TOKENS number]',
    'The model to ask, with its settings. In a STEP it is for that step, elsewhere for the whole batch.',
    'MODEL "gpt-4o-mini" TEMP 0.2',
  ],
  [
    'LIMIT',
    'LIMIT [number [XACT]] [PARALLEL number] [COST dollars]',
    'How fast and how far the run may go: transactions a minute, how many at the same time, and the dollars that it may cost. Any one of them may stand alone: LIMIT PARALLEL 20, or LIMIT COST 5.',
    'LIMIT 30 PARALLEL 8 COST 2.50',
  ],
  [
    'PROMPT',
    'PROMPT text [OPTIMIZE]',
    'Sets the prompt that the next RUN sends. Names in braces are filled in for each transaction. A prompt of several lines stands between """ and """.',
    'PROMPT """\nSummarise this contract in five sentences:\n{INPUT}\n"""',
  ],
  [
    'RUN',
    'RUN [SCREEN] [CACHE | NOCACHE] [RETRY number]',
    'Sends the prompt to the model and waits for the reply.',
    'RUN CACHE RETRY 2',
  ],
  [
    'GET',
    'GET name [FROM source]',
    'Gives a name to the reply, or to a part of it: a field of a JSON reply, what a pattern finds, a cell of the row, the text of a file.',
    'GET SCORE FROM JSON "score"',
  ],
]);

const values = section('command', 'Values', [
  ['SET', 'SET name = expression', 'Gives a name to a value, for this transaction.', 'SET MAX_POINTS = 20'],
  [
    'GLOBAL',
    'GLOBAL name = expression',
    'Gives a name to a value that all transactions of the run share. A batch that assigns one runs one transaction at a time.',
    'GLOBAL TOTAL = TOTAL + 1',
  ],
]);

const control = section('command', 'Decisions and loops', [
  [
    'IF',
    'IF condition',
    'Runs the lines up to ELSE or END_IF only when the condition holds.',
    'IF SCORE < 10\n  SET NOTE = "Please see me"\nEND_IF',
  ],
  [
    'ELSE',
    'ELSE',
    'Begins the lines that run when the condition of the IF does not hold.',
    'IF SCORE >= 10\n  SET NOTE = "Passed"\nELSE\n  SET NOTE = "Not passed"\nEND_IF',
  ],
  ['END_IF', 'END_IF', 'Ends the IF.', 'END_IF'],
  [
    'LOOP',
    'LOOP number | LOOP WHILE condition | LOOP UNTIL condition',
    'Repeats the lines up to END_LOOP: a number of times, while a condition holds, or until it holds. 10,000 turns at most.',
    'LOOP 3\n  PROMPT "Improve this text: {DRAFT}"\n  RUN\n  GET DRAFT\nEND_LOOP',
  ],
  ['END_LOOP', 'END_LOOP', 'Ends the LOOP.', 'END_LOOP'],
  ['BREAK', 'BREAK', 'Leaves the loop.', 'IF SCORE > 90\n  BREAK\nEND_IF'],
  [
    'SKIP',
    'SKIP',
    'Ends this transaction as skipped and goes on with the next.',
    'IF INPUT = ""\n  SKIP\nEND_IF',
  ],
  [
    'HALT',
    'HALT',
    'Ends the run after the transactions that are under way.',
    'IF ERRCT > 20\n  HALT\nEND_IF',
  ],
]);

const faults = section('command', 'When something fails', [
  [
    'ERROR',
    'ERROR SKIP | HALT | RETRY number [SKIP | HALT]',
    'What to do when a RUN fails for good: record it and go on (SKIP, as without this line), end the run (HALT), or try again first (RETRY).',
    'ERROR RETRY 2 SKIP',
  ],
  ['RETRY', 'RETRY number', 'Sends the latest RUN again while it fails, so many times at most.', 'RETRY 3'],
  ['MAKE_LOG', 'MAKE_LOG path', 'Opens a log file in PATH_OUT.', 'MAKE_LOG "run.txt"'],
  [
    'WRITE_LOG',
    'WRITE_LOG text',
    'Adds a line to the log file and to the monitor.',
    'WRITE_LOG "{FILENAME}: {SCORE}"',
  ],
]);

/** Every command, in the order of the reference. */
export const COMMANDS: readonly VocabularyEntry[] = [
  ...batches,
  ...files,
  ...prompts,
  ...values,
  ...control,
  ...faults,
];

import { section, type VocabularyEntry } from './entry.js';

const inputs = section('input', 'Transaction input', [
  [
    'INPUT',
    '{INPUT}',
    'What the prompt works on: in the first step the row, the line or the text of the file; in a later step the reply of the step before.',
    'PROMPT "Summarize: {INPUT}"',
  ],
  [
    'INPUT_TEXT',
    '{INPUT_TEXT}',
    'The text of the transaction’s file, in every step.',
    'PROMPT "Compare {INPUT} with the original: {INPUT_TEXT}"',
  ],
  [
    'INPUT_TEXT2',
    '{INPUT_TEXT2}',
    'The text of the second file, when the batch works through PAIRS.',
    'PROMPT "Compare: {INPUT_TEXT} --- {INPUT_TEXT2}"',
  ],
  ['LINE', '{LINE}', 'The line, when the batch works through LINES.', 'PROMPT "Write a slogan for {LINE}"'],
  ['LINENO', '{LINENO}', 'The number of the line, from 1.', 'WRITE_LOG "Line {LINENO} is done"'],
  [
    'COL1',
    '{COL1}, {COL2}, …',
    'A column of the row by its number, from 1.',
    'PROMPT "Write a letter to {COL1} in {COL2}"',
  ],
]);

const progress = section('built-in', 'Progress', [
  ['XACT', '{XACT}', 'The number of this transaction, from 1.', 'WRITE_LOG "{XACT} of {XACTTOT}"'],
  ['XACTTOT', '{XACTTOT}', 'How many transactions there are.', 'WRITE_LOG "{XACT} of {XACTTOT}"'],
  ['TOTAL_FILES', '{TOTAL_FILES}', 'How many files the batch has loaded.', 'WRITE_LOG "{TOTAL_FILES} files"'],
  ['LOOPCT', '{LOOPCT}', 'The current repetition of the loop, from 1.', 'IF LOOPCT = 3'],
  ['STEPNUM', '{STEPNUM}', 'The number of the step, from 1.', 'WRITE_LOG "Step {STEPNUM} of {STEPTOT}"'],
  ['STEPTOT', '{STEPTOT}', 'How many steps the batch has.', 'WRITE_LOG "Step {STEPNUM} of {STEPTOT}"'],
]);

const file = section('built-in', 'The file', [
  [
    'FILENAME',
    '{FILENAME}',
    'The name of the transaction’s file.',
    'PROMPT "Grade the essay {FILENAME}: {INPUT}"',
  ],
  [
    'FILENAME2',
    '{FILENAME2}',
    'The name of the second file, when the batch works through PAIRS.',
    'WRITE_LOG "{FILENAME} and {FILENAME2}"',
  ],
  ['FILEPATH', '{FILEPATH}', 'The path of the transaction’s file.', 'WRITE_LOG "{FILEPATH}"'],
  ['FILESIZE', '{FILESIZE}', 'The size of the transaction’s file, in bytes.', 'IF FILESIZE > 1000000'],
]);

const errors = section('built-in', 'Failures', [
  ['ERRFL', '{ERRFL}', '1 when the latest RUN failed, else 0.', 'IF ERRFL = 1'],
  ['ERRCT', '{ERRCT}', 'How many transactions have failed so far.', 'IF ERRCT > 10'],
  ['RETRYCT', '{RETRYCT}', 'How many times the latest RUN was retried.', 'WRITE_LOG "{RETRYCT} retries"'],
  [
    'SUCCESS',
    '{SUCCESS}',
    'How many transactions have succeeded so far.',
    'WRITE_LOG "{SUCCESS} done, {FAILED} failed"',
  ],
  [
    'FAILED',
    '{FAILED}',
    'How many transactions have failed so far.',
    'WRITE_LOG "{SUCCESS} done, {FAILED} failed"',
  ],
]);

const time = section('built-in', 'Time', [
  ['DATE', '{DATE}', 'The date, as 2026-11-20.', 'OUTPUT "letters-{DATE}.csv"'],
  ['TIME', '{TIME}', 'The time of day, as 14:05:30.', 'WRITE_LOG "{TIME} {FILENAME}"'],
  ['DATETIME', '{DATETIME}', 'Date and time, as 2026-11-20 14:05:30.', 'WRITE_LOG "{DATETIME}"'],
  ['TIMESTAMP', '{TIMESTAMP}', 'Seconds since 1970, for sorting.', 'WRITE_LOG "{TIMESTAMP}"'],
  ['EXECTM', '{EXECTM}', 'How long the latest RUN took, in milliseconds.', 'WRITE_LOG "{EXECTM} ms"'],
  ['ELAPTM', '{ELAPTM}', 'How long the run has been going, in milliseconds.', 'WRITE_LOG "{ELAPTM} ms"'],
]);

const cost = section('built-in', 'Tokens and cost', [
  ['TOKSIN', '{TOKSIN}', 'Tokens sent so far in this run.', 'WRITE_LOG "{TOKSIN} tokens in"'],
  ['TOKSOUT', '{TOKSOUT}', 'Tokens received so far in this run.', 'WRITE_LOG "{TOKSOUT} tokens out"'],
  ['TOKSTOT', '{TOKSTOT}', 'Tokens sent and received so far in this run.', 'WRITE_LOG "{TOKSTOT} tokens"'],
  ['COSTCUR', '{COSTCUR}', 'What the latest RUN cost, in US dollars.', 'TRACK COSTCUR'],
  ['COSTTOT', '{COSTTOT}', 'What the run has cost so far, in US dollars.', 'IF COSTTOT > 1'],
]);

const reply = section('built-in', 'The reply', [
  [
    'CUTOFF',
    '{CUTOFF}',
    '1 when the latest reply was cut off (by the token limit or a lost connection), else 0.',
    'IF CUTOFF = 1',
  ],
]);

const cache = section('built-in', 'Cache', [
  ['CACHEHIT', '{CACHEHIT}', '1 when the latest reply came from the cache, else 0.', 'IF CACHEHIT = 1'],
  ['CACHESAV', '{CACHESAV}', 'Dollars the cache has saved so far.', 'WRITE_LOG "Saved {CACHESAV}"'],
]);

const run = section('built-in', 'The run', [
  ['BATCHID', '{BATCHID}', 'The id of this run.', 'WRITE_LOG "Run {BATCHID}"'],
  ['BATCHTYPE', '{BATCHTYPE}', 'The type of the batch, such as EXAMINE.', 'WRITE_LOG "{BATCHTYPE}"'],
  ['MODELNAME', '{MODELNAME}', 'The model in use.', 'TRACK MODELNAME'],
  ['MODELTEMP', '{MODELTEMP}', 'Its TEMP.', 'WRITE_LOG "TEMP {MODELTEMP}"'],
  ['MODELTOPP', '{MODELTOPP}', 'Its TOP_P.', 'WRITE_LOG "TOP_P {MODELTOPP}"'],
  ['PATHIN', '{PATHIN}', 'The input folder.', 'WRITE_LOG "Reading {PATHIN}"'],
  ['PATHOUT', '{PATHOUT}', 'The output folder.', 'WRITE_LOG "Writing {PATHOUT}"'],
  ['USERID', '{USERID}', 'Your id.', 'WRITE_LOG "{USERID}"'],
  ['USERNAME', '{USERNAME}', 'Your name.', 'PROMPT "Sign the letter as {USERNAME}: {INPUT}"'],
  ['SESSIONID', '{SESSIONID}', 'The id of the session that started the run.', 'WRITE_LOG "{SESSIONID}"'],
]);

const settings = section('setting', 'Settings', [
  [
    'OCR_IF_EMPTY',
    'SET OCR_IF_EMPTY = ON | OFF',
    'Whether text is recognized in images and scanned pages. OFF by default. Set it before the LOAD it applies to.',
    'SET OCR_IF_EMPTY = ON\nLOAD "scans/" AS WORK',
  ],
  [
    'OCR_LANGS',
    'SET OCR_LANGS = "eng" | "eng,spa" | …',
    'The languages of the scanned pages: eng (English), spa (Spanish), fra (French), deu (German), por (Portuguese), ita (Italian), ara (Arabic), jpn (Japanese), chi_sim (simplified Chinese), hin (Hindi). Each one more takes more time.',
    'SET OCR_LANGS = "eng,spa"',
  ],
  [
    'PAGE_MARKS',
    'SET PAGE_MARKS = ON | OFF',
    'Whether the text of a PDF or a scan has a mark at the beginning of each page, such as [Page 2], so that a reply can name pages. ON by default. Set it before the LOAD it applies to.',
    'SET PAGE_MARKS = OFF\nLOAD "contracts/" AS WORK',
  ],
  [
    'LINES_HEADER',
    'SET LINES_HEADER = "column;column;…"',
    'The first line of the LINES file is a header; these are its column names, separated by ; or ,.',
    'SET LINES_HEADER = "NAME;CITY"\nLOAD "people.txt" AS LINES',
  ],
  [
    'LINES_NOHEADER',
    'SET LINES_NOHEADER = "column;column;…"',
    'The LINES file has no header; these are its column names, separated by ; or ,.',
    'SET LINES_NOHEADER = "NAME;CITY"\nLOAD "people.txt" AS LINES',
  ],
]);

/** All built-in names, and the settings. */
export const NAMES: readonly VocabularyEntry[] = [
  ...inputs,
  ...progress,
  ...file,
  ...errors,
  ...time,
  ...cost,
  ...reply,
  ...cache,
  ...run,
  ...settings,
];

/** Built-ins whose values differ between or within transactions. */
export const OF_TRANSACTION: ReadonlySet<string> = new Set([
  'INPUT',
  'INPUT_TEXT',
  'INPUT_TEXT2',
  'LINE',
  'LINENO',
  'XACT',
  'LOOPCT',
  'STEPNUM',
  'FILENAME',
  'FILENAME2',
  'FILEPATH',
  'FILESIZE',
  'ERRFL',
  'RETRYCT',
  'EXECTM',
  'COSTCUR',
  'CUTOFF',
  'CACHEHIT',
]);

/** Built-ins that are constant during a loop. */
export const SAME_IN_LOOPS: ReadonlySet<string> = new Set([
  'XACT',
  'XACTTOT',
  'TOTAL_FILES',
  'STEPNUM',
  'STEPTOT',
  'FILENAME',
  'FILENAME2',
  'FILEPATH',
  'FILESIZE',
  'BATCHID',
  'BATCHTYPE',
  'MODELNAME',
  'MODELTEMP',
  'MODELTOPP',
  'PATHIN',
  'PATHOUT',
  'USERID',
  'USERNAME',
  'SESSIONID',
  'INPUT',
  'INPUT_TEXT',
  'INPUT_TEXT2',
  'LINE',
  'LINENO',
]);

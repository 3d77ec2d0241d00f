import { OUTPUT_FORMATS } from '../vocabulary/file-kinds.js';
import type { Severity } from './diagnostic.js';
import { type DiagnosticCode, SEVERITIES } from './severities.js';

interface CatalogueEntry {
  readonly severity: Severity;
  /** The message template, with … for the variable parts. */
  readonly message: string;
  /** Meaning and remedy, for the reference. */
  readonly about: string;
}

function entry(severity: Severity, message: string, about: string): CatalogueEntry {
  return { severity, message, about };
}

/** All diagnostics. The reference page and the SARIF rules are generated from this table. */
export const CATALOGUE = {
  BQ101: entry(
    SEVERITIES.BQ101,
    'Unclosed text (missing ")',
    'A text that begins with a quote ends with one on the same line. For a text of several lines use """.',
  ),
  BQ102: entry(
    SEVERITIES.BQ102,
    'Unclosed text block (missing """)',
    'A text block that begins with """ continues until the next """.',
  ),
  BQ103: entry(
    SEVERITIES.BQ103,
    'Expected a command, found …',
    'Every line begins with a command, such as PROMPT or RUN. An option, such as TEMP, goes on the line of its command.',
  ),
  BQ104: entry(SEVERITIES.BQ104, 'Unexpected … after …', 'The line has more on it than the command accepts.'),
  BQ105: entry(
    SEVERITIES.BQ105,
    '… requires …',
    'The command, or one of its options, is missing a required part.',
  ),
  BQ106: entry(
    SEVERITIES.BQ106,
    'Write … in upper case',
    'Commands and options are written in upper case, so they stand out from your own words.',
  ),
  BQ107: entry(SEVERITIES.BQ107, '… must be between … and …', 'The number is outside the allowed range.'),
  BQ108: entry(
    SEVERITIES.BQ108,
    'Unknown escape \\…',
    'Inside a text, a backslash has a meaning only before ", \\, n, t and {. Between folders write /.',
  ),
  BQ109: entry(
    SEVERITIES.BQ109,
    'The script is too large (more than 1 MB)',
    'Put this much text in a file and LOAD it.',
  ),
  BQ110: entry(
    SEVERITIES.BQ110,
    'Nested too deeply (more than 200 levels)',
    'Blocks and parentheses can be nested up to 200 levels deep, and a condition can have up to 1,000 parts.',
  ),
  BQ111: entry(
    SEVERITIES.BQ111,
    'Too many mistakes: the rest of the script was not checked',
    'Checking stops after 500 lines with mistakes. This may not be a BAIQL script.',
  ),
  BQ201: entry(
    SEVERITIES.BQ201,
    'Unknown command: …',
    'An upper-case word is where a command belongs, but there is no such command. The line does nothing.',
  ),
  BQ202: entry(
    SEVERITIES.BQ202,
    'END_BATCH without matching BATCH_START',
    'There is no BATCH_START that this END_BATCH could close.',
  ),
  BQ203: entry(
    SEVERITIES.BQ203,
    'END_IF without matching IF',
    'There is no IF that this END_IF could close.',
  ),
  BQ204: entry(
    SEVERITIES.BQ204,
    'END_LOOP without matching LOOP',
    'There is no LOOP that this END_LOOP could close.',
  ),
  BQ205: entry(
    SEVERITIES.BQ205,
    'Unclosed BATCH_START (missing END_BATCH)',
    'Every BATCH_START has its END_BATCH.',
  ),
  BQ206: entry(SEVERITIES.BQ206, 'Unclosed IF (missing END_IF)', 'Every IF has its END_IF.'),
  BQ207: entry(SEVERITIES.BQ207, 'Unclosed LOOP (missing END_LOOP)', 'Every LOOP has its END_LOOP.'),
  BQ208: entry(
    SEVERITIES.BQ208,
    'PROMPT outside of BATCH_START/END_BATCH',
    'A PROMPT belongs between BATCH_START and END_BATCH.',
  ),
  BQ209: entry(
    SEVERITIES.BQ209,
    'RUN outside of BATCH_START/END_BATCH',
    'A RUN belongs between BATCH_START and END_BATCH.',
  ),
  BQ210: entry(
    SEVERITIES.BQ210,
    'LOAD outside of BATCH_START/END_BATCH',
    'A LOAD belongs between BATCH_START and END_BATCH.',
  ),
  BQ211: entry(
    SEVERITIES.BQ211,
    'RUN must appear after PROMPT',
    'RUN sends the prompt, so the batch needs a PROMPT before it.',
  ),
  BQ212: entry(
    SEVERITIES.BQ212,
    'BATCH_START inside another batch',
    'A batch ends before the next one begins.',
  ),
  BQ213: entry(
    SEVERITIES.BQ213,
    'BREAK outside of LOOP/END_LOOP',
    'BREAK leaves a loop, so it must be inside one.',
  ),
  BQ214: entry(
    SEVERITIES.BQ214,
    'STEP must stand directly in a batch',
    'A STEP divides the whole batch; it can’t be inside an IF or a LOOP.',
  ),
  BQ215: entry(
    SEVERITIES.BQ215,
    'ELSE without matching IF',
    'An ELSE goes between an IF and its END_IF, once.',
  ),
  BQ216: entry(
    SEVERITIES.BQ216,
    'This PROMPT is never run',
    'No RUN comes after this PROMPT before it is replaced or the batch ends.',
  ),
  BQ217: entry(SEVERITIES.BQ217, 'This batch sends nothing (no RUN)', 'Without a RUN, no model is called.'),
  BQ218: entry(SEVERITIES.BQ218, 'Never reached', 'A BREAK, SKIP or HALT before it always ends the block.'),
  BQ219: entry(
    SEVERITIES.BQ219,
    '… outside of BATCH_START/END_BATCH',
    'OUTPUT, TRACK, SKIP, RETRY, STEP and ERROR belong between BATCH_START and END_BATCH.',
  ),
  BQ301: entry(
    SEVERITIES.BQ301,
    'LOAD requires "AS <TYPE>"',
    'A LOAD says what the file is: LOAD "essays" AS WORK.',
  ),
  BQ302: entry(
    SEVERITIES.BQ302,
    'LOAD requires a type (FILE, DIR, REF, WORK, or LINES)',
    'Use one of the five types after AS.',
  ),
  BQ303: entry(
    SEVERITIES.BQ303,
    'LOAD requires a filename or path before AS',
    'A LOAD names what to load: LOAD "essays" AS WORK.',
  ),
  BQ304: entry(
    SEVERITIES.BQ304,
    'Only one WORK is allowed per batch',
    'The files to process are one folder, pattern or file. Use a pattern to take several.',
  ),
  BQ305: entry(
    SEVERITIES.BQ305,
    'Not found in PATH_IN: …',
    'There is no file with that name. Checked when your files are available.',
  ),
  BQ306: entry(
    SEVERITIES.BQ306,
    'The path leaves your files',
    'Scripts read and write inside your own files, below /data/input/ and /data/output/.',
  ),
  BQ307: entry(
    SEVERITIES.BQ307,
    '… cannot be loaded as …',
    'FILE takes a table, LINES a list, REF one document, DIR a folder, and WORK documents: one, a folder or a pattern. To refer to several documents, LOAD each of them AS REF.',
  ),
  BQ308: entry(
    SEVERITIES.BQ308,
    '… is outside PATH_OUT (…)',
    'Outputs and logs are written below PATH_OUT, which is /data/output/ unless you say otherwise.',
  ),
  BQ309: entry(
    SEVERITIES.BQ309,
    '… can’t be used AS … (…)',
    'SHEET and HEADER choose from a table, WHERE and SORT BY from rows or lines, PAIRS from files.',
  ),
  BQ310: entry(
    SEVERITIES.BQ310,
    '… can be read in more than one way. Without ENCODING it is read as …',
    'A short text in an older encoding fits several of them. The fixes show how it reads in each; ENCODING on its LOAD keeps your choice.',
  ),
  BQ401: entry(
    SEVERITIES.BQ401,
    'Undefined variable {…}',
    'No GET, SET or GLOBAL sets this name, and no loaded table has such a column.',
  ),
  BQ402: entry(SEVERITIES.BQ402, '{…} is used before it is set', 'At this line the name has no value yet.'),
  BQ403: entry(
    SEVERITIES.BQ403,
    '… is set but never used',
    'Nothing uses this name. Use it in a text, or TRACK it.',
  ),
  BQ404: entry(
    SEVERITIES.BQ404,
    '… is set by the engine and cannot be assigned',
    'This name is a built-in: you can read it, not set it.',
  ),
  BQ405: entry(
    SEVERITIES.BQ405,
    'Unknown setting …',
    'The name looks like a mistyped setting, or is a command or an option of one: those are written without SET.',
  ),
  BQ406: entry(
    SEVERITIES.BQ406,
    '… has only … columns',
    'The table has fewer columns. Checked when your files are available.',
  ),
  BQ407: entry(SEVERITIES.BQ407, '… must be …', 'This setting accepts only certain values.'),
  BQ408: entry(
    SEVERITIES.BQ408,
    '… looks like a placeholder but is sent as it is',
    'A placeholder is a name in single braces, without spaces: {STUDENT_NAME} is the column Student Name, and a column such as 2024 goes by its place: {COL3}. Of {{NAME}} and ${NAME} only {NAME} is filled in.',
  ),
  BQ409: entry(
    SEVERITIES.BQ409,
    'This prompt reads nothing of its row: every transaction would send the same text',
    'Put {INPUT}, or the names of columns in braces, in the prompt, so each row, line or file gets its own.',
  ),
  BQ410: entry(
    SEVERITIES.BQ410,
    'There is no reply yet',
    'GET uses a reply, so it goes after the RUN that produces it.',
  ),
  BQ411: entry(
    SEVERITIES.BQ411,
    '… needs numbers, and … is not a number',
    'Only numbers can be compared by size or used in calculations. Compare texts with =, != or CONTAINS.',
  ),
  BQ412: entry(
    SEVERITIES.BQ412,
    '… isn’t compared with anything',
    'A value by itself next to AND or OR has no meaning. Repeat the comparison: A = 1 OR A = 2.',
  ),
  BQ413: entry(
    SEVERITIES.BQ413,
    '… has no column …',
    'MATCH names the column whose values appear in the file names, and GET … FROM COL the one to read. Checked when your files are available.',
  ),
  BQ414: entry(
    SEVERITIES.BQ414,
    '{…} has no value when the batch begins',
    'Folders, LOAD, MODEL, MAKE_LOG and the path of an output that gathers all transactions are read once, before the first one. GET … FROM FILE reads a file for each transaction.',
  ),
  BQ415: entry(
    SEVERITIES.BQ415,
    '… is a text here, not a name',
    'Two texts in quotes always compare the same. A name stands without quotes: IF RATING = "good".',
  ),
  BQ416: entry(
    SEVERITIES.BQ416,
    'Nothing reads the text of these files (no {INPUT_TEXT})',
    'Put {INPUT} in the prompt: it is the text of the file. Beside a table, {INPUT} is the row, and {INPUT_TEXT} is the text of the file that belongs to it.',
  ),
  BQ417: entry(
    SEVERITIES.BQ417,
    'Nothing uses this reply (no GET, no OUTPUT)',
    'The reply is paid for and lost, because the next RUN replaces it or the batch ends. A prompt doesn’t know earlier replies: give the reply a name with GET and put the name in the next prompt, or begin a STEP, where {INPUT} is the reply.',
  ),
  BQ418: entry(
    SEVERITIES.BQ418,
    '… begins anew in each transaction',
    'SET gives a value to one transaction. GLOBAL keeps it for the next ones: GLOBAL TOTAL = TOTAL + 1.',
  ),
  BQ419: entry(
    SEVERITIES.BQ419,
    'Each pass of this loop sends the same prompt and gets the same reply',
    'Within a run, identical requests are answered once. Put what changes in the prompt, such as {LOOPCT} or the text so far, or write RUN NOCACHE to ask again each time.',
  ),
  BQ420: entry(
    SEVERITIES.BQ420,
    '… is calculated as numbers here; to keep it as text, put it in quotes',
    'Without quotes, 2026-01-31 is 2026 minus 1 minus 31. In quotes it is a text, which can be compared with =, != and CONTAINS, and so are school years, ranges and telephone numbers.',
  ),
  BQ421: entry(
    SEVERITIES.BQ421,
    'RETRY asks again only after a failure, and here there is a reply',
    'A reply that came is no failure, whatever it says. To ask for a better one, put the PROMPT, RUN NOCACHE and GET in a LOOP UNTIL.',
  ),
  BQ422: entry(
    SEVERITIES.BQ422,
    'This writes the latest reply, which can be …, not …',
    'OUTPUT writes the reply of the latest RUN. Put it right after the RUN that makes the text; in a LOOP, rate first and rewrite last.',
  ),
  BQ423: entry(
    SEVERITIES.BQ423,
    '{INPUT} is the reply of the step before here (…); the text of the file is {INPUT_TEXT}',
    'The first step works on the file, each later one on the reply of the step before. {INPUT_TEXT} is the file in every step; a reply that GET has named can be written by its name.',
  ),
  BQ424: entry(
    SEVERITIES.BQ424,
    '… fits several columns: …',
    'A name leaves out signs such as € and %, so Price (€) and Price ($) both have the name PRICE. Say which one you mean by its number, such as {COL3}; inside quotes, use the whole header. Checked when your files are available.',
  ),
  BQ425: entry(
    SEVERITIES.BQ425,
    '… is … here; if you mean …, remove the period',
    'Scripts use a period as the decimal point: 1.500 is one and a half. Write 1500 without a period.',
  ),
  BQ426: entry(
    SEVERITIES.BQ426,
    '{COL1} needs a table (LOAD … AS FILE)',
    'COL1, COL2 and so on are columns of a row. A folder, a document or a single prompt has none, so every transaction would fail.',
  ),
  BQ427: entry(
    SEVERITIES.BQ427,
    '{COL1} needs the columns of the lines (SET LINES_NOHEADER)',
    'A line is one text. SET LINES_NOHEADER = "NAME;CITY", or LINES_HEADER, before the LOAD cuts it into columns. {LINE} is the whole line.',
  ),
  BQ428: entry(
    SEVERITIES.BQ428,
    'WHERE chooses rows before {…} is set',
    'WHERE can read columns, and names that are set before the batch. For what only the reply says, use IF and SKIP.',
  ),
  BQ429: entry(
    SEVERITIES.BQ429,
    'The prompt asks for …, which FIELDS doesn’t have',
    'The reply keeps it, but it has no column. Add it to FIELDS, or take it with GET … FROM JSON.',
  ),
  BQ430: entry(
    SEVERITIES.BQ430,
    '… equals … as well',
    'Comparisons don’t regard case in any language: ß is ss, the four Turkish i are one, and width, Arabic vowel signs and invisible characters don’t count. Accents do. Earlier versions told these apart.',
  ),
  BQ431: entry(
    SEVERITIES.BQ431,
    'All … prompts are the same, or {…} is empty in every row',
    'Each row is paid for, and all of them would get the same answer. Check the column in the table, or use another one.',
  ),
  BQ501: entry(
    SEVERITIES.BQ501,
    `Cannot write … files (${OUTPUT_FORMATS.join(', ')})`,
    'The file extension decides the format.',
  ),
  BQ502: entry(SEVERITIES.BQ502, '… and … exclude each other', 'Keep one of the two.'),
  BQ503: entry(
    SEVERITIES.BQ503,
    'Two OUTPUTs write …',
    'The second gets another name, such as grades-2.csv. Choose one that says what is in it.',
  ),
  BQ504: entry(
    SEVERITIES.BQ504,
    'FORMAT requires json or txt',
    'FORMAT json spreads the keys of a JSON reply over columns; FORMAT txt uses the reply as is.',
  ),
  BQ505: entry(
    SEVERITIES.BQ505,
    'MATCH needs files to name the outputs after',
    'Rows and lines have no file names to reuse. Use SEPARATE, or load files.',
  ),
  BQ506: entry(
    SEVERITIES.BQ506,
    'Nothing keeps the replies (no OUTPUT)',
    'The replies of this batch are paid for and then lost. An OUTPUT writes them to a file.',
  ),
  BQ507: entry(
    SEVERITIES.BQ507,
    'Two MODELs in one batch: the last one counts',
    'A batch uses one model. To use another in part of it, begin a STEP and put the MODEL there. Of two LIMITs, too, only the last one counts: write one with all its options.',
  ),
  BQ508: entry(
    SEVERITIES.BQ508,
    '… needs one csv, xlsx or json file for all rows',
    'SORT BY and TOP order and cut the rows of one table. Documents, and files of their own for each transaction, have no order.',
  ),
  BQ509: entry(
    SEVERITIES.BQ509,
    'There is no column … to sort by',
    'An output has the columns of the table that is loaded, the FIELDS of the reply, and the names in TRACK.',
  ),
  BQ510: entry(
    SEVERITIES.BQ510,
    'A choice can’t hold {…}',
    'What a field can be is the same for every transaction. Write the texts themselves: grade ("A", "B", "C").',
  ),
  BQ601: entry(
    SEVERITIES.BQ601,
    'Unknown model …',
    'The model isn’t in the list of models. Checked when that list is available.',
  ),
  BQ602: entry(
    SEVERITIES.BQ602,
    "This loop's condition never changes inside it",
    'Nothing in the loop sets a name in its condition, so it would repeat until the engine stops it.',
  ),
  BQ603: entry(
    SEVERITIES.BQ603,
    'Runs one transaction at a time, because it assigns a GLOBAL',
    'A value that all transactions share cannot be changed by several at once.',
  ),
  BQ604: entry(
    SEVERITIES.BQ604,
    '… ends on December 1, 2026',
    'The vendor withdraws the model on that day. Until then the script runs as it is; from then on it needs another one.',
  ),
} as const satisfies Record<DiagnosticCode, CatalogueEntry>;

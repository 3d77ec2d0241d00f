import type { Severity } from './diagnostic.js';

interface CatalogueEntry {
  readonly severity: Severity;
  /** The message, with … for what changes from case to case. */
  readonly message: string;
  /** What it means and what to do, for the reference. */
  readonly about: string;
}

function entry(severity: Severity, message: string, about: string): CatalogueEntry {
  return { severity, message, about };
}

/** Every diagnostic there is. The reference page and the SARIF rules are made from this table. */
export const CATALOGUE = {
  BQ101: entry(
    'error',
    'Unclosed text (missing ")',
    'A text that begins with a quote ends with one on the same line. For a text of several lines use """.',
  ),
  BQ102: entry(
    'error',
    'Unclosed text block (missing """)',
    'A text block that begins with """ goes on until the next """.',
  ),
  BQ103: entry(
    'error',
    'Expected a command, found …',
    'Every line begins with a command, such as PROMPT or RUN.',
  ),
  BQ104: entry('error', 'Unexpected … after …', 'The line goes on after the command has all it can take.'),
  BQ105: entry(
    'error',
    '… requires …',
    'The command, or one of its options, lacks something that it cannot do without.',
  ),
  BQ106: entry(
    'warning',
    'Write … in upper case',
    'Commands and options are written in upper case, so that they stand out from your own words.',
  ),
  BQ107: entry('error', '… must be between … and …', 'The number is outside of what the engine allows.'),
  BQ108: entry(
    'warning',
    'Unknown escape \\…',
    'Inside a text, a backslash has a meaning only before ", \\, n, t and {.',
  ),
  BQ109: entry(
    'error',
    'The script is too large (more than 1 MB)',
    'Texts of this size belong into files that are loaded, not into the script.',
  ),
  BQ110: entry(
    'error',
    'Nested too deeply (more than 200 levels)',
    'Blocks and parentheses can be put into each other 200 times at most, and a condition can have 1,000 parts at most.',
  ),
  BQ111: entry(
    'error',
    'Too many mistakes: the rest of the script was not checked',
    'After 500 lines with mistakes the rest is left alone. Perhaps this is not a BAIQL script?',
  ),
  BQ201: entry(
    'warning',
    'Unknown command: …',
    'A word in upper case stands where a command belongs, but there is no such command. The line does nothing.',
  ),
  BQ202: entry(
    'error',
    'END_BATCH without matching BATCH_START',
    'There is no BATCH_START that this END_BATCH could close.',
  ),
  BQ203: entry('error', 'END_IF without matching IF', 'There is no IF that this END_IF could close.'),
  BQ204: entry('error', 'END_LOOP without matching LOOP', 'There is no LOOP that this END_LOOP could close.'),
  BQ205: entry('error', 'Unclosed BATCH_START (missing END_BATCH)', 'Every BATCH_START has its END_BATCH.'),
  BQ206: entry('error', 'Unclosed IF (missing END_IF)', 'Every IF has its END_IF.'),
  BQ207: entry('error', 'Unclosed LOOP (missing END_LOOP)', 'Every LOOP has its END_LOOP.'),
  BQ208: entry(
    'error',
    'PROMPT outside of BATCH_START/END_BATCH',
    'A PROMPT belongs between BATCH_START and END_BATCH.',
  ),
  BQ209: entry(
    'error',
    'RUN outside of BATCH_START/END_BATCH',
    'A RUN belongs between BATCH_START and END_BATCH.',
  ),
  BQ210: entry(
    'error',
    'LOAD outside of BATCH_START/END_BATCH',
    'A LOAD belongs between BATCH_START and END_BATCH.',
  ),
  BQ211: entry(
    'error',
    'RUN must appear after PROMPT',
    'RUN sends the prompt, so the batch needs a PROMPT before it.',
  ),
  BQ212: entry('error', 'BATCH_START inside another batch', 'A batch ends before the next one begins.'),
  BQ213: entry('error', 'BREAK outside of LOOP/END_LOOP', 'BREAK leaves a loop, so it belongs into one.'),
  BQ214: entry(
    'error',
    'STEP must stand directly in a batch',
    'A STEP divides the batch as a whole; it cannot stand inside an IF or a LOOP.',
  ),
  BQ215: entry('error', 'ELSE without matching IF', 'An ELSE stands between an IF and its END_IF, once.'),
  BQ216: entry(
    'warning',
    'This PROMPT is never run',
    'No RUN comes after this PROMPT before it is replaced or the batch ends.',
  ),
  BQ217: entry('warning', 'This batch sends nothing (no RUN)', 'Without a RUN no model is asked.'),
  BQ218: entry('warning', 'Never reached', 'A BREAK, SKIP or HALT before it always ends the block.'),
  BQ219: entry(
    'error',
    '… outside of BATCH_START/END_BATCH',
    'OUTPUT, TRACK, SKIP, RETRY, STEP and ERROR belong between BATCH_START and END_BATCH.',
  ),
  BQ301: entry('error', 'LOAD requires "AS <TYPE>"', 'A LOAD says what the file is: LOAD "essays" AS WORK.'),
  BQ302: entry(
    'error',
    'LOAD requires a type (FILE, DIR, REF, WORK, or LINES)',
    'After AS stands one of the five types.',
  ),
  BQ303: entry(
    'error',
    'LOAD requires a filename or path before AS',
    'A LOAD names what to load: LOAD "essays" AS WORK.',
  ),
  BQ304: entry(
    'error',
    'Only one WORK is allowed per batch',
    'The files to process are one folder, pattern or file. Use a pattern to take several.',
  ),
  BQ305: entry(
    'warning',
    'Not found in PATH_IN: …',
    'No file of that name is there. Checked where your files are at hand.',
  ),
  BQ306: entry(
    'error',
    'The path leaves your files',
    'Scripts read and write inside your own file area, below /data/.',
  ),
  BQ307: entry('error', '… cannot be loaded as …', 'The kind of file does not fit the type after AS.'),
  BQ401: entry(
    'error',
    'Undefined variable {…}',
    'No GET, SET or GLOBAL sets this name, and no loaded table has such a column.',
  ),
  BQ402: entry('warning', '{…} is used before it is set', 'At this line the name has no value yet.'),
  BQ403: entry(
    'warning',
    '… is set but never used',
    'Nothing reads this name. Put it into a text, or TRACK it.',
  ),
  BQ404: entry(
    'error',
    '… is set by the engine and cannot be assigned',
    'This name is a built-in: you can read it, not set it.',
  ),
  BQ405: entry('warning', 'Unknown setting …', 'The name looks like a mistyped setting.'),
  BQ406: entry(
    'warning',
    '… has only … columns',
    'The table has fewer columns. Checked where your files are at hand.',
  ),
  BQ407: entry('error', '… must be …', 'This setting takes only certain values.'),
  BQ501: entry(
    'error',
    'Cannot write … files (txt, csv, json, xlsx, docx)',
    'The ending of the name decides the format.',
  ),
  BQ502: entry('error', '… and … exclude each other', 'Keep one of the two.'),
  BQ503: entry('warning', 'Two OUTPUTs write …', 'The second would overwrite the first.'),
  BQ504: entry(
    'error',
    'FORMAT requires json or txt',
    'FORMAT json spreads the keys of a JSON reply over columns; FORMAT txt takes the reply as it is.',
  ),
  BQ505: entry(
    'warning',
    'MATCH needs files to name the outputs after',
    'With rows or lines there are no file names to take over. Use SEPARATE, or load files.',
  ),
  BQ601: entry(
    'warning',
    'Unknown model …',
    'The model is not in the list of models. Checked where that list is at hand.',
  ),
  BQ602: entry(
    'hint',
    "This loop's condition never changes inside it",
    'Nothing in the loop sets a name of its condition, so it would go on until the engine stops it.',
  ),
  BQ603: entry(
    'hint',
    'Runs one transaction at a time, because it assigns a GLOBAL',
    'A value that all transactions share cannot be changed by several at once.',
  ),
} as const satisfies Record<string, CatalogueEntry>;

/** The code of a diagnostic, such as `BQ401`. */
export type DiagnosticCode = keyof typeof CATALOGUE;

import { describe, expect, it } from 'vitest';
import { validate } from '../src/index.js';

/** The sentences that the specification fixes, each with a script that earns it. */
const SENTENCES: readonly (readonly [sentence: string, severity: string, line: number, script: string])[] = [
  ['Unknown command: FOO', 'warning', 3, 'BATCH_START\nPROMPT "a"\nFOO bar\nRUN\nEND_BATCH'],
  ['END_BATCH without matching BATCH_START', 'error', 1, 'END_BATCH'],
  ['END_IF without matching IF', 'error', 1, 'END_IF'],
  ['END_LOOP without matching LOOP', 'error', 1, 'END_LOOP'],
  ['PROMPT outside of BATCH_START/END_BATCH', 'error', 1, 'PROMPT "a"'],
  ['RUN outside of BATCH_START/END_BATCH', 'error', 1, 'RUN'],
  ['LOAD outside of BATCH_START/END_BATCH', 'error', 1, 'LOAD "a.csv" AS FILE'],
  ['RUN must appear after PROMPT', 'error', 2, 'BATCH_START\nRUN\nEND_BATCH'],
  ['LOAD requires "AS <TYPE>"', 'error', 2, 'BATCH_START\nLOAD "a.csv"\nPROMPT "a"\nRUN\nEND_BATCH'],
  [
    'LOAD requires a type (FILE, DIR, REF, WORK, or LINES)',
    'error',
    2,
    'BATCH_START\nLOAD "a.csv" AS\nPROMPT "a"\nRUN\nEND_BATCH',
  ],
  [
    'LOAD requires a filename or path before AS',
    'error',
    2,
    'BATCH_START\nLOAD AS FILE\nPROMPT "a"\nRUN\nEND_BATCH',
  ],
  [
    'Only one WORK is allowed per batch',
    'error',
    3,
    'BATCH_START\nLOAD "a/" AS WORK\nLOAD "b/" AS WORK\nPROMPT "a"\nRUN\nEND_BATCH',
  ],
  ['Undefined variable {NAME}', 'error', 2, 'BATCH_START\nPROMPT "{NAME}"\nRUN\nEND_BATCH'],
  ['Unclosed BATCH_START (missing END_BATCH)', 'error', 1, 'BATCH_START\nPROMPT "a"\nRUN'],
  ['Unclosed IF (missing END_IF)', 'error', 4, 'BATCH_START\nPROMPT "a"\nRUN\nIF XACT = 1\nEND_BATCH'],
  ['Unclosed LOOP (missing END_LOOP)', 'error', 4, 'BATCH_START\nPROMPT "a"\nRUN\nLOOP 2\nEND_BATCH'],
];

describe('the sentences of the specification', () => {
  it.each(SENTENCES)('%s', (message, severity, line, script) => {
    const said = validate(script).diagnostics.map((each) => [
      each.message,
      each.severity,
      each.range.start.line,
    ]);
    expect(said).toEqual([[message, severity, line]]);
  });
});

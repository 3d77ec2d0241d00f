import { type CommandEntry, choice, either, maybe, number, option, path, text } from '../parts.js';

export const FAULTS = {
  ERROR: {
    kind: 'error',
    section: 'When something fails',
    signature: 'ERROR SKIP | HALT | RETRY number [SKIP | HALT]',
    documentation:
      'What to do when a RUN fails for good: record it and continue (SKIP, the default), end the run (HALT), or try again first (RETRY).',
    example: 'ERROR RETRY 2 SKIP',
    syntax: [
      either(
        'SKIP, HALT or RETRY',
        [choice('then', ['SKIP', 'HALT'])],
        [option('RETRY'), number('retry', 1, 10), maybe(choice('then', ['SKIP', 'HALT']))],
      ),
    ],
    options: [
      {
        title: 'Options of ERROR',
        group: 'option',
        rows: [
          [
            'SKIP',
            'ERROR SKIP',
            'Records the failure and continues with the next transaction.',
            'ERROR SKIP',
          ],
          ['HALT', 'ERROR HALT', 'Ends the run after the transactions in progress.', 'ERROR HALT'],
          [
            'RETRY',
            'ERROR RETRY number [SKIP | HALT]',
            'Tries again first, 1 to 10 times.',
            'ERROR RETRY 2 HALT',
          ],
        ],
      },
    ],
    place: { inside: 'batch', outside: 'BQ219' },
    declares: true,
  },
  RETRY: {
    kind: 'retry',
    section: 'When something fails',
    signature: 'RETRY number',
    documentation: 'Sends the latest RUN again while it fails, up to this many times.',
    example: 'RETRY 3',
    syntax: [number('times', 1, 10)],
    place: { inside: 'batch', outside: 'BQ219' },
  },
  MAKE_LOG: {
    kind: 'make-log',
    section: 'When something fails',
    signature: 'MAKE_LOG path',
    documentation: 'Opens a log file in PATH_OUT.',
    example: 'MAKE_LOG "run.txt"',
    syntax: [path('path')],
    declares: true,
  },
  WRITE_LOG: {
    kind: 'write-log',
    section: 'When something fails',
    signature: 'WRITE_LOG text',
    documentation: 'Adds a line to the log file and to the monitor.',
    example: 'WRITE_LOG "{FILENAME}: {SCORE}"',
    syntax: [text('text')],
  },
} as const satisfies Record<string, CommandEntry>;

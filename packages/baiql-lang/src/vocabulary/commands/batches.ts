import { type CommandEntry, any, choice, text } from '../parts.js';

/** How a batch is run. */
export const MODES = ['EXECUTE', 'VALIDATE', 'QUIET'] as const;
export type Mode = (typeof MODES)[number];

export const BATCHES = {
  BATCH_START: {
    kind: 'batch-start',
    section: 'Batches',
    signature: 'BATCH_START ["title"] [EXECUTE | VALIDATE | QUIET]',
    documentation:
      'Begins a batch. Everything up to END_BATCH runs once for each row, line or file that the batch loads.',
    example: 'BATCH_START "Grade essays"',
    syntax: [text('title', null), any([choice('mode', MODES)])],
    options: [
      {
        title: 'Modes of a batch',
        group: 'mode',
        rows: [
          [
            'EXECUTE',
            'BATCH_START EXECUTE',
            'Runs the batch. This is what happens without a mode.',
            'BATCH_START "Letters" EXECUTE',
          ],
          [
            'VALIDATE',
            'BATCH_START VALIDATE',
            'Reads the files, fills in the first three prompts and estimates the cost, but sends nothing.',
            'BATCH_START "Letters" VALIDATE',
          ],
          [
            'QUIET',
            'BATCH_START QUIET',
            'Runs without a log line for each transaction.',
            'BATCH_START "Letters" QUIET',
          ],
        ],
      },
    ],
    block: { does: 'open', block: 'BATCH' },
  },
  END_BATCH: {
    kind: 'end-batch',
    section: 'Batches',
    signature: 'END_BATCH',
    documentation: 'Ends the batch.',
    example: 'END_BATCH',
    syntax: [],
    block: { does: 'close', block: 'BATCH' },
  },
  STEP: {
    kind: 'step',
    section: 'Batches',
    signature: 'STEP ["title"]',
    documentation:
      'Begins a step of a batch. Steps run one after the other for each transaction; in a later step {INPUT} is the reply of the step before.',
    example: 'STEP "Draft"\nPROMPT "Write the text for this outline: {INPUT}"\nRUN',
    syntax: [text('title', null)],
    place: { inside: 'step', outside: 'BQ219' },
  },
} as const satisfies Record<string, CommandEntry>;

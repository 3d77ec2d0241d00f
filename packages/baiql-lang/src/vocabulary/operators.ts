import type { OptionRow } from './parts.js';

/** The words of conditions and values. */
export const OPERATOR_ROWS: readonly OptionRow[] = [
  ['AND', 'condition AND condition', 'True when both are true.', 'IF SCORE > 10 AND SCORE < 15'],
  ['OR', 'condition OR condition', 'True when either is true, or both.', 'IF GRADE = "A" OR GRADE = "B"'],
  ['NOT', 'NOT condition', 'True when the condition is false.', 'IF NOT DONE'],
  [
    'CONTAINS',
    'text CONTAINS text',
    'True when the first text contains the second.',
    'IF ANSWER CONTAINS "yes"',
  ],
  ['ON', 'ON', 'On.', 'SET OCR_IF_EMPTY = ON'],
  ['OFF', 'OFF', 'Off.', 'SET OCR_IF_EMPTY = OFF'],
];

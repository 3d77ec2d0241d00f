import type { OptionRow } from './parts.js';

/** The words of conditions and values. */
export const OPERATOR_ROWS: readonly OptionRow[] = [
  ['AND', 'condition AND condition', 'Holds when both hold.', 'IF SCORE > 10 AND SCORE < 15'],
  ['OR', 'condition OR condition', 'Holds when one of them holds, or both.', 'IF GRADE = "A" OR GRADE = "B"'],
  ['NOT', 'NOT condition', 'Holds when the condition does not.', 'IF NOT DONE'],
  [
    'CONTAINS',
    'text CONTAINS text',
    'Holds when the second text is somewhere in the first.',
    'IF ANSWER CONTAINS "yes"',
  ],
  ['ON', 'ON', 'The switch that is on.', 'SET OCR_IF_EMPTY = ON'],
  ['OFF', 'OFF', 'The switch that is off.', 'SET OCR_IF_EMPTY = OFF'],
];

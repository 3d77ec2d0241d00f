import type { IToken } from 'chevrotain';
import * as t from './tokens.js';

/** Commands that start a statement of their own wherever they stand; the others are options too. */
const RESTARTING = new Set([
  'BATCH_START',
  'END_BATCH',
  'IF',
  'END_IF',
  'LOOP',
  'END_LOOP',
  'PROMPT',
  'RUN',
  'LOAD',
  'GET',
  'SET',
  'GLOBAL',
  'OUTPUT',
  'STEP',
  'TRACK',
  'WRITE_LOG',
  'MODEL',
  'LIMIT',
  'MAKE_LOG',
  'PATH_IN',
  'PATH_OUT',
]);

/** Whether a second statement begins with this token, as after a lost line end. */
export function isRestart(token: IToken): boolean {
  return token.tokenType !== t.Text && token.image === token.tokenType.name && RESTARTING.has(token.image);
}

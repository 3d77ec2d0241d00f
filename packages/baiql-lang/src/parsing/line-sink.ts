import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Source } from '../source/source.js';
import type { Line } from '../tree/lines.js';

/** What is wrong with a text that is parsed by itself. */
export type Trial = (text: string) => readonly Diagnostic[];

/** Where the lines of a script and what is wrong with them are gathered. */
export interface LineSink {
  readonly source: Source;
  /** Tries out what might have been meant; null when fixes are not looked for. */
  readonly trial: Trial | null;
  readonly lines: Line[];
  readonly diagnostics: Diagnostic[];
}

/** Past this many mistakes it is no script, and fixes are of no use. */
const MOST_SUGGESTIONS = 200;

/** How to try out what might have been meant; null when that is not looked for, or not any more. */
export function trialOf({ trial, diagnostics }: LineSink): Trial | null {
  return diagnostics.length < MOST_SUGGESTIONS ? trial : null;
}

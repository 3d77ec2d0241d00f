import type { Range } from '../source/position.js';
import type { DiagnosticCode } from './severities.js';

/** Only errors prevent a script from running. */
export type Severity = 'error' | 'warning' | 'hint';

/** A replacement: the text in `range` becomes `newText`. */
export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** A fix for a problem; its edits do not overlap and are applied together. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** A related range with an explanation. */
export interface RelatedPlace {
  readonly message: string;
  readonly range: Range;
}

/** A message about a script with its exact range. Plain data. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly range: Range;
  readonly related?: readonly RelatedPlace[];
  readonly fixes?: readonly Fix[];
}

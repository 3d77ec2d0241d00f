import type { Range } from '../source/position.js';
import type { DiagnosticCode } from './severities.js';

/** Only errors keep a script from running. */
export type Severity = 'error' | 'warning' | 'hint';

/** One replacement in the text: what is in `range` becomes `newText`. */
export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** A way to mend a mistake; its edits do not overlap and are applied together. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** Another place that helps to understand a diagnostic. */
export interface RelatedPlace {
  readonly message: string;
  readonly range: Range;
}

/** One thing to say about a script, at its exact place. Plain data. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly range: Range;
  readonly related?: readonly RelatedPlace[];
  readonly fixes?: readonly Fix[];
}

import { applyFix } from '../diagnostics/apply-fix.js';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/severities.js';
import type { Environment } from '../validation/environment.js';
import { isSyntactic, validate } from '../validation/validate.js';

/** Scripts with more fixes than this need manual review. */
const MAX_FIXES = 200;

/** Diagnostics only the author can decide: how a text is read, whether a value, a model or the replies are kept, or paid again. */
const UNDECIDED: ReadonlySet<DiagnosticCode> = new Set([
  'BQ310',
  'BQ403',
  'BQ419',
  'BQ506',
  'BQ507',
  'BQ604',
]);

/** Applies every safe fix: the first of each diagnostic, unless the author must decide. */
export function fixAll(script: string, environment: Environment = {}): string {
  let text = script;
  let before = Infinity;
  let errorsBefore = Infinity;
  for (let made = 0; made < MAX_FIXES; made++) {
    const { diagnostics } = validate(text, environment);
    // A fix that leaves more problems has not helped, unless it removed an error that hid others: a closed batch may
    // lack its RUN.
    const wrong = diagnostics.filter(isSyntactic);
    const errors = wrong.filter(({ severity }) => severity === 'error').length;
    if (wrong.length > before && errors >= errorsBefore) break;
    before = wrong.length;
    errorsBefore = errors;
    const [fix] = diagnostics.flatMap((diagnostic) => safeFix(diagnostic, text) ?? []);
    if (fix === undefined) break;
    text = applyFix(text, fix);
  }
  return text;
}

function safeFix({ code, fixes }: Diagnostic, text: string): Fix | null {
  const [first] = fixes ?? [];
  if (first === undefined || UNDECIDED.has(code)) return null;
  const isGuess = code === 'BQ401' ? first.title.startsWith('Set ') : first.title.startsWith('Use ');
  return isGuess || (code === 'BQ104' && dropsValue(first, text)) ? null : first;
}

/** True if a fix only removes a number or a text: `WHERE YEARS > 3` was written for a reason. */
function dropsValue({ edits }: Fix, text: string): boolean {
  return edits.every(
    ({ range, newText }) => newText === '' && /[\d"]/.test(text.slice(range.start.offset, range.end.offset)),
  );
}

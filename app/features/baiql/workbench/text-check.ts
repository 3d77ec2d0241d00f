import type { Diagnostic } from '@promptwell/baiql-lang';

/** Results of checking a script's text. */
export interface TextCheck {
  batchType: string | null;
  diagnostics: readonly Diagnostic[];
  validity: string;
  /** Whether a run would send any request. */
  sendsAnything: boolean;
}

export const hasErrors = ({ diagnostics }: Pick<TextCheck, 'diagnostics'>): boolean =>
  diagnostics.some(({ severity }) => severity === 'error');

/** Issues that are counted and listed; hints only appear in the editor. */
export const issuesOf = (check: TextCheck | null): readonly Diagnostic[] =>
  (check?.diagnostics ?? []).filter(({ severity }) => severity !== 'hint');

/** A script without errors that would do nothing is valid, but not green. */
export function toneOf(check: TextCheck): 'good' | 'warn' | 'bad' {
  if (hasErrors(check)) return 'bad';
  return check.sendsAnything ? 'good' : 'warn';
}

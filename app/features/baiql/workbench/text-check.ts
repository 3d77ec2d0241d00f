import type { Diagnostic } from '@promptwell/baiql-lang';

/** What is said of a script while it is written. */
export interface TextCheck {
  batchType: string | null;
  diagnostics: readonly Diagnostic[];
  validity: string;
  /** Whether a run would send anything, as it stands. */
  sendsAnything: boolean;
}

export const hasErrors = ({ diagnostics }: Pick<TextCheck, 'diagnostics'>): boolean =>
  diagnostics.some(({ severity }) => severity === 'error');

/** What is counted and listed; a hint is shown in the script alone. */
export const issuesOf = (check: TextCheck | null): readonly Diagnostic[] =>
  (check?.diagnostics ?? []).filter(({ severity }) => severity !== 'hint');

/** A script is as good as what it does: one that would come to nothing is sound, and not green. */
export function toneOf(check: TextCheck): 'good' | 'warn' | 'bad' {
  if (hasErrors(check)) return 'bad';
  return check.sendsAnything ? 'good' : 'warn';
}

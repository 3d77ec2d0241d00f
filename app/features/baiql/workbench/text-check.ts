import type { Diagnostic } from '@promptwell/baiql-lang';

/** What is said of a script while it is written. */
export interface TextCheck {
  batchType: string | null;
  diagnostics: readonly Diagnostic[];
  validity: string;
  /** Whether a run would send anything, as it stands. */
  sendsAnything: boolean;
}

/** A script is as good as what it does: one that would come to nothing is sound, and not green. */
export function toneOf({ diagnostics, sendsAnything: sends }: TextCheck): 'good' | 'warn' | 'bad' {
  if (diagnostics.some(({ severity }) => severity === 'error')) return 'bad';
  return sends ? 'good' : 'warn';
}

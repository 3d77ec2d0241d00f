import {
  compile,
  type Diagnostic,
  type Environment,
  fixAll,
  parse,
  sendsAnything,
  summarize,
  validate,
} from '@promptwell/baiql-lang';

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

function checkText(text: string, environment: Environment): TextCheck {
  const parsed = parse(text);
  const { batchType, diagnostics } = validate(parsed, environment);
  return {
    batchType,
    diagnostics,
    validity: summarize(diagnostics),
    sendsAnything: sendsAnything(compile(parsed.tree)),
  };
}

/** What is asked of a script's text while it is written. `mend`: the text with all fixes made that are certain. */
export const TASKS = { check: checkText, mend: fixAll } as const;

export type TaskName = keyof typeof TASKS;
export type TaskAnswer<Name extends TaskName> = ReturnType<(typeof TASKS)[Name]>;

import { type Diagnostic, type Environment, fixAll, summarize, validate } from '@promptwell/baiql-lang';

/** What is said of a script while it is written. */
export interface TextCheck {
  batchType: string | null;
  diagnostics: readonly Diagnostic[];
  validity: string;
}

function checkText(text: string, environment: Environment): TextCheck {
  const { batchType, diagnostics } = validate(text, environment);
  return { batchType, diagnostics, validity: summarize(diagnostics) };
}

/** What is asked of a script's text while it is written. `mend`: the text with all fixes made that are certain. */
export const TASKS = { check: checkText, mend: fixAll } as const;

export type TaskName = keyof typeof TASKS;
export type TaskAnswer<Name extends TaskName> = ReturnType<(typeof TASKS)[Name]>;

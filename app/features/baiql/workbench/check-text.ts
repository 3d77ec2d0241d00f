import { type Diagnostic, type Environment, summarize, validate } from '@promptwell/baiql-lang';

/** What is said of a script while it is written. */
export interface TextCheck {
  batchType: string | null;
  diagnostics: readonly Diagnostic[];
  validity: string;
}

export function checkText(text: string, environment: Environment): TextCheck {
  const { batchType, diagnostics } = validate(text, environment);
  return { batchType, diagnostics, validity: summarize(diagnostics) };
}

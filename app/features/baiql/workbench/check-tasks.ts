import {
  compile,
  type Environment,
  fixAll,
  parse,
  sendsAnything,
  summarize,
  validate,
} from '@promptwell/baiql-lang';
import type { TextCheck } from './text-check';

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

/**
 * The checks of a script's text while it is edited; only the worker (or its fallback) loads the language. `mend`
 * returns the text with all safe fixes applied.
 */
export const TASKS = { check: checkText, mend: fixAll } as const;

export type TaskName = keyof typeof TASKS;
export type TaskAnswer<Name extends TaskName> = ReturnType<(typeof TASKS)[Name]>;

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
 * What is asked of a script's text while it is written; only a worker, or what stands in for one, loads the language.
 * `mend`: the text with all fixes made that are certain.
 */
export const TASKS = { check: checkText, mend: fixAll } as const;

export type TaskName = keyof typeof TASKS;
export type TaskAnswer<Name extends TaskName> = ReturnType<(typeof TASKS)[Name]>;

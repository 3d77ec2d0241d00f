import type { Diagnostic, TextEdit } from '../diagnostics/diagnostic.js';
import type { Environment } from '../validation/environment.js';
import { validate } from '../validation/validate.js';
import type { ScriptInput } from './context.js';
import { touches } from './locate.js';

/** A fix with its diagnostic. */
export interface QuickFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly diagnostic: Diagnostic;
}

/** The fixes of all diagnostics at an offset, in order. */
export function quickFixes(script: ScriptInput, offset: number, environment?: Environment): QuickFix[] {
  return validate(script, environment).diagnostics.flatMap((diagnostic) =>
    touches(diagnostic.range, offset)
      ? (diagnostic.fixes ?? []).map(({ title, edits }) => ({ title, edits, diagnostic }))
      : [],
  );
}

import { type Diagnostic as EditorDiagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { validate, type Validation } from '../validation/validate.js';
import { applyEdits } from './edits.js';
import { environmentOf, setEnvironment } from './environment.js';
import { parsedState } from './parsed-state.js';

const DELAY_MS = 500;

/** Checks the script half a second after each edit and shows what there is to say, with fixes as buttons. */
export function linting(onValidate?: (validation: Validation) => void): Extension {
  const check = (view: EditorView): EditorDiagnostic[] => {
    const { state } = view;
    const validation = validate(parsedState(state), environmentOf(state));
    onValidate?.(validation);
    return validation.diagnostics.map((diagnostic) => toEditor(diagnostic, state.doc.length));
  };
  const needsRefresh = linter(check, {
    delay: DELAY_MS,
    needsRefresh: ({ transactions }) =>
      transactions.some(({ effects }) => effects.some((effect) => effect.is(setEnvironment))),
  });
  return [needsRefresh, lintGutter(), keymap.of(lintKeymap)];
}

/** The editor's diagnostics have no place for a code or for related places: they go into `source` and the message. */
export function toEditor(diagnostic: Diagnostic, length: number): EditorDiagnostic {
  const { code, severity, message, range, related = [], fixes = [] } = diagnostic;
  const notes = related.map((place) => `${place.message} (line ${place.range.start.line})`);
  return {
    from: Math.min(range.start.offset, length),
    to: Math.min(range.end.offset, length),
    severity,
    source: code,
    message: [message, ...notes].join('\n'),
    actions: fixes.map(({ title, edits }) => ({
      name: title,
      apply: (view) => applyEdits(view, edits, 'input.fix'),
    })),
  };
}

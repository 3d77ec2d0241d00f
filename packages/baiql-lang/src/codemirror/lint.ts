import {
  type Diagnostic as EditorDiagnostic,
  linter,
  lintGutter,
  lintKeymap,
  setDiagnostics,
} from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Validation } from '../validation/validate.js';
import { applyEdits } from './edits.js';
import { environmentOf, setEnvironment } from './environment.js';
import { parsedState } from './parsed-state.js';

const DELAY_MS = 500;

/** Shows diagnostics, and moves between them (F8). */
const showing: Extension = [lintGutter(), keymap.of(lintKeymap)];

/**
 * Validates the script half a second after each edit and shows its diagnostics, with fixes as buttons. The validator is
 * loaded with the first check.
 */
export function linting(onValidate?: (validation: Validation) => void): Extension {
  const check = async (view: EditorView): Promise<EditorDiagnostic[]> => {
    const { validate } = await import('../validation/validate.js');
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
  return [needsRefresh, showing];
}

/** Shows diagnostics found elsewhere, for example in a web worker, and passed to `showDiagnostics`. */
export const externalLinting: Extension = [linter(null), showing];

/** Shows the diagnostics of the editor's current script. */
export function showDiagnostics(view: EditorView, diagnostics: readonly Diagnostic[]): void {
  const { length } = view.state.doc;
  view.dispatch(
    setDiagnostics(
      view.state,
      diagnostics.map((diagnostic) => toEditor(diagnostic, length)),
    ),
  );
}

/** CodeMirror's diagnostics have no fields for a code or related ranges: these go to `source` and the message. */
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

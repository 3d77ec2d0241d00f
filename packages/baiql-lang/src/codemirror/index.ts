/**
 * BAIQL for CodeMirror 6. Load it lazily: with the editor it is most of a page’s script. What draws a script comes at
 * once; the validator, completion, hovers, formatting and search are loaded when first needed.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import type { Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Environment } from '../validation/environment.js';
import type { Validation } from '../validation/validate.js';
import { commands, openSearch } from './commands.js';
import { completion } from './completion.js';
import { environmentIs } from './environment.js';
import { folding } from './folding.js';
import { highlighting } from './highlight.js';
import { hovering, referenceUrl } from './hover.js';
import { linting, externalLinting } from './lint.js';
import { drawing } from './parsed-state.js';
import { renaming } from './rename.js';
import { typing } from './typing.js';

// Re-exported because an editor requires a single copy of these modules.
export { Compartment, EditorState } from '@codemirror/state';
export { EditorView } from '@codemirror/view';

export { nextDiagnostic } from '@codemirror/lint';

export { applyFirstFix, formatScript, goToDefinition, openSearch } from './commands.js';
export { setEnvironment } from './environment.js';
export { explainWord } from './hover.js';
export { showDiagnostics } from './lint.js';
export { parsedState } from './parsed-state.js';
export { startRename } from './rename.js';

export interface BaiqlOptions {
  /** Known files, columns and models; update them with the effect `setEnvironment`. */
  readonly environment?: Environment;
  /** Called after every validation: half a second after an edit, and when the environment changes. */
  readonly onValidate?: (validation: Validation) => void;
  /** The creator of the editor validates the script and reports with `showDiagnostics`. */
  readonly hasExternalLinter?: boolean;
  /** Link to a command in the reference, shown in hovers. */
  readonly referenceUrl?: (command: string) => string;
}

/**
 * The language's editor extension: highlighting, diagnostics with fixes, completion, hover, folding, brackets and
 * quotes, and the commands explain (F1), format (Shift-Alt-F), rename (F2), go to definition (F12, Ctrl/Cmd-click) and
 * first fix (Ctrl/Cmd-.).
 */
export function baiql({
  environment = {},
  onValidate,
  hasExternalLinter = false,
  referenceUrl: addressOf,
}: BaiqlOptions = {}): Extension {
  return [
    addressOf === undefined ? [] : referenceUrl.of(addressOf),
    environmentIs(environment),
    drawing,
    highlighting,
    hasExternalLinter ? externalLinting : linting(onValidate),
    completion,
    hovering,
    folding,
    typing,
    renaming,
    commands,
  ];
}

/** General editor features: line numbers, undo, search, line wrapping, the usual keys. */
export function editorBasics(): Extension {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightSpecialChars(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    EditorView.lineWrapping,
    keymap.of([
      { key: 'Mod-f', run: openSearch, preventDefault: true },
      ...historyKeymap,
      indentWithTab,
      ...defaultKeymap,
    ]),
  ];
}

/** BAIQL in CodeMirror 6. Load it lazily: with the editor it is most of a page's script. */
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
import { hovering, referenceAddress } from './hover.js';
import { linting, lintingElsewhere } from './lint.js';
import { drawing } from './parsed-state.js';
import { renaming } from './rename.js';
import { typing } from './typing.js';

// An editor works with one copy of these only, so whoever makes one takes them from here.
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
  /** What is known about files, columns and models; later changes come with the effect `setEnvironment`. */
  readonly environment?: Environment;
  /** Called with every validation: half a second after an edit, and when the environment changes. */
  readonly onValidate?: (validation: Validation) => void;
  /** The script is checked by whoever made the editor, who shows what is found by `showDiagnostics`. */
  readonly isCheckedElsewhere?: boolean;
  /** The address at which the reference explains a command; explanations then link to it. */
  readonly referenceAddress?: (command: string) => string;
}

/**
 * Everything that the language brings to an editor: colours, diagnostics with fixes, completion, explanations,
 * folding, brackets and quotes, and the commands explain (F1), format (Shift-Alt-F), rename (F2), go to definition (F12,
 * Ctrl/Cmd-click) and first fix (Ctrl/Cmd-.).
 */
export function baiql({
  environment = {},
  onValidate,
  isCheckedElsewhere = false,
  referenceAddress: addressOf,
}: BaiqlOptions = {}): Extension {
  return [
    addressOf === undefined ? [] : referenceAddress.of(addressOf),
    environmentIs(environment),
    drawing,
    highlighting,
    isCheckedElsewhere ? lintingElsewhere : linting(onValidate),
    completion,
    hovering,
    folding,
    typing,
    renaming,
    commands,
  ];
}

/** What any editor of scripts has besides: line numbers, undo, search, wrapped lines, the usual keys. */
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

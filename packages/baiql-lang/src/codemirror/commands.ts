import type { Extension } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import { definition } from '../services/navigate.js';
import { applyEdits, cursorOf, goTo } from './edits.js';
import { environmentOf } from './environment.js';
import { parsedState } from './parsed-state.js';
import { startRename } from './rename.js';

/** Formats the whole script. The formatter is loaded on demand. */
export const formatScript: Command = (view) => {
  void import('../services/format/format.js').then(({ formatEdits }) =>
    applyEdits(view, formatEdits(parsedState(view.state)), 'input.format'),
  );
  return true;
};

/** Goes to the definition of the name under the cursor, or to the beginning of a block. */
export const goToDefinition: Command = (view) => leadFrom(view, cursorOf(view.state));

/** Applies the first fix of the diagnostic at the cursor. The validator is loaded on demand. */
export const applyFirstFix: Command = (view) => {
  const { state } = view;
  void import('../services/quick-fixes.js').then(({ quickFixes }) => {
    if (view.state.doc !== state.doc) return;
    const [fix] = quickFixes(parsedState(state), cursorOf(state), environmentOf(state));
    if (fix !== undefined) applyEdits(view, fix.edits, 'input.fix');
  });
  return true;
};

/** Opens the search panel, loaded on demand: most users never search in a script. */
export const openSearch: Command = (view) => {
  void import('./search.js').then(({ installSearch }) => installSearch(view));
  return true;
};

function leadFrom(view: EditorView, offset: number): boolean {
  const target = definition(parsedState(view.state), offset)?.targets[0];
  if (target === undefined) return false;
  goTo(view, target);
  return true;
}

const click = EditorView.domEventHandlers({
  mousedown: (event, view) => {
    if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
    const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
    return offset !== null && leadFrom(view, offset);
  },
});

export const commands: Extension = [
  click,
  keymap.of([
    { key: 'F12', run: goToDefinition },
    { key: 'F2', run: startRename },
    { key: 'Shift-Alt-f', run: formatScript, preventDefault: true },
    { key: 'Mod-.', run: applyFirstFix },
  ]),
];

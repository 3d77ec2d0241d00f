import type { ChangeSpec, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { TextEdit } from '../diagnostics/diagnostic.js';
import type { Range } from '../source/position.js';

/** Edits of the language as changes of the editor. */
export function changesOf(edits: readonly TextEdit[]): ChangeSpec[] {
  return edits.map(({ range, newText }) => ({
    from: range.start.offset,
    to: range.end.offset,
    insert: newText,
  }));
}

/** Applies edits as one step that can be undone. */
export function applyEdits(view: EditorView, edits: readonly TextEdit[], userEvent: string): void {
  if (view.state.readOnly || edits.length === 0) return;
  view.dispatch({ changes: changesOf(edits), userEvent });
}

/** Selects a place and brings it into sight. */
export function goTo(view: EditorView, { start, end }: Range): void {
  view.dispatch({
    selection: { anchor: start.offset, head: end.offset },
    effects: EditorView.scrollIntoView(start.offset, { y: 'center' }),
    userEvent: 'select',
  });
  view.focus();
}

/** Where the cursor is. */
export function cursorOf(state: EditorState): number {
  return state.selection.main.head;
}

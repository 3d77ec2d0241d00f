import type { ChangeSpec, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { TextEdit } from '../diagnostics/diagnostic.js';
import type { Range } from '../source/position.js';

/** Converts the language's edits to editor changes. */
export function changesOf(edits: readonly TextEdit[]): ChangeSpec[] {
  return edits.map(({ range, newText }) => ({
    from: range.start.offset,
    to: range.end.offset,
    insert: newText,
  }));
}

/** Applies edits as one undo step. */
export function applyEdits(view: EditorView, edits: readonly TextEdit[], userEvent: string): void {
  if (view.state.readOnly || edits.length === 0) return;
  view.dispatch({ changes: changesOf(edits), userEvent });
}

/** Selects a range and scrolls it into view. */
export function goTo(view: EditorView, { start, end }: Range): void {
  view.dispatch({
    selection: { anchor: start.offset, head: end.offset },
    effects: EditorView.scrollIntoView(start.offset, { y: 'center' }),
    userEvent: 'select',
  });
  view.focus();
}

/** The cursor's offset. */
export function cursorOf(state: EditorState): number {
  return state.selection.main.head;
}

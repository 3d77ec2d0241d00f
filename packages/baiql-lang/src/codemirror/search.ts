import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { StateEffect } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

const installed = new WeakSet<EditorView>();

/** Adds search to an editor that has none yet, and opens its panel. */
export function installSearch(view: EditorView): void {
  if (!installed.has(view)) {
    installed.add(view);
    const extension = [search({ top: true }), highlightSelectionMatches(), keymap.of(searchKeymap)];
    view.dispatch({ effects: StateEffect.appendConfig.of(extension) });
  }
  openSearchPanel(view);
}

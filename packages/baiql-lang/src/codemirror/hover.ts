import { type EditorState, type Extension, Facet, StateEffect, StateField } from '@codemirror/state';
import { type Command, EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import type { Hover } from '../services/hover.js';
import { cursorOf } from './edits.js';
import { environmentOf } from './environment.js';
import { parsedState } from './parsed-state.js';

/** Link to a command in the reference; without it hovers have no link. */
export const referenceUrl = Facet.define<(command: string) => string>();

const underPointer = hoverTooltip(async ({ state }, position): Promise<Tooltip | null> => {
  const found = await explanationAt(state, position);
  return found === null ? null : tooltipOf(found);
});

/** Loaded on demand. */
async function explanationAt(state: EditorState, position: number): Promise<Hover | null> {
  const { hover } = await import('../services/hover.js');
  return hover(parsedState(state), position, environmentOf(state));
}

function tooltipOf(found: Hover): Tooltip {
  return {
    pos: found.range.start.offset,
    end: found.range.end.offset,
    above: true,
    create: ({ state }) => ({ dom: render(found, state.facet(referenceUrl)[0]) }),
  };
}

const explain = StateEffect.define<Tooltip | null>();

/** A hover opened by keyboard stays until the cursor moves or the script changes. */
const asked = StateField.define<Tooltip | null>({
  create: () => null,
  update: (tooltip, transaction) => {
    for (const effect of transaction.effects) if (effect.is(explain)) return effect.value;
    return transaction.docChanged || transaction.selection !== undefined ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/** Explains the word at the cursor, also to screen readers. */
export const explainWord: Command = (view) => {
  void showExplanation(view);
  return true;
};

async function showExplanation(view: EditorView): Promise<void> {
  const { state } = view;
  const cursor = cursorOf(state);
  // At the end of a word, that word is explained.
  const found = (await explanationAt(state, cursor)) ?? (await explanationAt(state, Math.max(0, cursor - 1)));
  // Obsolete if the cursor has moved.
  if (view.state.doc !== state.doc || !view.state.selection.eq(state.selection)) return;
  const spoken =
    found === null ? 'There is nothing to explain here.' : `${found.signature}. ${found.documentation}`;
  view.dispatch({
    effects: [explain.of(found === null ? null : tooltipOf(found)), EditorView.announce.of(spoken)],
  });
}

const dismissExplanation: Command = (view) => {
  if (view.state.field(asked) === null) return false;
  view.dispatch({ effects: explain.of(null) });
  return true;
};

const keys = keymap.of([
  { key: 'F1', run: explainWord, preventDefault: true },
  { key: 'Escape', run: dismissExplanation },
]);

function render(
  { signature, documentation, example, command }: Hover,
  addressOf?: (command: string) => string,
): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'bq-hover';
  const add = (tag: string, text: string): void => {
    if (text === '') return;
    const element = document.createElement(tag);
    element.textContent = text;
    dom.append(element);
  };
  add('code', signature);
  add('p', documentation);
  add('pre', example === signature ? '' : example);
  if (command !== undefined && addressOf !== undefined) {
    const link = document.createElement('a');
    link.textContent = 'Open the reference';
    link.href = addressOf(command);
    // The script does not scroll.
    link.target = '_blank';
    dom.append(link);
  }
  return dom;
}

const look = EditorView.baseTheme({
  '.bq-hover': { maxWidth: '32rem', padding: '0.5rem 0.75rem', lineHeight: '1.4' },
  '.bq-hover code': { fontWeight: '600' },
  '.bq-hover p': { margin: '0.25rem 0 0' },
  '.bq-hover a': { display: 'inline-block', marginTop: '0.5rem' },
  '.bq-hover pre': { margin: '0.5rem 0 0', opacity: '0.8', whiteSpace: 'pre-wrap' },
});

export const hovering: Extension = [underPointer, asked, keys, look];

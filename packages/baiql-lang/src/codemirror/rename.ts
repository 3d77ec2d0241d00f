import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { type Command, EditorView, type Panel, showPanel } from '@codemirror/view';
import { prepareRename, rename } from '../services/rename.js';
import { applyEdits, cursorOf } from './edits.js';
import { environmentOf } from './environment.js';
import { parsedState } from './parsed-state.js';

/** State of the panel: the name to rename, or why it cannot be renamed. */
interface RenamePrompt {
  readonly offset: number;
  readonly name: string;
  readonly refusal: string | null;
}

const ask = StateEffect.define<RenamePrompt | null>();

const askedField = StateField.define<RenamePrompt | null>({
  create: () => null,
  update: (asked, transaction) => {
    for (const effect of transaction.effects) if (effect.is(ask)) return effect.value;
    // Any edit makes the panel obsolete.
    return transaction.docChanged ? null : asked;
  },
  provide: (field) =>
    showPanel.from(field, (asked) => (asked === null ? null : (view) => panelFor(view, asked))),
});

/** Opens a panel that asks for the new name, or says why there is none to rename. */
export const startRename: Command = (view) => {
  const { state } = view;
  const offset = cursorOf(state);
  const target = prepareRename(parsedState(state), offset, environmentOf(state));
  const asked =
    'reason' in target
      ? { offset, name: '', refusal: target.reason }
      : { offset, name: target.name, refusal: null };
  view.dispatch({ effects: ask.of(asked) });
  return true;
};

function close(view: EditorView): void {
  view.dispatch({ effects: ask.of(null) });
  view.focus();
}

function panelFor(view: EditorView, { offset, name, refusal }: RenamePrompt): Panel {
  const dom = document.createElement('form');
  dom.className = 'bq-rename';
  const label = document.createElement('label');
  label.textContent = `Rename ${name} to `;
  const input = document.createElement('input');
  input.name = 'new-name';
  input.value = name;
  input.autocomplete = 'off';
  input.spellcheck = false;
  label.append(input);
  const submit = document.createElement('button');
  submit.textContent = 'Rename';
  const dismiss = document.createElement('button');
  dismiss.type = 'button';
  dismiss.textContent = refusal === null ? 'Cancel' : 'Close';
  dismiss.onclick = () => close(view);
  const problem = document.createElement('span');
  problem.setAttribute('role', 'alert');
  dom.append(...(refusal === null ? [label, submit] : []), dismiss, problem);
  dom.onsubmit = (event) => {
    event.preventDefault();
    const { state } = view;
    const outcome = rename(parsedState(state), offset, input.value.trim(), environmentOf(state));
    if ('reason' in outcome) {
      problem.textContent = outcome.reason;
      input.select();
      return;
    }
    applyEdits(view, outcome.edits, 'input.rename');
    close(view);
  };
  dom.onkeydown = (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close(view);
  };
  return {
    dom,
    top: true,
    mount: () => {
      // An alert is announced when its text changes, not if it is there from the start.
      if (refusal !== null) problem.textContent = refusal;
      (refusal === null ? input : dismiss).focus();
      input.select();
    },
  };
}

const look = EditorView.baseTheme({
  '.bq-rename': {
    display: 'flex',
    gap: '0.5rem',
    alignItems: 'center',
    padding: '0.375rem 0.75rem',
    flexWrap: 'wrap',
  },
  '.bq-rename [role=alert]': { color: 'var(--bq-problem, #b91c1c)' },
});

export const renaming: Extension = [askedField, look];

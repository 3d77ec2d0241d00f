/** The page on which the editor is tested: one editor, and nothing else. */
import {
  baiql,
  editorBasics,
  EditorState,
  EditorView,
  setEnvironment,
} from '@promptwell/baiql-lang/codemirror';

declare global {
  interface Window {
    editor: {
      /** Begins anew with a script; `‸` marks the cursor. */
      open: (marked: string) => void;
      text: () => string;
      /** The script with `‸` at the cursor. */
      marked: () => string;
      selected: () => string;
      learnFiles: (files: readonly string[]) => void;
      /** Milliseconds until each of this many keystrokes in the middle of the script is drawn. */
      measureKeystrokes: (count: number) => number[];
      validations: string[];
      /** All that a screen reader was given to say. */
      announcements: string[];
    };
  }
}

const ENVIRONMENT = {
  files: ['roster.csv', 'essays/one.txt', 'essays/two.txt'],
  headers: { 'roster.csv': ['Student', 'Home town'] },
  models: ['gpt-4o-mini', 'gemini-2.5-flash'],
};

const validations: string[] = [];
const extensions = [
  EditorView.contentAttributes.of({ 'aria-label': 'Script' }),
  editorBasics(),
  baiql({
    environment: ENVIRONMENT,
    onValidate: ({ diagnostics }) => validations.push(diagnostics.map(({ code }) => code).join(' ')),
  }),
];
const parent = document.querySelector('main') ?? document.body;
const view = new EditorView({ parent, extensions });

// CodeMirror empties its live region 200 ms after it has spoken: only a watcher is sure to hear it.
const announcements: string[] = [];
for (const region of view.dom.querySelectorAll('[aria-live]')) {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const { textContent } of addedNodes) if (textContent?.trim()) announcements.push(textContent);
  }).observe(region, { childList: true });
}

window.editor = {
  validations,
  announcements,
  open: (marked) => {
    const cursor = Math.max(0, marked.indexOf('‸'));
    view.setState(
      EditorState.create({ doc: marked.replace('‸', ''), selection: { anchor: cursor }, extensions }),
    );
    view.focus();
  },
  text: () => view.state.doc.toString(),
  marked: () => {
    const { head } = view.state.selection.main;
    const text = view.state.doc.toString();
    return `${text.slice(0, head)}‸${text.slice(head)}`;
  },
  selected: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
  learnFiles: (files) => view.dispatch({ effects: setEnvironment.of({ ...ENVIRONMENT, files }) }),
  measureKeystrokes: (count) =>
    Array.from({ length: count }, () => {
      const at = view.state.doc.line(Math.ceil(view.state.doc.lines / 2)).to;
      const begin = performance.now();
      view.dispatch({
        changes: { from: at, insert: 'x' },
        selection: { anchor: at + 1 },
        userEvent: 'input.type',
      });
      // Asking for the layout makes the browser do what it would otherwise do before the next frame.
      view.dom.getBoundingClientRect();
      return performance.now() - begin;
    }),
};

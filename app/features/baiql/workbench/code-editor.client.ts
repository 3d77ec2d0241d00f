import {
  applyFirstFix,
  baiql,
  editorBasics,
  EditorState,
  EditorView,
  explainWord,
  formatScript,
  goToDefinition,
  nextDiagnostic,
  openSearch,
  setEnvironment,
  showDiagnostics,
  startRename,
} from '@promptwell/baiql-lang/codemirror';
import type { EditorCommand, EditorHandle, EditorOptions } from './editor-handle';
import { editorTheme } from './editor-theme.client';

const COMMANDS: Readonly<Record<EditorCommand, (view: EditorView) => boolean>> = {
  format: formatScript,
  rename: startRename,
  definition: goToDefinition,
  'next-problem': nextDiagnostic,
  'first-fix': applyFirstFix,
  explain: explainWord,
  find: openSearch,
};

/** CodeMirror with the language's extensions. */
export function createCodeEditor(
  parent: HTMLElement,
  { text, label, describedBy, onEdit }: EditorOptions,
): EditorHandle {
  const extensions = [
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy }),
    editorBasics(),
    baiql({
      hasExternalLinter: true,
      referenceUrl: (command) => `/docs/learn/baiql-reference#${command.toLowerCase().replaceAll('_', '-')}`,
    }),
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) onEdit();
    }),
    editorTheme,
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  return {
    hasCommands: true,
    text: () => view.state.doc.toString(),
    isEmpty: () => view.state.doc.length === 0,
    open: (doc) => view.setState(EditorState.create({ doc, extensions })),
    replace: (insert) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, selection: { anchor: 0 } }),
    insertLine: (text) => {
      const { to } = view.state.doc.lineAt(view.state.selection.main.head);
      const insert = `${view.state.doc.length === 0 ? '' : '\n'}${text}`;
      view.dispatch({
        changes: { from: to, insert },
        selection: { anchor: to + insert.length },
        scrollIntoView: true,
      });
      view.focus();
    },
    fix: ({ edits }) => {
      view.dispatch({
        changes: edits.map(({ range, newText }) => ({
          from: range.start.offset,
          to: range.end.offset,
          insert: newText,
        })),
        userEvent: 'input.fix',
      });
    },
    insertText: (text) => {
      view.dispatch(view.state.replaceSelection(text));
      view.focus();
    },
    goToLine: (number) => {
      const line = view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
      view.dispatch({
        selection: { anchor: line.from, head: line.to },
        effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
      });
      view.focus();
    },
    show: (diagnostics) => showDiagnostics(view, diagnostics),
    learn: (environment) => view.dispatch({ effects: setEnvironment.of(environment) }),
    run: (command) => {
      view.focus();
      COMMANDS[command](view);
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

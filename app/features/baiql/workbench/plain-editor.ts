import type { EditorHandle, EditorOptions } from './editor-handle';

/** A text area with the editor's interface, used if CodeMirror can't be loaded. */
export function createPlainEditor(
  field: HTMLTextAreaElement,
  { text, onEdit }: Pick<EditorOptions, 'text' | 'onEdit'>,
): EditorHandle {
  field.value = text;
  const listening = new AbortController();
  field.addEventListener('input', onEdit, { signal: listening.signal });
  const change = (from: number, to: number, insert: string): void => {
    field.focus();
    field.setRangeText(insert, from, to, 'end');
    onEdit();
  };
  return {
    hasCommands: false,
    text: () => field.value,
    isEmpty: () => field.value === '',
    open: (next) => {
      field.value = next;
    },
    replace: (next) => change(0, field.value.length, next),
    insertLine: (line) => {
      const end = field.value.indexOf('\n', field.selectionEnd);
      const at = end === -1 ? field.value.length : end;
      change(at, at, `${field.value === '' ? '' : '\n'}${line}`);
    },
    fix: ({ edits }) => {
      for (const { range, newText } of edits.toReversed())
        change(range.start.offset, range.end.offset, newText);
    },
    insertText: (inserted) => change(field.selectionStart, field.selectionEnd, inserted),
    goToLine: (number) => {
      const lines = field.value.split('\n');
      const index = Math.min(Math.max(1, number), lines.length) - 1;
      const start = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
      field.focus();
      field.setSelectionRange(start, start + (lines[index]?.length ?? 0));
    },
    show: () => undefined,
    learn: () => undefined,
    run: () => undefined,
    focus: () => field.focus(),
    destroy: () => listening.abort(),
  };
}

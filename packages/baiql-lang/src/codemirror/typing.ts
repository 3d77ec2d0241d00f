import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { bracketMatching, indentOnInput, indentService, indentUnit } from '@codemirror/language';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { Text } from '../tree/expressions.js';
import { visitLine } from '../tree/visit.js';
import { lineAtOffset } from '../services/locate.js';
import { parsedState } from './parsed-state.js';

const INDENT = 2;
const OPENS = /^\s*(?:BATCH_START|IF|ELSE|LOOP)\b/i;
const CLOSES = /^\s*(?:END_BATCH|END_IF|END_LOOP|ELSE)\b/i;

/** The text that contains an offset, between its quotes. */
function textAround(state: EditorState, offset: number): Text | null {
  const { source, tree } = parsedState(state);
  const line = lineAtOffset(tree.lines, source.positionAt(offset).line, offset);
  let found: Text | null = null;
  if (line !== null) {
    visitLine(
      line,
      (text) => {
        const quotes = text.form === 'block' ? 3 : text.form === 'quoted' ? 1 : Infinity;
        const end = text.range.end.offset - (text.closed ? quotes : 0);
        if (text.range.start.offset + quotes <= offset && offset <= end) found = text;
      },
      () => undefined,
    );
  }
  return found;
}

function isInComment(state: EditorState, offset: number): boolean {
  return parsedState(state).tree.comments.some(
    ({ range }) => range.start.offset < offset && offset <= range.end.offset,
  );
}

/**
 * Typing a quote: outside texts it also inserts the closing one, and the third in a row makes a text block. Inside
 * texts it is an ordinary quote, except that it steps over the closing one.
 */
const quotes = EditorView.inputHandler.of((view, from, to, inserted) => {
  if (inserted !== '"' || from !== to || view.state.readOnly || view.state.selection.ranges.length > 1)
    return false;
  const { state } = view;
  const line = state.doc.lineAt(from);
  const before = line.text.slice(0, from - line.from);
  const next = state.sliceDoc(from, from + 1);
  const put = (insert: string, cursor: number): true => {
    view.dispatch({
      changes: { from, insert },
      selection: { anchor: from + cursor },
      userEvent: 'input.type',
    });
    return true;
  };
  if (/(?:^|[^"\\])""$/.test(before) && next !== '"' && !isInComment(state, from)) {
    const indent = /^[ \t]*/.exec(before)?.[0] ?? '';
    return put(`"\n${indent}\n${indent}"""`, 2 + indent.length);
  }
  const around = textAround(state, from);
  if (around !== null || isInComment(state, from)) {
    const isAtEnd = around?.form === 'quoted' && around.closed && around.range.end.offset === from + 1;
    if (!isAtEnd) return put('"', 1);
    view.dispatch({ selection: { anchor: from + 1 }, userEvent: 'input.type' });
    return true;
  }
  return /^[\s)]?$/.test(next) ? put('""', 1) : put('"', 1);
});

/** Indents a line like the previous statement, one step more after an opener and one less for a closer. */
const indentation = indentService.of((context, position) => {
  const { state } = context;
  const line = state.doc.lineAt(position);
  const above = context.simulatedBreak === null ? line.number - 1 : line.number;
  if (textAround(state, context.simulatedBreak ?? line.from)?.form === 'block') {
    return above < 1 ? 0 : columnsOf(state.doc.line(above).text, state.tabSize);
  }
  for (let number = above; number >= 1; number--) {
    const { from, text } = state.doc.line(number);
    if (text.trim() === '' || textAround(state, from)?.form === 'block') continue;
    const own = context.simulatedBreak === null ? line.text : context.textAfterPos(position);
    const change = (OPENS.test(text) ? INDENT : 0) - (CLOSES.test(own) ? INDENT : 0);
    return Math.max(0, columnsOf(text, state.tabSize) + change);
  }
  return 0;
});

function columnsOf(text: string, tabSize: number): number {
  let columns = 0;
  for (const character of text) {
    if (character === ' ') columns++;
    else if (character === '\t') columns += tabSize - (columns % tabSize);
    else break;
  }
  return columns;
}

const languageData = EditorState.languageData.of(() => [
  {
    commentTokens: { line: '#' },
    closeBrackets: { brackets: ['(', '{', '"'], before: ')}:;>"' },
    indentOnInput: /^\s*(?:END_BATCH|END_IF|END_LOOP|ELSE)$/i,
  },
]);

/** Brackets, quotes, indentation and comments while typing. */
export const typing: Extension = [
  languageData,
  Prec.high(quotes),
  closeBrackets(),
  bracketMatching(),
  indentation,
  indentOnInput(),
  indentUnit.of(' '.repeat(INDENT)),
  keymap.of(closeBracketsKeymap),
];

import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  EditorView as View,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type SemanticKind, semanticTokens, type SemanticToken } from '../services/semantic-tokens.js';
import { environmentOf, setEnvironment } from './environment.js';
import { displayedScript, isRedrawn } from './parsed-state.js';

/** Style of each token kind; kinds that look like plain text are omitted. */
const CLASSES: Partial<Record<SemanticKind, string>> = {
  command: 'bq-command',
  keyword: 'bq-keyword',
  bare: 'bq-text',
  number: 'bq-number',
  operator: 'bq-operator',
  quote: 'bq-text',
  text: 'bq-text',
  escape: 'bq-escape',
  comment: 'bq-comment',
  variable: 'bq-name',
  column: 'bq-name',
  'built-in': 'bq-engine',
  input: 'bq-engine',
  setting: 'bq-engine',
  undefined: 'bq-name',
};

const MARKS = new Map(
  Object.entries(CLASSES).map(([kind, name]) => [kind, Decoration.mark({ class: name })] as const),
);

/** Outside of texts each token has a direction of its own, so that `IF الدرجة > 50` is drawn in its order. */
const ISOLATED_MARKS = new Map(
  Object.entries(CLASSES).map(
    ([kind, name]) =>
      [kind, Decoration.mark({ class: name, attributes: { dir: 'auto' }, bidiIsolate: null })] as const,
  ),
);
const PARTS_OF_TEXTS = new Set<SemanticKind>(['quote', 'text', 'escape', 'bare', 'comment']);

/** Highlights the visible range, using the parser's tokens. */
const highlighter = ViewPlugin.fromClass(
  class {
    #tokens: readonly SemanticToken[];
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.#tokens = tokensOf(view);
      this.decorations = this.#decorate(view);
    }

    update(update: ViewUpdate): void {
      const isOther = update.transactions.some((each) =>
        each.effects.some((effect) => effect.is(setEnvironment)),
      );
      if (isOther || isRedrawn(update)) this.#tokens = tokensOf(update.view);
      else if (!update.docChanged && !update.viewportChanged) return;
      this.decorations = this.#decorate(update.view);
    }

    #decorate(view: EditorView): DecorationSet {
      const { since } = displayedScript(view.state);
      const before = since?.invertedDesc;
      // Text typed at the end of a word takes its color until the next parse.
      const now = (offset: number): number => since?.mapPos(offset, 1) ?? offset;
      const builder = new RangeSetBuilder<Decoration>();
      let drawnTo = 0;
      let textEnd = -1;
      for (const { from, to } of view.visibleRanges) {
        for (let index = firstEndingAfter(this.#tokens, before?.mapPos(from) ?? from); ; index++) {
          const token = this.#tokens[index];
          if (token === undefined) break;
          const [start, end] = [now(token.start), now(token.end)];
          if (start >= to) break;
          // A placeholder belongs to the sentence around it.
          const isInText = PARTS_OF_TEXTS.has(token.kind) || token.start === textEnd;
          if (isInText) textEnd = token.end;
          const mark = (isInText ? MARKS : ISOLATED_MARKS).get(token.kind);
          if (mark === undefined || start < drawnTo || start >= end) continue;
          builder.add(start, end, mark);
          drawnTo = end;
        }
      }
      return builder.finish();
    }
  },
  {
    decorations: (plugin) => plugin.decorations,
    provide: (plugin) =>
      View.bidiIsolatedRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
  },
);

function tokensOf({ state }: EditorView): readonly SemanticToken[] {
  return semanticTokens(displayedScript(state).parsed, environmentOf(state));
}

/** The index of the first token that ends after an offset; tokens are sorted and do not overlap. */
function firstEndingAfter(tokens: readonly SemanticToken[], place: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? Infinity) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Colors, which a page may override by its own variables. */
const colors = View.baseTheme({
  '.bq-command': { fontWeight: '600' },
  '.bq-comment': { fontStyle: 'italic' },
  '[dir=auto]': { unicodeBidi: 'isolate' },
  '&light .bq-command': { color: 'var(--bq-command, #1d4ed8)' },
  '&light .bq-keyword': { color: 'var(--bq-keyword, #6d28d9)' },
  '&light .bq-text': { color: 'var(--bq-text, #166534)' },
  '&light .bq-escape': { color: 'var(--bq-escape, #9a3412)' },
  '&light .bq-number': { color: 'var(--bq-number, #9a3412)' },
  '&light .bq-operator': { color: 'var(--bq-operator, #475569)' },
  '&light .bq-comment': { color: 'var(--bq-comment, #64748b)' },
  '&light .bq-name': { color: 'var(--bq-name, #9d174d)' },
  '&light .bq-engine': { color: 'var(--bq-engine, #0e7490)' },
  '&dark .bq-command': { color: 'var(--bq-command, #93c5fd)' },
  '&dark .bq-keyword': { color: 'var(--bq-keyword, #c4b5fd)' },
  '&dark .bq-text': { color: 'var(--bq-text, #86efac)' },
  '&dark .bq-escape': { color: 'var(--bq-escape, #fdba74)' },
  '&dark .bq-number': { color: 'var(--bq-number, #fdba74)' },
  '&dark .bq-operator': { color: 'var(--bq-operator, #cbd5e1)' },
  '&dark .bq-comment': { color: 'var(--bq-comment, #94a3b8)' },
  '&dark .bq-name': { color: 'var(--bq-name, #f9a8d4)' },
  '&dark .bq-engine': { color: 'var(--bq-engine, #67e8f9)' },
});

export const highlighting: Extension = [highlighter, colors];

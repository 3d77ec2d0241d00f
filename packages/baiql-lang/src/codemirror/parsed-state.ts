import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { parse, type ParsedScript } from '../parsing/parse.js';

// Documents are immutable, so each is parsed once, whoever asks first.
const parsedByDocument = new WeakMap<Text, ParsedScript>();

/** The editor's script, parsed. Its line ends are `\n`, so offsets in it are positions in the editor. */
export function parsedState(state: EditorState): ParsedScript {
  return parsedDocument(state.doc);
}

function parsedDocument(document: Text): ParsedScript {
  const known = parsedByDocument.get(document);
  if (known !== undefined) return known;
  const parsed = parse(document.toString());
  parsedByDocument.set(document, parsed);
  return parsed;
}

/** Up to here a script is parsed at every key: it takes less than a third of a frame. */
const SMALL_CHARACTERS = 12_000;
export const isLarge = ({ length }: Text): boolean => length > SMALL_CHARACTERS;

/** More than this at once was pasted, not typed. */
const TYPED_CHARACTERS = 200;
const REFRESH_DELAY_MS = 150;

/** What is drawn: a script that was parsed, and what has been typed into it since. */
export interface DrawnScript {
  readonly parsed: ParsedScript;
  /** Null when nothing has. */
  readonly since: ChangeDesc | null;
}

const refresh = StateEffect.define();

const drawnField = StateField.define<DrawnScript>({
  create: (state) => ({ parsed: parsedState(state), since: null }),
  update: (drawn, transaction) => {
    const { docChanged, changes, newDoc } = transaction;
    if (!docChanged) {
      return drawn.since !== null && isRefresh(transaction)
        ? { parsed: parsedDocument(newDoc), since: null }
        : drawn;
    }
    let inserted = 0;
    changes.iterChanges((_fromA, _toA, from, to) => {
      inserted += to - from;
    });
    if (!isLarge(newDoc) || inserted > TYPED_CHARACTERS) {
      return { parsed: parsedDocument(newDoc), since: null };
    }
    return { parsed: drawn.parsed, since: drawn.since?.composeDesc(changes.desc) ?? changes.desc };
  },
});

const isRefresh = ({ effects }: Transaction): boolean => effects.some((effect) => effect.is(refresh));

/** What colours and folds are drawn from: of a large script that is typed in, the one before the latest keys. */
export const drawnScript = (state: EditorState): DrawnScript => state.field(drawnField);

/** Whether an update brings another parsed script to draw from. */
export const isRedrawn = ({ startState, state }: ViewUpdate): boolean =>
  drawnScript(startState).parsed !== drawnScript(state).parsed;

/** Parses a large script once the keys rest. */
const refresher = ViewPlugin.fromClass(
  class {
    #timer: ReturnType<typeof setTimeout> | undefined;

    constructor(readonly view: EditorView) {}

    update({ docChanged, state }: ViewUpdate): void {
      if (!docChanged) return;
      clearTimeout(this.#timer);
      if (drawnScript(state).since === null) return;
      this.#timer = setTimeout(() => this.view.dispatch({ effects: refresh.of(null) }), REFRESH_DELAY_MS);
    }

    destroy(): void {
      clearTimeout(this.#timer);
    }
  },
);

export const drawing: Extension = [drawnField, refresher];

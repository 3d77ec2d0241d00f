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

// Documents are immutable, so each is parsed once and cached.
const parsedByDocument = new WeakMap<Text, ParsedScript>();

/**
 * The editor's script, parsed. Its line breaks are `
 * `, so offsets equal editor positions.
 */
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

/** Up to this size a script is parsed on every keystroke, in less than a third of a frame. */
const SMALL_CHARACTERS = 12_000;
export const isLarge = ({ length }: Text): boolean => length > SMALL_CHARACTERS;

/** A larger single insertion was pasted, not typed. */
const TYPED_CHARACTERS = 200;
const REFRESH_DELAY_MS = 150;

/** The displayed parse, and the changes made since. */
export interface DisplayedScript {
  readonly parsed: ParsedScript;
  /** Null if there are none. */
  readonly since: ChangeDesc | null;
}

const refresh = StateEffect.define();

const displayedField = StateField.define<DisplayedScript>({
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

/**
 * The parse used for highlighting and folding: of a large script that is being edited, the one before the latest
 * keystrokes.
 */
export const displayedScript = (state: EditorState): DisplayedScript => state.field(displayedField);

/** True if an update has a new parse to display. */
export const isRedrawn = ({ startState, state }: ViewUpdate): boolean =>
  displayedScript(startState).parsed !== displayedScript(state).parsed;

/** Parses a large script once typing pauses. */
const refresher = ViewPlugin.fromClass(
  class {
    #timer: ReturnType<typeof setTimeout> | undefined;

    constructor(readonly view: EditorView) {}

    update({ docChanged, state }: ViewUpdate): void {
      if (!docChanged) return;
      clearTimeout(this.#timer);
      if (displayedScript(state).since === null) return;
      this.#timer = setTimeout(() => this.view.dispatch({ effects: refresh.of(null) }), REFRESH_DELAY_MS);
    }

    destroy(): void {
      clearTimeout(this.#timer);
    }
  },
);

export const drawing: Extension = [displayedField, refresher];

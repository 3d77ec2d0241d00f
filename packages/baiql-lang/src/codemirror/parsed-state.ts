import type { EditorState, Text } from '@codemirror/state';
import { parse, type ParsedScript } from '../parsing/parse.js';

// Documents are immutable, so each is parsed once, whoever asks first.
const parsedByDocument = new WeakMap<Text, ParsedScript>();

/** The editor's script, parsed. Its line ends are `\n`, so offsets in it are positions in the editor. */
export function parsedState(state: EditorState): ParsedScript {
  const known = parsedByDocument.get(state.doc);
  if (known !== undefined) return known;
  const parsed = parse(state.doc.toString());
  parsedByDocument.set(state.doc, parsed);
  return parsed;
}

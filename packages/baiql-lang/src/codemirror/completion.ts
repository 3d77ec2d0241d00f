import {
  autocompletion,
  type Completion as EditorCompletion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { CompletionItem, CompletionKind } from '../services/complete/complete.js';
import { environmentOf } from './environment.js';
import { isLarge, parsedState } from './parsed-state.js';

/** CodeMirror's icon types for completion items. */
const TYPES: Readonly<Record<CompletionKind, string>> = {
  command: 'keyword',
  option: 'keyword',
  'load-type': 'type',
  mode: 'keyword',
  operator: 'keyword',
  'built-in': 'constant',
  input: 'constant',
  setting: 'property',
  variable: 'variable',
  column: 'variable',
  path: 'text',
  model: 'text',
  value: 'enum',
  snippet: 'function',
};

// At required positions, items are offered before a letter is typed.
const OFFERS_IMMEDIATELY = /(?:[{"]|\bAS[ \t])$/;

/** In a large script, whose parsing takes a frame, completion waits for this pause in typing. */
const REST_MS = 200;

/** Completion at the cursor, loaded with the first typed letter. */
async function completionSource(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  if (!explicit && isLarge(state.doc)) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    if (context.aborted) return null;
  }
  const { complete } = await import('../services/complete/complete.js');
  const { from, to, items } = complete(parsedState(state), pos, environmentOf(state));
  const typed = state.sliceDoc(from, pos);
  if (items.length === 0) return null;
  if (!explicit && typed === '' && !OFFERS_IMMEDIATELY.test(state.sliceDoc(Math.max(0, pos - 4), pos)))
    return null;
  if (!explicit && isWhole(typed, items)) return null;
  return { from, to, options: items.map(toEditor) };
}

/** True if the typed text is already complete, so that Enter ends the line. */
function isWhole(typed: string, items: readonly CompletionItem[]): boolean {
  const folded = typed.toUpperCase();
  const beginning = items.filter(({ label }) => label.toUpperCase().startsWith(folded));
  return beginning.length > 0 && beginning.every(({ label }) => label.length === typed.length);
}

function toEditor(
  { label, kind, detail, documentation, insertText }: CompletionItem,
  index: number,
): EditorCompletion {
  return {
    label,
    type: TYPES[kind],
    ...(detail === '' || detail === label ? {} : { detail }),
    ...(documentation === '' ? {} : { info: documentation }),
    apply: kind === 'snippet' ? snippet(insertText) : insertText,
    boost: Math.max(-99, 50 - index),
  };
}

export const completion: Extension = autocompletion({ override: [completionSource], icons: false });

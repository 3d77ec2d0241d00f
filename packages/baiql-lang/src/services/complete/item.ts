import type { VocabularyEntry, WordGroup } from '../../vocabulary/entry.js';

export type CompletionKind = WordGroup | 'variable' | 'column' | 'path' | 'model' | 'value' | 'snippet';

/** A completion item. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A short detail beside the label: syntax or origin. */
  readonly detail: string;
  /** One or a few plain sentences; may be empty. */
  readonly documentation: string;
  /** The inserted text. In snippets, `${1:name}` marks a field. */
  readonly insertText: string;
}

export function itemOf(entry: VocabularyEntry, insertText = entry.word): CompletionItem {
  const { word, group, signature, documentation } = entry;
  return { label: word, kind: group, detail: signature, documentation, insertText };
}

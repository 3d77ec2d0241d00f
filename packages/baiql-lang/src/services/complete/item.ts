import type { VocabularyEntry, WordGroup } from '../../vocabulary/entry.js';

export type CompletionKind = WordGroup | 'variable' | 'column' | 'path' | 'model' | 'value' | 'snippet';

/** Something that can be put in at the cursor. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A few words beside the label: how it is written, or where it comes from. */
  readonly detail: string;
  /** One or a few plain sentences; may be empty. */
  readonly documentation: string;
  /** What is put in. For snippets, `${1:name}` marks what is then to be filled in. */
  readonly insertText: string;
}

export function itemOf(entry: VocabularyEntry, insertText = entry.word): CompletionItem {
  const { word, group, signature, documentation } = entry;
  return { label: word, kind: group, detail: signature, documentation, insertText };
}

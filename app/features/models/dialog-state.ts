import type { ModelDraft } from './model-dialog';
import type { ListedModel, ListedProvider } from './read-models-page.server';

/** The open dialog. */
export type DialogState =
  | { kind: 'add-provider' }
  | { kind: 'change-provider'; provider: ListedProvider }
  | { kind: 'remove-key'; provider: ListedProvider }
  | { kind: 'delete-provider'; provider: ListedProvider }
  | { kind: 'model'; provider: ListedProvider; draft: ModelDraft }
  | { kind: 'delete-model'; provider: ListedProvider; model: ListedModel };

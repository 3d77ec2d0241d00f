import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { onStoreOpenDrafts, type StoredDraft } from '~/core/browser/draft-storage';
import { fetchApi } from '~/core/browser/call-api';
import { showToast } from '~/ui/overlay/toast';
import type { Purpose } from './content/responses';
import { fetchTemplates, type CategoryTemplates } from './content/fetch-content';
import {
  EMPTY_GENERATOR,
  generatorReducer,
  type GeneratorState,
  type Restorable,
} from './engine/generator-state';
import {
  claimSlot,
  discardDraft,
  openGeneratorDraft,
  readOpenedPrompt,
  toDraft,
  type GeneratorDraft,
} from './generator-draft';
import type { readGenerator } from './read-generator.server';

export type GeneratorProps = Awaited<ReturnType<typeof readGenerator>>;

/** Local-storage key of the pinned category, readable by scripts. */
const FAVORITE = 'favoriteCategoryId';

/** Keeps the replaced work and offers Undo. Dismisses an earlier offer, which would undo more than the last change. */
export function offerUndo(message: string, before: Restorable, onAction: () => void): void {
  discardDraft(before);
  showToast('info', message, { action: { label: 'Undo', onAction }, topic: 'generator' });
}

/** Describes what changing the category would discard; undefined if nothing. */
function clearedMessage({ isManuallyEdited, topic, details }: GeneratorState): string | undefined {
  if (isManuallyEdited) return 'Your prompt was cleared.';
  return topic.trim() === '' && details.trim() === '' ? undefined : 'Your topic and details were cleared.';
}

export type Generator = ReturnType<typeof useGenerator>;

/** State and actions of the generator, for any page that shows its steps. */
export function useGenerator({ userId, categories, favorite }: GeneratorProps) {
  const [state, dispatch] = useReducer(generatorReducer, { ...EMPTY_GENERATOR, ...favorite });
  const [pinned, setPinned] = useState(favorite);
  const [isLoading, setIsLoading] = useState(false);
  const { isRestored, draft } = useRestoredDraft(userId, restore);
  /** The last requested category; results of earlier requests are ignored. */
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (!isRestored || !draft) return;
    draft.write(toDraft(state));
    return onStoreOpenDrafts(() => draft.write(toDraft(state)));
  }, [state, isRestored, draft]);

  async function loadCategory(categoryId: number): Promise<CategoryTemplates | undefined> {
    wanted.current = categoryId;
    setIsLoading(true);
    const templates = await fetchTemplates(categoryId);
    if (wanted.current !== categoryId) return undefined;
    setIsLoading(false);
    return templates;
  }

  async function chooseCategory(categoryId: number | null): Promise<CategoryTemplates | undefined> {
    dispatch({ type: 'category-chosen', categoryId });
    const cleared = clearedMessage(state);
    if (cleared !== undefined) offerUndo(cleared, state, () => void restore(state));
    if (categoryId === null) return undefined;
    const templates = await loadCategory(categoryId);
    if (templates) dispatch({ type: 'templates-loaded', ...templates });
    return templates;
  }

  async function restore(kept: Restorable): Promise<void> {
    const category = categories.find(({ id }) => id === kept.categoryId);
    const templates = category ? await loadCategory(category.id) : undefined;
    if (!category || templates) dispatch({ type: 'restored', templates: templates ?? null, kept });
  }

  /** Loads missing templates again, keeping selections and texts. */
  async function reloadTemplates(): Promise<void> {
    const templates = state.categoryId === null ? undefined : await loadCategory(state.categoryId);
    if (templates) dispatch({ type: 'reloaded', templates });
  }

  async function usePurpose(purpose: Purpose): Promise<void> {
    const category = categories.find(({ name }) => name === purpose.suggestedCategory);
    const templates = category && (await chooseCategory(category.id));
    const style = templates?.styles.find(({ name }) => name === purpose.suggestedStyleTemplate);
    const outcome = templates?.outcomes.find(({ name }) => name === purpose.suggestedOutcomeTemplate);
    if (!style || !outcome) {
      showToast('error', 'Failed to select category. Please try again.');
      return;
    }
    dispatch({ type: 'style-chosen', styleId: style.id });
    dispatch({ type: 'outcome-chosen', outcomeId: outcome.id });
  }

  /** Pins or unpins the selected category. Failures are silent, as for all preferences. */
  function togglePin(): void {
    const { categoryId, styles, outcomes } = state;
    const next =
      categoryId === null || pinned?.categoryId === categoryId ? null : { categoryId, styles, outcomes };
    setPinned(next);
    if (next) tryToStore(FAVORITE, String(next.categoryId));
    else localStorage.removeItem(FAVORITE);
    void fetchApi('/api/userpreferences/favorite-category', {
      body: { FavoriteCategoryId: next?.categoryId ?? null },
    }).catch(() => undefined);
  }

  /** Restores cleared work and keeps the current work for restoring. */
  function restoreCleared(kept: Restorable): void {
    discardDraft(state);
    void restore(kept);
  }

  function reset(): void {
    wanted.current = null;
    setIsLoading(false);
    dispatch({ type: 'reset', pinned });
  }

  return {
    state,
    dispatch,
    categories,
    isLoading,
    /** True once restoring has finished, also if there was nothing to restore. */
    isRestored,
    isPinned: pinned !== null && pinned.categoryId === state.categoryId,
    chooseCategory,
    reloadTemplates,
    usePurpose,
    togglePin,
    reset,
    restoreCleared,
  };
}

/** On mount, restores a saved prompt opened in the generator, or this tab's stored work. */
function useRestoredDraft(userId: string, restore: (kept: Restorable) => Promise<void>) {
  const location = useLocation();
  const navigate = useNavigate();
  const [isRestored, setIsRestored] = useState(false);
  const [draft, setDraft] = useState<StoredDraft<GeneratorDraft>>();
  const latest = useRef({ location, restore, navigate });
  useEffect(() => {
    const { location, restore, navigate } = latest.current;
    const begin = async (): Promise<void> => {
      const saved = readOpenedPrompt(location.state);
      // A reload must not restore it over later changes.
      if (saved) navigate(location.pathname, { replace: true, state: null });
      const slot = await claimSlot(userId);
      const draft = slot === undefined ? undefined : openGeneratorDraft(userId, slot);
      setDraft(draft);
      const before = draft?.read();
      const next = saved ?? before;
      if (next) await restore(next);
      if (!saved || !before || before.prompt === '' || before.prompt === saved.prompt) return;
      offerUndo('Your prompt was replaced.', before, () => void restore(before));
    };
    begin()
      .catch(() => showToast('error', 'Error loading saved prompt data'))
      .finally(() => setIsRestored(true));
  }, [userId]);
  return { isRestored, draft };
}

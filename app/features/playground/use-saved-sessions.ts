import { modelValue } from '~/features/preferences';
import type { SessionActionsProps } from '~/features/sessions';
import { showToast } from '~/ui/overlay/toast';
import { findChoice } from './model-choice';
import type { PlaygroundProps } from './playground';
import { entriesOf, turnsOf } from './saved-thread';
import { turnsExceptDraft, totalsOf, type Turn } from './turns';
import { discardPrompt, showDraftReplaced } from './use-draft';
import type { PlaygroundState } from './use-playground';

type Sessions = Pick<
  SessionActionsProps,
  | 'hasContent'
  | 'isSending'
  | 'nameOfModel'
  | 'readContent'
  | 'unstoredCount'
  | 'onSaved'
  | 'onLoad'
  | 'focusAfter'
>;

/** Saves, restores and exports sessions. Saving with reset and restoring can be undone. */
export function useSavedSessions(
  { settings, composer, thread, sending, reset }: PlaygroundState,
  { providers, retiredModels }: Pick<PlaygroundProps, 'providers' | 'retiredModels'>,
): Sessions & { resetPage: () => void } {
  const { choice, choose, isFreePlan } = settings;
  const { draft, latestDraft, origin, replaceDraft, generator, attachments } = composer;
  const { turns } = thread;
  const hasContent = turns.length > 0 || draft.trim() !== '';

  /** Records the page's state before it is replaced. The returned function restores it and keeps newer turns. */
  function remember(instead: { turns: readonly Turn[]; draft: string }): () => void {
    const { state } = generator;
    const { categoryId } = state;
    const { items } = attachments;
    const savedPromptId = origin.current;
    const templates = categoryId === null ? null : { ...state, categoryId };
    return () => {
      const typed = latestDraft.current;
      const typedFrom = origin.current;
      generator.dispatch({ type: 'restored', templates, kept: state });
      thread.putBack(turns, instead.turns);
      replaceDraft(draft, savedPromptId);
      attachments.putBack(items);
      if (typed.trim() === '' || typed === instead.draft || typed === draft) return;
      showDraftReplaced({ prompt: typed, savedPromptId: typedFrom }, () => replaceDraft(typed, typedFrom));
    };
  }

  return {
    /** Not undoable while a reply is arriving. */
    resetPage: () => {
      const undo = remember({ turns: [], draft: '' });
      const hadReplies = turns.length > 0 || draft.trim() !== '' || attachments.items.length > 0;
      reset();
      if (sending.isSending || !hadReplies) return;
      showToast('info', 'Page reset', { action: { label: 'Undo', onAction: undo }, topic: TOPIC });
    },
    hasContent,
    isSending: sending.isSending,
    nameOfModel: (provider, model) =>
      findChoice(providers, modelValue(provider, model))?.model.displayName ??
      retiredModels.find((gone) => gone.provider === provider && gone.model === model)?.displayName ??
      model,
    unstoredCount: turns.filter(isUnstoredReply).length,
    readContent: ({ includesUnstored }) => {
      const saved = turnsExceptDraft(turns, draft).filter(
        ({ request }) => includesUnstored || !request.doNotStoreContent,
      );
      return {
        entries: entriesOf(saved),
        prompt: draft,
        provider: choice?.provider.provider ?? '',
        model: choice?.model.model ?? '',
        totals: totalsOf(saved),
      };
    },
    onSaved: ({ Title }) => {
      const undo = remember({ turns: [], draft: '' });
      reset();
      showToast('success', `“${Title}” was saved`, {
        action: { label: 'Undo clear', onAction: undo },
        topic: TOPIC,
      });
    },
    onLoad: ({ Title, Provider, Model, PromptText }, entries) => {
      const loaded = turnsOf(entries);
      const undo = remember({ turns: loaded, draft: PromptText });
      if (draft !== PromptText) discardPrompt({ prompt: draft, savedPromptId: origin.current });
      thread.replace(loaded);
      replaceDraft(PromptText, undefined);
      const model = modelValue(Provider, Model);
      const saved = findChoice(providers, model);
      if (saved && (!isFreePlan || saved.model.isFree)) choose(model);
      const action = hasContent ? { action: { label: 'Undo', onAction: undo } } : {};
      showToast('success', `“${Title}” was loaded`, { ...action, topic: TOPIC });
    },
    focusAfter: composer.refs.promptField,
  };
}

/** One topic, so that only the last action can be undone. */
const TOPIC = 'session';

const isUnstoredReply = ({ request, text }: Turn): boolean => request.doNotStoreContent && text !== '';

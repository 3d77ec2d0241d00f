import { useNavigate } from '@remix-run/react';
import { modelValue } from '~/features/preferences';
import type { SessionActionsProps } from '~/features/sessions';
import { showToast } from '~/ui/overlay/toast';
import { findChoice } from './model-choice';
import type { PlaygroundData } from './playground-data';
import { discardPrompt } from './prompt-draft';
import { entriesOf, turnsOf } from './saved-thread';
import { selectChoice } from './settings';
import { SESSION_PARAM } from './use-history';
import { turnsExceptDraft, totalsOf, type Turn } from './turns';
import type { Playground } from './use-playground';
import { showDraftReplaced } from './use-prompt-draft';

type Sessions = Pick<
  SessionActionsProps,
  | 'hasContent'
  | 'isSending'
  | 'nameOfModel'
  | 'readContent'
  | 'findKept'
  | 'sharedVersions'
  | 'title'
  | 'unstoredCount'
  | 'onSaved'
  | 'onLoad'
  | 'focusAfter'
>;

/** Saves, restores and exports sessions. Saving with reset and restoring can be undone. */
export function useSavedSessions(
  { state, settingActions, composer, thread, history, sending, reset }: Playground,
  data: PlaygroundData,
): Sessions & { resetPage: () => void } {
  const { providers, retiredModels } = data;
  const { draft, latestDraft, replaceDraft, generator, attachments } = composer;
  const navigate = useNavigate();
  const { turns, settings, sessionId } = state;
  const choice = selectChoice(state.settings, data);
  const hasContent = turns.length > 0 || draft.prompt.trim() !== '';

  /** Records the page's state before it is replaced. The returned function restores it and keeps newer turns. */
  function remember(instead: { turns: readonly Turn[]; draft: string; sessionId?: string }): () => void {
    const { state } = generator;
    const { categoryId } = state;
    const { items } = attachments;
    const { instructions } = settings;
    const templates = categoryId === null ? null : { ...state, categoryId };
    return () => {
      const typed = latestDraft();
      generator.dispatch({ type: 'restored', templates, kept: state });
      thread.putBack(turns, instead.turns, sessionId, instead.sessionId);
      replaceDraft(draft);
      attachments.putBack(items);
      settingActions.changeInstructions(instructions);
      if ([instead.draft, draft.prompt].includes(typed.prompt) || typed.prompt.trim() === '') return;
      showDraftReplaced(typed, () => replaceDraft(typed));
    };
  }

  return {
    /** Not undoable while a reply is arriving. */
    resetPage: () => {
      const undo = remember({ turns: [], draft: '' });
      const hadContent = hasContent || attachments.items.length > 0;
      reset();
      if (sending.isSending || !hadContent) return;
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
      const saved = turnsExceptDraft(turns, draft.prompt).filter(
        ({ request }) => includesUnstored || !request.doNotStoreContent,
      );
      return {
        entries: entriesOf(saved),
        prompt: draft.prompt,
        instructions: settings.instructions,
        provider: choice?.provider.provider ?? '',
        model: choice?.model.model ?? '',
        totals: totalsOf(saved),
      };
    },
    findKept: history.settle,
    sharedVersions: data.sharesSessions ? state.versions : null,
    title: state.title,
    onSaved: ({ Title }) => {
      const undo = remember({ turns: [], draft: '' });
      reset();
      showToast('success', `“${Title}” was saved`, {
        action: { label: 'Undo clear', onAction: undo },
        topic: TOPIC,
      });
    },
    onLoad: ({ Id, Title, PromptText }, entries) => {
      const undo = remember({ turns: turnsOf(entries), draft: PromptText, sessionId: Id });
      if (draft.prompt !== PromptText) discardPrompt(draft);
      replaceDraft({ prompt: PromptText, savedPromptId: undefined });
      navigate(`?${SESSION_PARAM}=${Id}`);
      const action = hasContent ? { action: { label: 'Undo', onAction: undo } } : {};
      showToast('success', `“${Title}” was loaded`, { ...action, topic: TOPIC });
    },
    focusAfter: composer.refs.promptField,
  };
}

/** One topic, so that only the last action can be undone. */
const TOPIC = 'session';

const isUnstoredReply = ({ request, text }: Turn): boolean => request.doNotStoreContent && text !== '';

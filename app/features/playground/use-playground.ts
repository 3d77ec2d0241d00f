import { useReducer } from 'react';
import type { PlaygroundData } from './playground-data';
import { modelValue } from '~/features/preferences';
import { findChoice } from './model-choice';
import { mayUse, preferredSettings, selectChoice, selectOutputTokens } from './settings';
import { isStarter } from './starters';
import { initialState, reducePlayground } from './state';
import { selectShown } from '~/features/sessions';
import { useComposer } from './use-composer';
import { useAddressedSession, useHistory } from './use-history';
import { useSending } from './use-sending';
import { useSettings } from './use-settings';
import { useThread } from './use-thread';
import { useTurnActions } from './use-turn-actions';

export type Playground = ReturnType<typeof usePlayground>;

/** The page's state, the composer with its draft and files, and what can be done with both. */
export function usePlayground(data: PlaygroundData, onBalanceChanged: () => void) {
  const [state, dispatch] = useReducer(reducePlayground, preferredSettings(data), initialState);
  const { settings } = state;
  const choice = selectChoice(settings, data);
  const maxOutputTokens = selectOutputTokens(settings, data);
  const settingActions = useSettings(data, settings, dispatch);
  const composer = useComposer(data, {
    choice,
    instructions: settings.instructions,
    maxOutputTokens,
    onPaid: onBalanceChanged,
  });
  const { draft, attachments } = composer;
  const addressed = useAddressedSession();
  const thread = useThread(data.userId, state, dispatch, addressed, attachments.items, (turn, reply) => {
    onBalanceChanged();
    settingActions.settleChat(reply);
    if (reply || !composer.takeBack(turn, thread.findFiles)) return;
    if (turn.versionOf !== undefined) dispatch({ type: 'editing', key: turn.key });
  });
  const history = useHistory({
    data,
    state,
    dispatch,
    thread,
    choice,
    onRead: ({ Session, PromptText, Instructions }) => {
      settingActions.changeInstructions(Instructions);
      const model = modelValue(Session.Provider, Session.Model);
      const found = findChoice(data.providers, model);
      if (found && mayUse(data, found)) settingActions.choose(model);
      if (PromptText !== '' && composer.latestDraft().prompt.trim() === '')
        composer.replaceDraft({ prompt: PromptText, savedPromptId: undefined });
    },
    onListChanged: onBalanceChanged,
  });
  const shown = selectShown(state.turns, state.versions);
  const sending = useSending(data, state, dispatch, composer, thread, shown.turns);
  const turnActions = useTurnActions(
    shown.turns,
    maxOutputTokens,
    settingActions.choose,
    composer,
    { findFiles: thread.findFiles, remove: history.removeTurn },
    sending.sendRequest,
    dispatch,
  );

  const isDraftUnsaved = draft.prompt.trim() !== '' && !isStarter(draft.prompt);
  return {
    state,
    dispatch,
    settingActions,
    composer,
    thread,
    history,
    shown,
    sending,
    turnActions,
    losesAtLogout:
      isDraftUnsaved || attachments.items.length > 0 || state.turns.some(({ isKept }) => isKept !== true),
    isUnsaved: isDraftUnsaved || state.turns.length > 0 || attachments.items.length > 0,
    /** Clears the page: steps, instructions, prompt, thread and unsent turns of a multi-send. */
    reset: () => {
      thread.clear();
      composer.clear();
      settingActions.resetInstructions();
    },
  };
}

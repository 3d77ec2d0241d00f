import { flushSync } from 'react-dom';
import { modelValue } from '~/features/preferences';
import { focusIfLost } from '~/ui/focus-if-lost';
import { showToast } from '~/ui/overlay/toast';
import { continuationOf } from './continuation';
import type { Choice } from './model-choice';
import type { SendRequest } from './reply';
import type { Dispatch } from './state';
import type { TurnActions } from './turn-view';
import { firstPromptOf, promptOf, type Turn } from './turns';
import { linksOfVersion } from '~/features/sessions';
import type { ComposerState } from './use-composer';
import type { SendingState, SendOptions } from './use-sending';
import type { SettingActions } from './use-settings';
import type { ThreadActions } from './use-thread';

/** Actions on a turn: retry, continue, regenerate with another model, edit, remove. */
export function useTurnActions(
  turns: readonly Turn[],
  maxOutputTokens: number,
  choose: SettingActions['choose'],
  composer: ComposerState,
  { findFiles, remove }: Pick<ThreadActions, 'findFiles' | 'remove'>,
  sendRequest: SendingState['sendRequest'],
  dispatch: Dispatch,
): Omit<TurnActions, 'onRemedy' | 'onShowVersion'> {
  const { draft, refs } = composer;

  /** Sends with the turn's files; those of an answered request are lost on reload. */
  async function sendWithFilesOf(turn: Turn, request: SendRequest, options: SendOptions = {}): Promise<void> {
    const files = turn.files && (await findFiles(turn.key));
    if (turn.files && !files) {
      reuse(turn);
      showToast(
        'info',
        `This request’s files are no longer here. Attach ${turn.files.join(', ')} again, then send.`,
      );
      return;
    }
    const { request: attached = [], items = [] } = files ?? {};
    await sendRequest(request, turn.modelName, attached, { ...options, items });
  }

  const earlierThan = (turn: Turn) => turns.slice(turns.findIndex(({ key }) => key === turn.key) + 1);

  async function edit(turn: Turn) {
    reuse(turn);
    dispatch({ type: 'editing', key: turn.key });
    if (!turn.files || composer.attachments.items.length > 0) return;
    const files = await findFiles(turn.key);
    if (files) composer.attachments.giveBack(files.items);
    else showToast('info', `This message’s files are no longer here: ${turn.files.join(', ')}.`);
  }

  const reuse = (turn: Turn) => composer.load(firstPromptOf(turn), turn.request.savedPromptId);

  /** The pressed button is removed with the turn. */
  function removeTurn(key: string) {
    // Rendered synchronously: a retry gets here after an await, where React would defer the update.
    flushSync(() => remove(key));
    focusIfLost(refs.promptField);
  }

  function replaceModel(turn: Turn, { provider, model }: Choice) {
    choose(modelValue(provider.provider, model.model), turn.request);
    remove(turn.key);
    if (draft.prompt.trim() === '')
      composer.replaceDraft({ prompt: firstPromptOf(turn), savedPromptId: turn.request.savedPromptId });
    refs.sendButton.current?.focus();
  }

  return {
    onRegenerate: (turn) =>
      void sendWithFilesOf(turn, turn.request, { earlier: earlierThan(turn), links: linksOfVersion(turn) }),
    onRetry: (turn) => {
      const onBeforeSend = () => {
        removeTurn(turn.key);
        composer.clearSent(promptOf(turn));
      };
      const { versionOf, follows } = turn;
      const links = {
        ...(versionOf !== undefined && { versionOf }),
        ...(follows !== undefined && { follows }),
      };
      void sendWithFilesOf(turn, turn.request, { onBeforeSend, links });
    },
    onContinue: (turn) => {
      // In a chat, only the earlier turns are sent along.
      const earlier = turns.slice(turns.findIndex(({ key }) => key === turn.key));
      const links = { follows: turn.key };
      void sendWithFilesOf(turn, continuationOf(turn, maxOutputTokens), { earlier, links });
    },
    onReplaceModel: replaceModel,
    onEdit: (turn) => void edit(turn),
    onRemove: removeTurn,
  };
}

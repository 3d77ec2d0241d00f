import type { PlaygroundProps } from './playground';
import { isStarter } from './starters';
import { useComposer } from './use-composer';
import { useSending } from './use-sending';
import { useSendSettings } from './use-send-settings';
import { useThread } from './use-thread';
import { useTurnActions } from './use-turn-actions';

export type PlaygroundState = ReturnType<typeof usePlayground>;

export function usePlayground(props: PlaygroundProps) {
  const { userId, availableMicroUsd, onBalanceChanged } = props;
  const settings = useSendSettings(props);
  const composer = useComposer(props, settings);
  const thread = useThread(userId, composer.attachments.items, (turn, reply) => {
    onBalanceChanged();
    settings.chat.settle(reply);
    if (!reply) composer.takeBack(turn, thread.findFiles);
  });
  const sending = useSending(availableMicroUsd, settings, composer, thread);
  const turnActions = useTurnActions(settings, composer, thread, sending);

  const { draft, attachments } = composer;
  const isDraftUnsaved = draft.trim() !== '' && !isStarter(draft);
  return {
    settings,
    composer,
    thread,
    sending,
    turnActions,
    isUnsaved: isDraftUnsaved || thread.turns.length > 0 || attachments.items.length > 0,
    /** Clears the page: steps, prompt, thread and unsent turns of a multi-send. */
    reset: () => {
      sending.multiSend.clear();
      thread.clear();
      composer.clear();
    },
  };
}

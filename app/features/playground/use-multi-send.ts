import { useEffect, useState } from 'react';
import type { Choice } from './model-choice';
import type { Outgoing, SendExtras, TurnNotes } from './reply';
import { isPending, newTurn, type Turn } from './turns';
import type { ThreadState } from './use-thread';

export const MAX_MODELS = 4;

interface QueuedTurn {
  turn: Turn;
  extras: SendExtras;
  notes: TurnNotes | undefined;
}

/** Sends one prompt to several models, one after the other. Each reply is a turn of the thread. */
export function useMultiSend({
  turns,
  send,
  remove,
  keepWaiting,
}: Pick<ThreadState, 'turns' | 'send' | 'remove' | 'keepWaiting'>) {
  /** Turns of the last round, in the order of the chosen models. */
  const [round, setRound] = useState<readonly QueuedTurn[]>([]);
  const [queue, setQueue] = useState<readonly QueuedTurn[]>([]);
  const isBusy = turns.some(isPending);
  useEffect(() => {
    const [next, ...rest] = queue;
    if (!next || isBusy) return;
    setQueue(rest);
    send(next.turn, next.extras);
  }, [queue, isBusy, send]);
  useEffect(() => keepWaiting(queue.map(({ turn }) => turn)), [queue, keepWaiting]);

  return {
    /** Each turn from the thread, or as it waits to be sent. Turns removed from the thread are left out. */
    answers: round.flatMap(({ turn }) => {
      const sent = turns.find(({ key }) => key === turn.key);
      const isWaiting = queue.some((waiting) => waiting.turn.key === turn.key);
      return sent || isWaiting ? [{ turn: sent ?? turn, isWaiting }] : [];
    }),
    isRunning:
      queue.length > 0 || round.some(({ turn }) => turns.some((t) => t.key === turn.key && isPending(t))),
    /** One request per model, in the order of the models. */
    start: (requests: readonly Outgoing[], choices: readonly Choice[]): readonly QueuedTurn[] => {
      const begun = requests.slice(0, MAX_MODELS).map(({ request, extras, notes }, index) => ({
        turn: newTurn(request, choices[index]?.model.displayName ?? request.model, notes),
        extras,
        notes,
      }));
      setRound(begun);
      setQueue(begun);
      return begun;
    },
    /** Retries a failed turn alone. */
    retry: (failed: Turn): QueuedTurn | undefined => {
      const before = round.find(({ turn }) => turn.key === failed.key);
      if (!before) return undefined;
      const again = { ...before, turn: newTurn(failed.request, failed.modelName, before.notes) };
      remove(failed.key);
      setRound((answers) => answers.map((each) => (each === before ? again : each)));
      setQueue((waiting) => [...waiting, again]);
      return again;
    },
    /** Cancels the turns that haven't been sent. */
    cancelRest: () => {
      setRound(round.filter(({ turn }) => !queue.some((waiting) => waiting.turn.key === turn.key)));
      setQueue([]);
    },
    forget: () => setRound([]),
    clear: () => {
      setRound([]);
      setQueue([]);
    },
  };
}

import { useCallback, useEffect, useRef } from 'react';
import { useSentFiles, type SentFiles } from '~/features/attachments';
import type { Reply, SendExtras } from './reply';
import { isPending, type Turn } from './turns';
import { useTurns } from './use-turns';
import { readTurns } from './workspace-storage';

/** Its files are kept until its reply has come; what must not be stored is nowhere. */
const isUnanswered = ({ state, files, request }: Turn): boolean =>
  state !== 'done' && files !== undefined && !request.doNotStoreContent;

export type ThreadState = ReturnType<typeof useThread>;

/** What was sent and what came of it, newest first, with the files of each request until its reply has come. */
export function useThread(
  userId: string,
  /** The files of the next request, as they stand in their row. */
  attached: SentFiles['items'],
  onSettled: (turn: Turn, reply: Reply | undefined) => void,
) {
  const { turns, isRestored, send: sendTurn, ...rest } = useTurns(userId, onSettled);
  const { remember: rememberFiles, find: findFiles, keep: keepFiles } = useSentFiles(userId);
  const latestAttached = useRef(attached);
  latestAttached.current = attached;
  const top = useRef<HTMLDivElement>(null);
  const unanswered = turns.filter(isUnanswered).map(({ key }) => key);
  const unansweredKeys = unanswered.join();
  const latestUnanswered = useRef(unanswered);
  latestUnanswered.current = unanswered;

  const keepFilesOf = useCallback(
    (keys: readonly string[]) => {
      // Another tab has requests of its own, which stand in what is kept of the thread.
      const kept = readTurns(userId).filter(isUnanswered);
      keepFiles([...new Set([...keys, ...kept.map(({ key }) => key)])]);
    },
    [userId, keepFiles],
  );
  useEffect(() => {
    if (isRestored) keepFilesOf(latestUnanswered.current);
  }, [keepFilesOf, isRestored, unansweredKeys]);

  /** `items`: the files in their row, where a request is sent again and they are no longer there. */
  const remember = useCallback(
    ({ key }: Turn, { attachments: request = [] }: SendExtras, items = latestAttached.current) =>
      rememberFiles(key, { items, request }),
    [rememberFiles],
  );
  const send = useCallback(
    (turn: Turn, extras: SendExtras, items?: SentFiles['items']) => {
      remember(turn, extras, items);
      if (isUnanswered(turn)) keepFilesOf([...latestUnanswered.current, turn.key]);
      sendTurn(turn, extras);
    },
    [remember, keepFilesOf, sendTurn],
  );

  return {
    ...rest,
    turns,
    isRestored,
    pending: turns.find(isPending),
    remember,
    send,
    findFiles,
    top,
    showNewest: () => top.current?.scrollIntoView({ block: 'start' }),
  };
}

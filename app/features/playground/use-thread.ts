import { useCallback, useEffect, useRef } from 'react';
import { useSentFiles, type SentFiles } from '~/features/attachments';
import type { Reply, SendExtras } from './reply';
import type { Dispatch, PlaygroundState } from './state';
import { readTurns } from './turn-storage';
import type { Turn } from './turns';
import { useTurns } from './use-turns';

/** Files are kept until the reply arrives; requests with `doNotStore` are never kept. */
const isUnanswered = ({ state, files, request }: Turn): boolean =>
  state !== 'done' && files !== undefined && !request.doNotStoreContent;

/** The id of a turn's list item. */
export const turnId = (key: string): string => `turn-${key}`;

export type ThreadActions = ReturnType<typeof useThread>;

/** Actions on the thread, and the files of its unanswered requests. */
export function useThread(
  userId: string,
  state: PlaygroundState,
  dispatch: Dispatch,
  addressed: string | null,
  /** The attachments of the next request. */
  attached: SentFiles['items'],
  onSettled: (turn: Turn, reply: Reply | undefined) => void,
) {
  const { turns, isRestored } = state;
  const { send: sendTurn, ...actions } = useTurns(userId, state, dispatch, addressed, onSettled);
  const { remember: rememberFiles, find: findFiles, keep: storeFiles } = useSentFiles(userId);
  const latestAttached = useRef(attached);
  latestAttached.current = attached;
  const top = useRef<HTMLDivElement>(null);
  const unanswered = turns.filter(isUnanswered).map(({ key }) => key);
  const unansweredKeys = unanswered.join();
  const latestUnanswered = useRef(unanswered);
  latestUnanswered.current = unanswered;

  const keepFilesOf = useCallback(
    (keys: readonly string[]) => {
      // Other tabs' turns are in storage.
      const storedTurns = readTurns(userId).filter(isUnanswered);
      storeFiles([...new Set([...keys, ...storedTurns.map(({ key }) => key)])]);
    },
    [userId, storeFiles],
  );
  useEffect(() => {
    if (isRestored) keepFilesOf(latestUnanswered.current);
  }, [keepFilesOf, isRestored, unansweredKeys]);

  /** `items`: the attachments of a resent request, which are no longer in the composer. */
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
    ...actions,
    remember,
    send,
    findFiles,
    top,
    showNewest: () => top.current?.scrollIntoView({ block: 'start' }),
    /** Once it is rendered. */
    show: (key: string) =>
      requestAnimationFrame(() => document.getElementById(turnId(key))?.scrollIntoView({ block: 'nearest' })),
  };
}

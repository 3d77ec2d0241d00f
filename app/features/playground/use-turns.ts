import { useCallback, useEffect, useRef } from 'react';
import { readConnection } from '~/core/browser/connection';
import { onStoreOpenDrafts } from '~/core/browser/draft-storage';
import { findReply } from './find-reply';
import type { Reply, SendExtras } from './reply';
import type { Received } from './thinking';
import { ConnectionLost, requestStop, SendFailure, sendPrompt } from './send-prompt';
import type { Dispatch, PlaygroundState } from './state';
import { isPending, type Turn } from './turns';
import { newUuid } from '~/core/browser/new-key';
import { loadTurns, saveTurns } from './turn-storage';

const OFFLINE = {
  message: 'You’re offline. Nothing was sent.',
  detail: 'Your prompt is kept here. Try again when you’re connected.',
  code: 'offline',
};
const UNEXPECTED = { message: 'The reply could not be read. The ledger shows what it cost.' };

/** A user's thread in this browser: sends, streams replies, and restores them after a reload. */
export function useTurns(
  userId: string,
  { turns, queue, isRestored, sessionId }: PlaygroundState,
  dispatch: Dispatch,
  /** The session that the address names. */
  addressed: string | null,
  onSettled: (turn: Turn, reply: Reply | undefined) => void,
) {
  const following = useRef(new AbortController());
  const toBeStopped = useRef(new Set<string>());
  const known = useRef(new Set<string>());
  const settled = useRef(onSettled);
  settled.current = onSettled;

  const follow = useCallback(
    async (
      turn: Turn,
      getReply: (onReceived: (received: Partial<Received>) => void) => Promise<Reply>,
      { isLive }: { isLive: boolean },
    ) => {
      const { key } = turn;
      let isSeenArriving = isLive;
      const { signal } = following.current;
      const buffer = createBuffer((received) =>
        dispatch({ type: 'received', key, received, atMs: Date.now() }),
      );
      try {
        const reply = await getReply(buffer.add).catch((error: unknown) => {
          if (!(error instanceof ConnectionLost) || signal.aborted) throw error;
          isSeenArriving = false;
          dispatch({ type: 'lost', key });
          return findReply({ key, signal });
        });
        buffer.flush();
        dispatch({ type: 'answered', key, reply, atMs: isSeenArriving ? Date.now() : undefined });
        settled.current(turn, reply);
      } catch (error) {
        if (signal.aborted) return;
        dispatch({ type: 'failed', key, failure: error instanceof SendFailure ? error.failure : UNEXPECTED });
        settled.current(turn, undefined);
      } finally {
        buffer.drop();
      }
    },
    [dispatch],
  );

  const unfollowAll = useCallback(() => {
    following.current.abort();
    following.current = new AbortController();
  }, []);

  const followAll = useCallback(
    (lost: readonly Turn[]) => {
      const { signal } = following.current;
      for (const turn of lost.filter(isPending))
        void follow(turn, () => findReply({ key: turn.key, signal }), { isLive: false });
    },
    [follow],
  );

  /** Shows what this browser has of a session; by default of the one that was used last. */
  const open = useCallback(
    (wanted: string | null) => {
      unfollowAll();
      const stored = loadTurns(userId);
      const id = wanted ?? stored[0]?.sessionId ?? newUuid();
      const own = stored.filter((turn) => (turn.sessionId ?? (wanted === null ? id : '')) === id);
      known.current = new Set(own.map(({ key }) => key));
      dispatch({ type: 'restored', turns: own.map((turn) => ({ ...turn, sessionId: id })), sessionId: id });
      followAll(own);
    },
    [userId, dispatch, unfollowAll, followAll],
  );
  const first = useRef(addressed);
  useEffect(() => {
    open(first.current);
    // Leaving the page does not stop a send: the server continues, and the next visit finds the reply.
    return unfollowAll;
  }, [open, unfollowAll]);

  // Another tab has sent from this session, or has received a reply.
  useEffect(() => {
    const onStorage = () => {
      const others = loadTurns(userId).filter((turn) => turn.sessionId === sessionId);
      const mine = new Map(latest.current.map((turn) => [turn.key, turn]));
      const news = others.filter(({ key, state }) => {
        const before = mine.get(key);
        return !before || (state === 'done' && isPending(before));
      });
      const unknown = news.filter(({ key }) => !mine.has(key));
      if (news.length === 0) return;
      dispatch({ type: 'merged', turns: news, sessionId });
      followAll(unknown);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [userId, sessionId, dispatch, followAll]);

  // After a reload, waiting turns are looked up as well; the thread then shows that they were not sent.
  const all = [...queue.map(({ turn }) => ({ ...turn, sessionId })), ...turns];
  const states = all.map(({ key, state }) => `${key} ${state}`).join();
  const latest = useRef(all);
  latest.current = all;
  useEffect(() => {
    if (!isRestored) return;
    const save = () => {
      for (const { key } of latest.current) known.current.add(key);
      saveTurns(userId, latest.current, known.current);
    };
    save();
    return onStoreOpenDrafts(save);
  }, [userId, isRestored, states]);

  const send = useCallback(
    (turn: Turn, extras: SendExtras) => {
      dispatch({ type: 'sent', turn: { ...turn, sessionId } });
      const { key } = turn;
      const request = { ...turn.request, ...extras };
      const { signal } = following.current;
      const onStarted = () => {
        dispatch({ type: 'started', key });
        // Stop was pressed before the server had confirmed the request.
        if (toBeStopped.current.has(key)) requestStop(key);
      };
      const getReply = (onReceived: (received: Partial<Received>) => void) =>
        readConnection() === 'offline'
          ? Promise.reject(new SendFailure(OFFLINE))
          : sendPrompt({
              key,
              request,
              signal,
              onStarted,
              onText: (text) => onReceived({ text }),
              onReasoning: (thinking) => onReceived({ thinking }),
            });
      void follow(turn, getReply, { isLive: true });
    },
    [dispatch, follow, sessionId],
  );

  return {
    open,
    followAll,
    send,
    stop: (key: string) => {
      dispatch({ type: 'stopping', key });
      toBeStopped.current.add(key);
      requestStop(key);
    },
    remove: (key: string) => dispatch({ type: 'removed', key }),
    clear: () => {
      unfollowAll();
      known.current = new Set(latest.current.map(({ key }) => key));
      dispatch({ type: 'cleared', sessionId: newUuid() });
    },
    /** Replaces the thread, for example with a restored session. */
    replace: (next: readonly Turn[], id: string) => {
      unfollowAll();
      dispatch({ type: 'restored', turns: next.map((turn) => ({ ...turn, sessionId: id })), sessionId: id });
    },
    /** Undoes `replace`; newer turns stay, and their replies continue. */
    putBack: (before: readonly Turn[], instead: readonly Turn[], id: string, insteadOf?: string) =>
      dispatch({ type: 'put-back', turns: before, instead, sessionId: id, insteadOf }),
  };
}

interface Buffer {
  add: (received: Partial<Received>) => void;
  /** Passes on what is buffered. */
  flush: () => void;
  /** Discards it. */
  drop: () => void;
}

const NOTHING: Received = { text: '', thinking: '' };

/** A frame that takes longer than this was busy with what had arrived. */
const FRAME_MS = 32;

/**
 * Buffers deltas until the next frame, so that a fast model doesn't cause a render per word. After a render that took
 * long, it waits as long again, so that the page reacts meanwhile.
 */
function createBuffer(onFlush: (received: Received) => void): Buffer {
  let gathered = NOTHING;
  let frame = 0;
  let flushedAt = 0;
  let waitUntil = 0;
  const drop = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    gathered = NOTHING;
  };
  const flush = () => {
    const received = gathered;
    drop();
    if (received !== NOTHING) onFlush(received);
  };
  const onFrame = () => {
    const now = performance.now();
    if (flushedAt > 0 && now - flushedAt > FRAME_MS) waitUntil = now + (now - flushedAt);
    flushedAt = 0;
    frame = 0;
    if (now < waitUntil) {
      frame = requestAnimationFrame(onFrame);
      return;
    }
    const hasNews = gathered !== NOTHING;
    flush();
    if (!hasNews) return;
    flushedAt = now;
    frame = requestAnimationFrame(onFrame);
  };
  return {
    add: ({ text = '', thinking = '' }) => {
      gathered = { text: gathered.text + text, thinking: gathered.thinking + thinking };
      if (frame === 0) frame = requestAnimationFrame(onFrame);
    },
    flush,
    drop,
  };
}

import { useNavigate, useNavigation, useSearchParams } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError } from '~/core/browser/call-api';
import { sessionHistory, type SessionTurns } from '~/features/sessions';
import { showToast } from '~/ui/overlay/toast';
import type { Choice } from './model-choice';
import type { PlaygroundData } from './playground-data';
import { entriesOf, keptTurnsOf } from './saved-thread';
import type { Dispatch, OlderTurns, PlaygroundState } from './state';
import { totalsOf, type Totals, type Turn } from './turns';
import type { ThreadActions } from './use-thread';

export const SESSION_PARAM = 's';

export const useAddressedSession = (): string | null => useSearchParams()[0].get(SESSION_PARAM);

/** What of a turn is kept; null: nothing yet, or never. Only what the server has confirmed. */
function keptForm({ request, state, text, hasStarted }: Turn): string | null {
  if (request.doNotStoreContent) return null;
  if (state === 'done' && text !== '') return `done ${String(text.length)}`;
  return state !== 'failed' && hasStarted ? 'sent' : null;
}

type Options = {
  data: PlaygroundData;
  state: PlaygroundState;
  dispatch: Dispatch;
  thread: ThreadActions;
  choice: Choice | undefined;
  /** A session was read: its instructions, prompt and model. */
  onRead: (page: SessionTurns) => void;
  /** The list of sessions has changed. */
  onListChanged: () => void;
};

/**
 * Keeps the session's exchanges in the account's history as they are sent and answered, and opens the session that the
 * address names.
 */
export function useHistory(options: Options) {
  const { data, state, dispatch, thread } = options;
  const { turns, sessionId, isRestored, isOpening, older } = state;
  const { keepsHistory } = data;
  const latest = useRef(options);
  latest.current = options;
  const addressed = useAddressedSession();
  /** What the server has of each turn. */
  const kept = useRef(new Map<string, string>());
  const work = useRef(Promise.resolve());
  const isOff = useRef(false);
  /** The session that the history has, as far as this page knows. */
  const begun = useRef<string>();
  const isChosen = useRef(false);

  const merge = useCallback(
    (page: SessionTurns, isFirst: boolean) => {
      const read = keptTurnsOf(page, Date.now());
      for (const turn of read) {
        const form = keptForm(turn);
        if (form !== null) kept.current.set(turn.key, form);
      }
      const oldest = read.at(-1);
      const fromMs = isFirst ? (page.Before === null ? -Infinity : oldest?.sentAtMs) : undefined;
      dispatch({
        type: 'merged',
        turns: read,
        sessionId: page.Session.Id,
        ...(fromMs === undefined ? {} : { fromMs }),
      });
      const mine = new Set(latest.current.state.turns.map(({ key }) => key));
      latest.current.thread.followAll(read.filter(({ key }) => !mine.has(key)));
      return read;
    },
    [dispatch],
  );

  useEffect(() => {
    if (!isOpening) return;
    kept.current = new Map();
    const controller = new AbortController();
    const isAddressed = addressed === sessionId;
    // Nothing of it is in this browser, or it was opened from the list.
    const isNew = isAddressed && (isChosen.current || latest.current.state.turns.length === 0);
    isChosen.current = false;
    const done = (older: OlderTurns | null, title?: string) =>
      dispatch({ type: 'session-read', sessionId, older, title });
    if (!isAddressed && !keepsHistory) {
      done(null);
      return;
    }
    sessionHistory
      .turns(sessionId, null, controller.signal)
      .then((page) => {
        begun.current = sessionId;
        const read = merge(page, true);
        if (isNew) latest.current.onRead(page);
        done(olderOf(page, totalsOf(read)), page.Session.Kind === 'saved' ? page.Session.Title : undefined);
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        done(null);
        const isUnknown = error instanceof ApiError && error.status === 404;
        if (!isUnknown)
          showToast('error', 'This session couldn’t be loaded. Check your connection and reload the page.');
        else if (isAddressed && latest.current.state.turns.length === 0) {
          showToast('info', 'This session isn’t there any more, or it isn’t yours.');
          latest.current.thread.clear();
        }
      });
    return () => controller.abort();
  }, [isOpening, sessionId, keepsHistory, addressed, dispatch, merge]);

  // Keeps what was sent or answered since, one after the other. What fails is tried again with the next change.
  const forms = turns.map((turn) => `${turn.key} ${keptForm(turn) ?? turn.state}`).join();
  const push = useCallback(() => {
    const { data, state, choice } = latest.current;
    if (!data.keepsHistory || state.isOpening || !state.isRestored || isOff.current) return;
    for (const turn of state.turns.toReversed()) {
      const form = keptForm(turn);
      const { key, sessionId = state.sessionId } = turn;
      const before = kept.current.get(key);
      if (form === before || (form === null && before === undefined)) continue;
      if (form !== null) {
        kept.current.set(key, form);
        const body = {
          Entries: entriesOf([turn]),
          Provider: choice?.provider.provider ?? '',
          Model: choice?.model.model ?? '',
          Instructions: state.settings.instructions,
        };
        work.current = work.current.then(async () => {
          try {
            await sessionHistory.keep(sessionId, key, { ...body, Begins: begun.current !== sessionId });
            begun.current = sessionId;
            dispatch({ type: 'kept', key });
            // A quick reply is there at once: its message was never kept as sent alone.
            if (before === undefined) latest.current.onListChanged();
          } catch (error) {
            if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
              isOff.current = error.code === 'history_off';
              if (error.code === 'session_full') showToast('warning', error.message, { topic: 'history' });
            } else if (kept.current.get(key) === form) kept.current.delete(key);
          }
        });
      } else if (turn.state === 'failed') remove(sessionId, key);
    }
  }, [dispatch]);

  function remove(id: string, key: string) {
    if (!kept.current.delete(key)) return;
    work.current = work.current.then(() => sessionHistory.removeTurn(id, key).catch(() => undefined));
  }

  useEffect(push, [push, forms, isOpening, isRestored]);
  useEffect(() => {
    window.addEventListener('online', push);
    return () => window.removeEventListener('online', push);
  }, [push]);

  useSessionAddress({
    addressed,
    sessionId,
    isRestored,
    isKept: keepsHistory && turns.some((turn) => keptForm(turn) !== null || turn.isKept === true),
    thread,
    onChosen: () => {
      isChosen.current = true;
    },
  });

  return {
    /** All that was sent so far is kept; then the session's id, if the history has it. */
    settle: async (): Promise<string | undefined> => {
      await work.current;
      return kept.current.size > 0 ? sessionId : undefined;
    },
    removeTurn: (key: string) => {
      thread.remove(key);
      remove(sessionId, key);
    },
    loadOlder: async () => {
      if (!older) return;
      const page = await sessionHistory.turns(sessionId, older.before);
      const read = totalsOf(merge(page, false));
      const rest = {
        requests: older.totals.requests - read.requests,
        inputTokens: older.totals.inputTokens - read.inputTokens,
        outputTokens: older.totals.outputTokens - read.outputTokens,
        costUsd: older.totals.costUsd - read.costUsd,
      };
      dispatch({
        type: 'session-read',
        sessionId,
        older: page.Before === null ? null : { before: page.Before, totals: rest },
      });
    },
  };
}

/** What the page of a session leaves out. */
function olderOf({ Session, Before }: SessionTurns, read: Totals): OlderTurns | null {
  if (Before === null) return null;
  return {
    before: Before,
    totals: {
      requests: Session.SessionRequests - read.requests,
      inputTokens: Session.SessionTokensIn - read.inputTokens,
      outputTokens: Session.SessionTokensOut - read.outputTokens,
      costUsd: Session.SessionTotalCostUsd - read.costUsd,
    },
  };
}

type AddressOptions = {
  addressed: string | null;
  sessionId: string;
  isRestored: boolean;
  isKept: boolean;
  thread: ThreadActions;
  /** Another address was opened. */
  onChosen: () => void;
};

/** The address names the session in the page once it is kept; another address opens another session. */
function useSessionAddress({
  addressed,
  sessionId,
  isRestored,
  isKept,
  thread,
  onChosen,
}: AddressOptions): void {
  const navigate = useNavigate();
  // A navigation of the user's goes first: another one would cancel it.
  const isNavigating = useNavigation().state !== 'idle';
  const seen = useRef(addressed);
  /** Where this page is going by itself. */
  const heading = useRef<string | null>();
  const actions = useRef({ ...thread, onChosen });
  actions.current = { ...thread, onChosen };
  useEffect(() => {
    if (!isRestored) return;
    if (addressed !== seen.current) {
      const isOwn = addressed === heading.current;
      seen.current = addressed;
      heading.current = undefined;
      if (isOwn || addressed === sessionId) return;
      if (addressed === null) actions.current.clear();
      else {
        actions.current.onChosen();
        actions.current.open(addressed);
      }
      return;
    }
    if (isNavigating) return;
    const wanted = isKept ? sessionId : null;
    // A session that is being opened is not known to be kept yet.
    if (heading.current !== undefined || wanted === addressed || addressed === sessionId) return;
    heading.current = wanted;
    navigate(wanted === null ? '?' : `?${SESSION_PARAM}=${wanted}`, {
      replace: addressed === null || wanted === null,
      preventScrollReset: true,
    });
  }, [addressed, sessionId, isRestored, isKept, isNavigating, navigate]);
}

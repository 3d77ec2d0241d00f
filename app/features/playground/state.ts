import { z } from '~/core/browser/browser-zod';
import type { Effort } from '~/core/shared/request-options';
import type { SendExtras, TurnNotes } from './reply';
import {
  addTotals,
  isPending,
  reduceTurns,
  totalsOf,
  type Totals,
  type Turn,
  type TurnAction,
} from './turns';

export const chatBudgetSchema = z.object({ percent: z.number(), ccoCents: z.number() });

/** What a chat may spend, and the balance it must not use: the chat cut-off (CCO). */
export type ChatBudget = z.output<typeof chatBudgetSchema>;

/** Options of a request; null is the model's default. What a model doesn't take isn't sent. */
export interface RequestOptions {
  temperature: number | null;
  effort: Effort | null;
  webSearch: boolean | null;
  json: boolean;
}

/** Settings of the next request. This browser remembers the model, the maximum length and the chat. */
export interface SendSettings {
  /** As in `modelValue`; it may be retired. */
  model: string;
  maxTokens: number;
  /** Uses the temporarily raised limit, if there is one. */
  usesRaise: boolean;
  doNotStore: boolean;
  /** What the model is told before the session. */
  instructions: string;
  options: RequestOptions;
  /** Null in Work mode. */
  chat: ChatBudget | null;
}

/** A request of a multi-send, which waits for the one before it. */
export interface QueuedTurn {
  turn: Turn;
  extras: SendExtras;
  notes: TurnNotes | undefined;
}

/** Models of one multi-send. */
export const MAX_MODELS = 4;

export type Panel = 'ledger' | 'chat' | 'limits' | 'optimize' | 'multi-send' | 'variables' | 'reset';

/** Exchanges of the session that the page hasn't loaded. */
export interface OlderTurns {
  /** The cursor of their page. */
  before: string;
  totals: Totals;
}

export interface PlaygroundState {
  /** Of the session in the page; empty until `isRestored`. */
  sessionId: string;
  /** Its name, if it has one. */
  title: string | undefined;
  /** It is being read from the history. */
  isOpening: boolean;
  older: OlderTurns | null;
  /** The chosen version of each message with several, by the key of its first. */
  versions: Readonly<Record<string, string>>;
  /** Key of the message that is being edited: the next one becomes a version of it. */
  editing: string | null;
  /** Newest first. */
  turns: readonly Turn[];
  /** The stored turns were read, which happens after hydration. */
  isRestored: boolean;
  settings: SendSettings;
  /** Turns of the last multi-send, in the order of the chosen models. */
  round: readonly QueuedTurn[];
  /** Those that wait to be sent. */
  queue: readonly QueuedTurn[];
  panel: Panel | null;
}

export type PlaygroundAction =
  | TurnAction
  /** A page of the session was read; null: the history doesn't have it. */
  | { type: 'session-read'; sessionId: string; title?: string | undefined; older: OlderTurns | null }
  | { type: 'version-chosen'; first: string; key: string }
  | { type: 'editing'; key: string | null }
  | { type: 'settings-changed'; changes: Partial<SendSettings> }
  | { type: 'panel-shown'; panel: Panel | null }
  | { type: 'multi-send-started'; round: readonly QueuedTurn[] }
  /** The first in the queue is being sent. */
  | { type: 'queue-advanced' }
  /** `again` takes the place of a failed turn. */
  | { type: 'multi-send-retried'; failedKey: string; again: QueuedTurn }
  | { type: 'queue-canceled' }
  /** The replies stay in the thread. */
  | { type: 'multi-send-dismissed' };

export type Dispatch = (action: PlaygroundAction) => void;

export const initialState = (settings: SendSettings): PlaygroundState => ({
  sessionId: '',
  title: undefined,
  isOpening: false,
  older: null,
  versions: {},
  editing: null,
  turns: [],
  isRestored: false,
  settings,
  round: [],
  queue: [],
  panel: null,
});

export function reducePlayground(state: PlaygroundState, action: PlaygroundAction): PlaygroundState {
  switch (action.type) {
    case 'settings-changed':
      return { ...state, settings: { ...state.settings, ...action.changes } };
    case 'panel-shown':
      return { ...state, panel: action.panel };
    case 'multi-send-started':
      return { ...state, round: action.round, queue: action.round };
    case 'queue-advanced':
      return { ...state, queue: state.queue.slice(1) };
    case 'multi-send-retried': {
      const { failedKey, again } = action;
      return {
        ...state,
        turns: reduceTurns(state.turns, { type: 'removed', key: failedKey }),
        round: state.round.map((each) => (each.turn.key === failedKey ? again : each)),
        queue: [...state.queue, again],
      };
    }
    case 'queue-canceled': {
      const waiting = new Set(state.queue.map(({ turn }) => turn.key));
      return { ...state, round: state.round.filter(({ turn }) => !waiting.has(turn.key)), queue: [] };
    }
    case 'multi-send-dismissed':
      return { ...state, round: [] };
    case 'session-read':
      if (action.sessionId !== state.sessionId) return state;
      return { ...state, isOpening: false, older: action.older, title: action.title ?? state.title };
    case 'version-chosen':
      return { ...state, versions: { ...state.versions, [action.first]: action.key } };
    case 'editing':
      return { ...state, editing: action.key };
    case 'restored':
      // What waits was meant for the session before.
      return {
        ...state,
        ...newSession(action),
        turns: action.turns,
        queue: [],
        isOpening: true,
        isRestored: true,
      };
    case 'cleared':
      return { ...state, ...newSession(action), turns: [], round: [], queue: [] };
    case 'put-back':
      return { ...state, ...newSession(action), turns: reduceTurns(state.turns, action), isOpening: true };
    case 'merged':
      if (action.sessionId !== state.sessionId) return state;
      return { ...state, turns: reduceTurns(state.turns, action) };
    case 'sent':
      // A new version is the one to be shown.
      return {
        ...state,
        turns: reduceTurns(state.turns, action),
        versions: withoutVersion(state.versions, action.turn.versionOf),
        editing: null,
      };
    case 'kept':
    case 'started':
    case 'received':
    case 'stopping':
    case 'lost':
    case 'answered':
    case 'failed':
    case 'removed':
      return { ...state, turns: reduceTurns(state.turns, action) };
  }
}

const newSession = ({ sessionId }: { sessionId: string }) => ({
  sessionId,
  title: undefined,
  isOpening: false,
  older: null,
  versions: {},
  editing: null,
});

function withoutVersion(
  versions: PlaygroundState['versions'],
  first: string | undefined,
): PlaygroundState['versions'] {
  if (first === undefined) return versions;
  return Object.fromEntries(Object.entries(versions).filter(([key]) => key !== first));
}

/** Totals of the session, with what the page hasn't loaded. */
export const selectTotals = ({ turns, older }: PlaygroundState): Totals =>
  older ? addTotals(totalsOf(turns), older.totals) : totalsOf(turns);

/** The turn whose reply is arriving. */
export const selectPending = ({ turns }: PlaygroundState): Turn | undefined => turns.find(isPending);

export interface MultiSend {
  /** Each turn from the thread, or as it waits to be sent. Turns removed from the thread are left out. */
  replies: readonly { turn: Turn; isWaiting: boolean }[];
  isRunning: boolean;
}

export function selectMultiSend({ turns, round, queue }: PlaygroundState): MultiSend {
  const replies = round.flatMap(({ turn }) => {
    const sent = turns.find(({ key }) => key === turn.key);
    const isWaiting = queue.some((waiting) => waiting.turn.key === turn.key);
    return sent || isWaiting ? [{ turn: sent ?? turn, isWaiting }] : [];
  });
  return {
    replies,
    isRunning: queue.length > 0 || replies.some(({ turn, isWaiting }) => !isWaiting && isPending(turn)),
  };
}

/** Turns that would be lost if the page were left. */
export const hasUnstoredTurns = ({ turns }: PlaygroundState): boolean =>
  turns.some(({ request }) => request.doNotStoreContent);

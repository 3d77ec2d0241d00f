import { z } from '~/core/browser/browser-zod';
import type { Effort } from '~/core/shared/request-options';
import type { SendExtras, TurnNotes } from './reply';
import { isPending, reduceTurns, type Turn, type TurnAction } from './turns';

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

export interface PlaygroundState {
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
    case 'restored':
      return { ...state, turns: reduceTurns(state.turns, action), isRestored: true };
    case 'cleared':
      return { ...state, turns: reduceTurns(state.turns, action), round: [], queue: [] };
    case 'put-back':
    case 'sent':
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

import { z } from '~/core/browser/browser-zod';
import { failureSchema, type Failure } from './failure';
import { newKey } from '~/core/browser/new-key';
import { restore } from '~/features/send-review';
import { addThinking, endThinking, thinkingSchema, type Received } from './thinking';
import { replySchema, sendRequestSchema, type Reply, type SendRequest, type TurnNotes } from './reply';

/** One send and its reply. */
export const turnSchema = z.object({
  /** The idempotency key. */
  key: z.string(),
  /** The session it belongs to. */
  sessionId: z.optional(z.string()),
  /** The first version of its message, of which this is another. */
  versionOf: z.optional(z.string()),
  /** The exchange it was sent after: it is shown with that version only. */
  follows: z.optional(z.string()),
  /** The account's history has it. */
  isKept: z.optional(z.boolean()),
  request: sendRequestSchema,
  modelName: z.string(),
  sentAtMs: z.number(),
  /** `lost`: the stream broke and the reply is being looked up. */
  state: z.enum(['sending', 'streaming', 'stopping', 'lost', 'done', 'failed']),
  text: z.string(),
  thinking: z.optional(thinkingSchema),
  files: z.optional(z.array(z.string())),
  redactions: z.optional(z.array(z.object({ placeholder: z.string(), text: z.string() }))),
  /** The server has confirmed the request. */
  hasStarted: z.optional(z.boolean()),
  /** When the reply was completed, if this page received it. */
  answeredAtMs: z.optional(z.number()),
  reply: z.optional(replySchema),
  failure: z.optional(failureSchema),
});

export type Turn = z.output<typeof turnSchema>;

export type TurnAction =
  | { type: 'restored'; turns: readonly Turn[]; sessionId: string }
  /** Replaces `instead` and the kept turns of the session `insteadOf`; newer turns stay above it. */
  | {
      type: 'put-back';
      turns: readonly Turn[];
      instead: readonly Turn[];
      sessionId: string;
      insteadOf?: string | undefined;
    }
  /** Turns of this session from elsewhere. `from`: all kept ones since then are among them. */
  | { type: 'merged'; turns: readonly Turn[]; sessionId: string; fromMs?: number }
  | { type: 'kept'; key: string }
  | { type: 'sent'; turn: Turn }
  | { type: 'started'; key: string }
  | { type: 'received'; key: string; received: Received; atMs: number }
  | { type: 'stopping'; key: string }
  | { type: 'lost'; key: string }
  | { type: 'answered'; key: string; reply: Reply; atMs?: number | undefined }
  | { type: 'failed'; key: string; failure: Failure }
  | { type: 'removed'; key: string }
  | { type: 'cleared'; sessionId: string };

export const newTurn = (request: SendRequest, modelName: string, notes: TurnNotes = {}): Turn => ({
  ...notes,
  key: newKey(),
  request,
  modelName,
  sentAtMs: Date.now(),
  state: 'sending',
  text: '',
});

/** The prompt as typed; the model may have received it redacted. */
export const promptOf = ({ request, redactions }: Turn): string => restore(request.prompt, redactions);

/** Like `promptOf`, but for a continuation its first prompt, which can be edited and sent alone. */
export const firstPromptOf = (turn: Turn): string =>
  restore(turn.request.continues?.prompt ?? turn.request.prompt, turn.redactions);

export const isPending = ({ state }: Turn): boolean => state !== 'done' && state !== 'failed';

/** Whether its prompt is back in the composer. */
export const isPromptRestored = (turn: Turn, draft: string): boolean =>
  turn.state === 'failed' && promptOf(turn) === draft;

/**
 * Recovers a turn that failed because the session had ended, after the user has signed in again. A send that the server
 * had confirmed is looked up, because it may have been charged. Otherwise the turn is removed if its prompt is in a
 * draft, or can be retried.
 */
export function recoverExpiredTurn(turn: Turn, drafts: readonly string[]): Turn[] {
  const { failure, hasStarted } = turn;
  if (!failure?.isSignedOut && failure?.code !== 'other_account') return [turn];
  if (hasStarted) return [{ ...turn, state: 'lost', failure: undefined }];
  if (drafts.includes(promptOf(turn))) return [];
  return [{ ...turn, failure: { message: 'This prompt was not sent.' } }];
}

/**
 * The turns to save or export besides the draft: a turn whose prompt is the draft is left out, unless it has a reply.
 */
export const turnsExceptDraft = (turns: readonly Turn[], draft: string): Turn[] =>
  turns.filter((turn) => turn.text !== '' || !isPromptRestored(turn, draft));

/** What this page has of a turn is newer. A kept turn that is missing among the others was removed elsewhere. */
function mergeTurns(own: readonly Turn[], others: readonly Turn[], fromMs = Infinity): Turn[] {
  const mine = new Map(own.map((turn) => [turn.key, turn]));
  const theirs = new Map(others.map((turn) => [turn.key, turn]));
  const merged = [
    ...own.filter(
      ({ key, isKept, sentAtMs, state }) =>
        !theirs.has(key) && !(isKept && state === 'done' && sentAtMs >= fromMs),
    ),
    ...others.map((turn) => {
      const before = mine.get(turn.key);
      return before && !(isPending(before) && turn.state === 'done')
        ? { ...before, isKept: turn.isKept }
        : turn;
    }),
  ];
  return merged.toSorted((a, b) => b.sentAtMs - a.sentAtMs);
}

/** Turns are newest first. */
export function reduceTurns(turns: readonly Turn[], action: TurnAction): readonly Turn[] {
  const change = (key: string, next: (turn: Turn) => Turn) =>
    turns.map((turn) => (turn.key === key ? next(turn) : turn));
  switch (action.type) {
    case 'restored':
      return action.turns;
    case 'put-back': {
      const { turns: before, instead, insteadOf } = action;
      const known = new Set([...before, ...instead].map(({ key }) => key));
      const newer = turns.filter(
        ({ key, isKept, sessionId }) => !known.has(key) && !(isKept && sessionId === insteadOf),
      );
      return [...newer, ...before];
    }
    case 'merged':
      return mergeTurns(turns, action.turns, action.fromMs);
    case 'kept':
      return change(action.key, (turn) => ({ ...turn, isKept: true }));
    case 'sent':
      return [action.turn, ...turns.filter((turn) => turn.key !== action.turn.key)];
    case 'started':
      return change(action.key, (turn) => ({
        ...turn,
        state: turn.state === 'stopping' ? 'stopping' : 'streaming',
        hasStarted: true,
      }));
    case 'received':
      return change(action.key, (turn) => ({
        ...turn,
        text: turn.text + action.received.text,
        thinking: addThinking(turn.thinking, action.received, action.atMs),
      }));
    case 'stopping':
      return change(action.key, (turn) => (isPending(turn) ? { ...turn, state: 'stopping' } : turn));
    case 'lost':
      return change(action.key, (turn) => ({ ...turn, state: 'lost' }));
    case 'answered':
      return change(action.key, (turn) => ({
        ...turn,
        state: 'done',
        text: action.reply.text,
        reply: action.reply,
        answeredAtMs: action.atMs,
        thinking: endThinking(turn.thinking, action.atMs),
      }));
    case 'failed':
      return change(action.key, (turn) => ({ ...turn, state: 'failed', failure: action.failure }));
    case 'removed':
      return turns.filter((turn) => turn.key !== action.key);
    case 'cleared':
      return [];
  }
}

/** Of two sets of turns. */
export const addTotals = (a: Totals, b: Totals): Totals => ({
  requests: a.requests + b.requests,
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  costUsd: a.costUsd + b.costUsd,
});

export const NO_TOTALS: Totals = { requests: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

export interface Totals {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

/** Totals of the thread. Each reply counts once, however often it was fetched. */
export function totalsOf(turns: readonly Turn[]): Totals {
  return turns.reduce(
    (sum, { reply }) =>
      reply
        ? {
            requests: sum.requests + 1,
            inputTokens: sum.inputTokens + reply.usage.inputTokens,
            outputTokens: sum.outputTokens + reply.usage.outputTokens,
            costUsd: sum.costUsd + reply.usage.costUsd,
          }
        : sum,
    NO_TOTALS,
  );
}

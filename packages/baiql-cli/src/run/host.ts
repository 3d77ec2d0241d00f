import {
  complete as completeCall,
  countMessages,
  ProviderFailure,
  textMessage,
  type AiProvider,
  type Message,
  type ProviderFailureKind,
} from '@promptwell/ai-providers';
import {
  costOfTokens,
  endingOf,
  isReusable,
  promptWithReferences,
  replyFormatOf,
  type CompletionOutcome,
  type CompletionFailure,
  type CompletionReply,
  type CompletionRequest,
  type LogLine,
  type TransientFault,
  type RequestText,
  type RunHost,
  type RunProgress,
} from '@promptwell/baiql-runtime';
import type { Models } from './find-models.js';
import type { RunStore, StoredReply } from './state/run-store.js';

export interface HostParts {
  readonly store: RunStore;
  readonly models: Models;
  readonly providers: { get(key: string): AiProvider | undefined };
  readonly screen: RunHost['screen'];
  readonly log: (lines: readonly LogLine[]) => void;
  readonly progress: (snapshot: RunProgress) => void;
}

const NOTHING_SPENT = { inputTokens: 0, outputTokens: 0, costMicroUsd: 0 };
/** Fingerprint of replies that are only valid for their own key. */
const NOT_REUSED = '';

/** The engine's host for the command line: replies are stored in the state file before they are returned. */
export function createHost({ store, models, providers, screen, log, progress }: HostParts): RunHost {
  function findSame(request: CompletionRequest): CompletionReply | null {
    const { fingerprint, reuse } = request;
    const same = reuse === 'none' ? null : store.replyTo(fingerprint, reuse);
    if (same === null || !isReusable(request, same)) return null;
    const savedMicroUsd = same.costMicroUsd ?? 0;
    // Nothing is sent.
    return { kind: 'reply', ...same, ...NOTHING_SPENT, replayed: false, savedMicroUsd };
  }

  async function complete(
    request: CompletionRequest,
    signal: AbortSignal,
    received?: () => void,
  ): Promise<CompletionOutcome> {
    const paid = store.replyOf(request.key);
    if (paid !== null) return { kind: 'reply', ...paid, replayed: true };
    const same = findSame(request);
    if (same !== null) return same;
    if (signal.aborted) return { kind: 'cancelled' };
    const trouble = store.writeError();
    if (trouble !== null) throw new Error(trouble);
    const provider = providers.get(request.model.provider);
    if (provider === undefined) {
      return { kind: 'stop', reason: 'unavailable', message: `${request.model.provider} is not set up.` };
    }
    const sent = await send(provider, request);
    if ('kind' in sent) return sent;
    received?.();
    const fingerprint = isReusable(request, sent.reply) ? request.fingerprint : NOT_REUSED;
    await store.keepReply(request.key, fingerprint, sent.reply);
    return { kind: 'reply', ...sent.reply, replayed: false, notes: sent.notes };
  }

  return {
    complete,
    // A key that was paid for keeps its own reply.
    findReply: (request) => Promise.resolve(store.replyOf(request.key) === null ? findSame(request) : null),
    quote: async (request) => {
      const { model } = request;
      const [inputTokens = 0] = await countTokens(model, [request]);
      return { inputTokens, maxCostMicroUsd: costOfTokens(model, inputTokens, model.maxOutputTokens) };
    },
    screen,
    findModel: (name) => Promise.resolve(models.find(name)),
    countTokens,
    checkpoint: (results) => store.keepResults(results),
    loadResults: (after, limit) => Promise.resolve(store.loadResults(after, limit)),
    saveMemo: (changes) => store.saveMemo(changes),
    loadMemo: () => Promise.resolve(store.loadMemo()),
    standing: (paths) => Promise.resolve(store.standing(paths)),
    recordFiles: (written, gone) => store.recordFiles(written, gone),
    log,
    progress,
  };
}

/** Sent once; a request in flight is awaited even if the run is being cancelled. */
async function send(
  provider: AiProvider,
  request: CompletionRequest,
): Promise<{ reply: StoredReply; notes: readonly string[] } | CompletionFailure> {
  const { model, temperature, topP } = request;
  try {
    const { text, usage, finishReason, warnings } = await completeCall(provider, {
      model: model.model,
      messages: messagesOf(request),
      maxOutputTokens: model.maxOutputTokens,
      sampling: { temperature: temperature ?? undefined, topP: topP ?? undefined },
      format: replyFormatOf(request),
      // The engine counts attempts.
      retries: false,
    });
    const inputTokens = usage.input.total;
    const outputTokens = usage.output.total;
    const { finish, notes = [] } = endingOf(
      finishReason,
      warnings.map(({ message }) => message),
    );
    const costMicroUsd = costOfTokens(model, inputTokens, outputTokens);
    return { reply: { text, inputTokens, outputTokens, costMicroUsd, finish }, notes };
  } catch (error) {
    if (error instanceof ProviderFailure) return toFailure(error);
    throw error;
  }
}

const PASSING: Readonly<Partial<Record<ProviderFailureKind, TransientFault>>> = {
  rate_limited: 'rate-limit',
  overloaded: 'overloaded',
  timed_out: 'timeout',
  connection_lost: 'connection',
  empty: 'empty-reply',
  bad_answer: 'bad-answer',
};

function toFailure({ kind, message, retryAfterMs }: ProviderFailure): CompletionFailure {
  if (kind === 'unauthorised' || kind === 'model_gone')
    return { kind: 'stop', reason: 'unavailable', message };
  const fault = PASSING[kind];
  if (fault === undefined) return { kind: 'final', message };
  return { kind: 'retryable', fault, message, waitMs: retryAfterMs };
}

/** Input tokens of requests, in order. */
export const countTokens: RunHost['countTokens'] = ({ model }, requests) =>
  Promise.all(
    requests.map((request) => countMessages(messagesOf(request), model, { format: replyFormatOf(request) })),
  );

function messagesOf(request: RequestText): Message[] {
  return [textMessage('user', promptWithReferences(request))];
}

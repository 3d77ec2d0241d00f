import type { DocumentReader } from '@promptwell/documents';
import type { CompletionOutcome, ModelFacts, RequestHashes, RunHost } from '../host.js';
import type { Ask, AskOutcome } from '../interpreter/services.js';
import type { RunJob } from '../job.js';
import { createCostGuard } from '../scheduler/cost-guard.js';
import type { UserQueue, Scheduler, Settled } from '../scheduler/scheduler.js';
import type { BatchTerms, MainCalls, MainNotes, ModelTerms } from '../worker/protocol.js';
import { readDocument, readHeader } from './read-document.js';

/** The main thread's side of one run; it survives worker crashes. */
export interface RunSession {
  readonly calls: MainCalls;
  readonly notes: MainNotes;
  /** Sends nothing more; resolves when nothing is in flight. */
  stop(): Promise<void>;
}

type WireRequest = Ask & RequestHashes;

export function createRunSession(
  job: RunJob,
  host: RunHost,
  scheduler: Scheduler,
  documents: DocumentReader,
): RunSession {
  const { maxParallel, budgetMicroUsd } = job.limits;
  const lane = scheduler.openQueue(job.person.userId, { perMinute: null, parallel: maxParallel });
  const stopping = new AbortController();
  const guard = createCostGuard(budgetMicroUsd);
  /** By key: a worker that takes over after a crash asks again for what is still in flight. */
  const inFlight = new Map<string, Promise<AskOutcome>>();
  /** By fingerprint: one of several identical requests is sent, and the others wait for its reply. */
  const sameRequests = new Map<string, Promise<unknown>>();
  let terms: BatchTerms | null = null;

  // A request passes three gates: its own key, identical requests, then the cost and rate limits.
  function ask(request: WireRequest): Promise<AskOutcome> {
    const running = inFlight.get(request.key);
    if (running !== undefined) return running;
    const answer = afterSame(request).finally(() => inFlight.delete(request.key));
    inFlight.set(request.key, answer);
    return answer;
  }

  async function afterSame(request: WireRequest): Promise<AskOutcome> {
    if (request.reuse === 'none') return askNow(request);
    for (let same = sameRequests.get(request.fingerprint); same !== undefined;) {
      await same.catch(() => undefined);
      same = sameRequests.get(request.fingerprint);
    }
    const answer = askNow(request);
    sameRequests.set(request.fingerprint, answer);
    try {
      return await answer;
    } finally {
      sameRequests.delete(request.fingerprint);
    }
  }

  async function askNow(asked: WireRequest): Promise<AskOutcome> {
    if (terms === null) throw new Error('No batch has begun.');
    const { references } = terms;
    const { isFirst, step, references: own, ...request } = asked;
    const { model, temperature, topP } = termsOf(terms, step);
    const whole = {
      ...request,
      model,
      temperature,
      topP,
      references: own.length === 0 ? references : [...references, ...own],
    };
    // A replay sends nothing, so it needs neither a slot nor budget.
    if (request.onlyStored === true)
      return storedAnswer(await host.complete({ ...whole, attempt: 1 }, stopping.signal));
    const kept = request.reuse === 'any' ? await host.findReply?.({ ...whole, attempt: 1 }) : null;
    if (kept) return kept;
    const maxCost = guard.hasLimit ? (await host.quote({ ...whole, attempt: 1 })).maxCostMicroUsd : 0;
    if (maxCost === null) return { kind: 'stopped', cause: 'unavailable', message: noPrice(model) };
    if (!(await guard.admit(maxCost))) return { kind: 'stopped', cause: 'cost-limit', message: COST_LIMIT };
    let cost = 0;
    try {
      const settled = await lane.send(model.provider, isFirst, (attempt, received) =>
        host.complete({ ...whole, attempt }, stopping.signal, received),
      );
      // A replay that does not count is already part of the run's earlier cost.
      if (settled.kind === 'reply' && (!settled.replayed || request.countsReplay)) {
        cost = settled.costMicroUsd ?? 0;
      }
      return toAnswer(settled);
    } finally {
      guard.settle(maxCost, cost);
    }
  }

  const calls: MainCalls = {
    async beginBatch(begun) {
      terms = begun;
      guard.startFrom(begun.spentMicroUsd);
      guard.lower(begun.costLimitMicroUsd);
      lane.adjust({ perMinute: begun.perMinute, parallel: begun.parallel });
      await Promise.resolve();
    },
    ask,
    async screen(text, step) {
      if (terms === null) throw new Error('No batch has begun.');
      return host.screen(text, termsOf(terms, step).model, stopping.signal);
    },
    findModel: (name) => host.findModel(name),
    countTokens: (model, requests) => host.countTokens(model, requests),
    readText: (request) => readDocument(documents, request, stopping.signal),
    answeredAt: () => Promise.reject(new Error('Only an estimate may ask for this.')),
    readHeader: (file) => readHeader(documents, file, stopping.signal),
    checkpoint: (results) => host.checkpoint(results),
    loadResults: (after, limit) => host.loadResults(after, limit),
    saveMemo: (changes) => host.saveMemo(changes),
    loadMemo: () => host.loadMemo(),
    standing: async (paths) => (await host.standing?.(paths)) ?? [],
    recordFiles: async (written, gone) => host.recordFiles?.(written, gone),
  };

  return {
    calls,
    notes: {
      log: (lines) => {
        host.log(lines);
      },
      progress(progress) {
        host.progress({ ...progress, inFlight: lane.inFlight, ...waitOf(lane) });
      },
      estimating: () => undefined,
    },
    async stop() {
      stopping.abort();
      lane.close();
      await Promise.allSettled(inFlight.values());
    },
  };
}

/** A STEP may have its own MODEL. */
const termsOf = (terms: BatchTerms, step: number): ModelTerms => terms.stepModels[step] ?? terms;

const noPrice = ({ model }: ModelFacts): string =>
  `The price of ${model} is unknown, so the cost limit can’t be enforced and nothing more is sent.`;

const COST_LIMIT =
  'The next request could exceed the cost limit. Completed work is saved. Resume with a higher limit to continue.';

function waitOf({ waitingUntilMs }: UserQueue): { waitingUntilMs?: number } {
  if (waitingUntilMs === null) return {};
  return { waitingUntilMs: Date.now() + Math.max(0, waitingUntilMs - performance.now()) };
}

function storedAnswer(answer: CompletionOutcome): AskOutcome {
  if (answer.kind === 'reply') return answer;
  if (answer.kind === 'cancelled') return toAnswer(answer);
  return { kind: 'failed', message: answer.message };
}

function toAnswer(settled: Settled): AskOutcome {
  switch (settled.kind) {
    case 'reply':
    case 'failed':
      return settled;
    case 'stop':
      return { kind: 'stopped', cause: settled.reason, message: settled.message };
    case 'cancelled':
      return { kind: 'stopped', cause: 'cancelled', message: 'The run was canceled.' };
  }
}

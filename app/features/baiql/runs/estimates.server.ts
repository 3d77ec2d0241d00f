import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '~/core/shared/clock';
import { DomainError } from '~/core/shared/errors';
import type { Actor } from '~/core/server/session.server';
import type { InFlightRequests } from '~/core/server/user-work.server';
import type { BaiqlDeps } from '../deps.server';
import { checkScript, describeCheck, type CheckedScript, type CheckScript } from './check-script.server';
import type { EstimateView } from './check-responses';

/** Per user, including ended ones: a new estimate replaces the oldest ended one. */
const MAX_PER_USER = 5;
/** How long an ended estimate is kept. */
const KEEP_MS = 10 * MINUTE_MS;

/**
 * Estimates in progress, and the results of ended ones. In memory only: a lost one can be requested again, and the
 * texts it read from documents are cached.
 */
export interface Estimates {
  /** @throws DomainError `too_many_estimates`. */
  begin(actor: Actor, request: EstimateRequest): EstimateView;
  /** @throws DomainError `no_such_estimate`, also for those of other users. */
  get(actor: Actor, id: string): EstimateView;
  /** Cancels an estimate; an ended one stays as it is. @throws DomainError `no_such_estimate`. */
  cancel(actor: Actor, id: string): EstimateView;
  /**
   * The result, so that a run of the same script starts without another check. Null if it has expired.
   * @throws DomainError `estimate_not_done`, `estimate_of_another_script`.
   */
  resultFor(actor: Actor, id: string, request: EstimateRequest): CheckedScript | null;
  /** Cancels all estimates. Resolves once they have ended. */
  close(): Promise<void>;
}

export type EstimateRequest = Omit<CheckScript, 'signal' | 'onProgress'>;

interface Estimate {
  userId: string;
  request: EstimateRequest;
  view: EstimateView;
  found: CheckedScript | null;
  endedAtMs: number | null;
  cancelling: AbortController;
  ended: Promise<void>;
  /** Held as long as the estimate is kept, so that it is removed with the user's account. */
  task: ReturnType<InFlightRequests['begin']>;
}

export function createEstimates(services: BaiqlDeps): Estimates {
  const { steadyClock, inFlightRequests, log } = services;
  const estimates = new Map<string, Estimate>();

  function removeExpired(): void {
    const oldestMs = steadyClock() - KEEP_MS;
    for (const [id, { endedAtMs }] of estimates) {
      if (endedAtMs !== null && endedAtMs <= oldestMs) void remove(id);
    }
  }

  function remove(id: string): Promise<void> {
    const estimate = estimates.get(id);
    estimates.delete(id);
    estimate?.cancelling.abort();
    return estimate?.ended.finally(estimate.task.end) ?? Promise.resolve();
  }

  function evictOldest(userId: string): void {
    const own = [...estimates].filter(([, estimate]) => estimate.userId === userId);
    if (own.length < MAX_PER_USER) return;
    const oldest = own.find(([, { endedAtMs }]) => endedAtMs !== null);
    if (!oldest) {
      throw new DomainError(
        'rate-limited',
        `You have ${MAX_PER_USER} estimates in progress. Wait for one to end, or cancel one.`,
        { code: 'too_many_estimates', retryAfterSeconds: 5 },
      );
    }
    void remove(oldest[0]);
  }

  function find(actor: Actor, id: string): Estimate {
    removeExpired();
    const found = estimates.get(id);
    if (found?.userId === actor.userId) return found;
    throw new DomainError('not-found', 'This estimate no longer exists. Request a new one.', {
      code: 'no_such_estimate',
    });
  }

  async function work(estimate: Estimate, actor: Actor, request: EstimateRequest): Promise<void> {
    const { signal } = estimate.cancelling;
    const tell = (change: Partial<EstimateView>): void => {
      if (estimate.endedAtMs === null) estimate.view = { ...estimate.view, ...change };
    };
    try {
      const onProgress = (progress: EstimateView['progress']): void => tell({ status: 'running', progress });
      estimate.found = await checkScript(services, actor, { ...request, signal, onProgress });
      tell({ status: 'done', validation: describeCheck(estimate.found) });
    } catch (err) {
      tell(signal.aborted ? { status: 'cancelled' } : { status: 'failed', error: explain(err) });
      if (!signal.aborted && !(err instanceof DomainError)) log.error({ err }, 'an estimate failed');
    } finally {
      estimate.endedAtMs ??= steadyClock();
    }
  }

  return {
    begin(actor, request) {
      removeExpired();
      evictOldest(actor.userId);
      const estimateId = randomUUID();
      const estimate: Estimate = {
        userId: actor.userId,
        request,
        found: null,
        view: {
          estimateId,
          status: 'queued',
          progress: { phase: 'checking', current: 0, total: null },
          validation: null,
          error: null,
        },
        endedAtMs: null,
        cancelling: new AbortController(),
        ended: Promise.resolve(),
        task: inFlightRequests.begin(actor.userId),
      };
      estimates.set(estimateId, estimate);
      estimate.task.signal.addEventListener('abort', () => void remove(estimateId));
      estimate.ended = work(estimate, actor, request);
      return estimate.view;
    },
    get: (actor, id) => find(actor, id).view,
    cancel(actor, id) {
      const estimate = find(actor, id);
      if (estimate.endedAtMs !== null) return estimate.view;
      estimate.view = { ...estimate.view, status: 'cancelled' };
      estimate.endedAtMs = steadyClock();
      estimate.cancelling.abort();
      return estimate.view;
    },
    resultFor(actor, id, { script, model, first }) {
      removeExpired();
      const estimate = estimates.get(id);
      if (estimate?.userId !== actor.userId) return null;
      const { request, view, found } = estimate;
      if (request.script !== script || request.model !== model || request.first !== first) {
        throw new DomainError(
          'unprocessable',
          'This estimate is for a different script, model or trial size.',
          {
            code: 'estimate_of_another_script',
          },
        );
      }
      if (view.status === 'done') return found;
      throw new DomainError('conflict', `This estimate is ${view.status}. Wait until it is done.`, {
        code: 'estimate_not_done',
      });
    },
    async close() {
      await Promise.all([...estimates.keys()].map(remove));
    },
  };
}

function explain(error: unknown): NonNullable<EstimateView['error']> {
  if (error instanceof DomainError) return { code: error.code ?? error.kind, message: error.message };
  return { code: 'estimate_failed', message: 'The cost couldn’t be estimated. Please try again.' };
}

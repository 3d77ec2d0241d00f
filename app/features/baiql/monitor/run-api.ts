import type {
  ItemDetail,
  ItemPage,
  ReviewRequest,
  RunFailures,
  RunItem,
  RunReviews,
} from '../runs/items-schema';
import type { RunLogs, RunView } from '../runs/schema';

/** What the server said when it refused, or that it could not be reached. */
export class CallFailure extends Error {
  override name = 'CallFailure';
  constructor(
    message: string,
    /** The code of the refusal; undefined where nobody answered. */
    readonly code?: string,
  ) {
    super(message);
  }
}

async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    if (init.signal?.aborted === true) throw cause;
    throw new CallFailure('The server can’t be reached. Nothing was changed; try again.');
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as Answer;
  const refusal = (body ?? {}) as { message?: string; code?: string };
  throw new CallFailure(refusal.message ?? `Request failed (${String(response.status)})`, refusal.code);
}

const post = <Answer>(path: string, body?: unknown): Promise<Answer> =>
  ask(path, {
    method: 'POST',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });

export type ItemPlace = Pick<RunItem, 'batch' | 'number'>;
export type ItemFilter = { status?: string; q?: string };

/** The calls of one run, as the API has them. */
export function runCalls(id: string) {
  const path = `/api/baiql/execute/${id}`;
  return {
    events: (after: number) => `${path}/events?after=${String(after)}`,
    read: (signal: AbortSignal) => ask<RunView>(path, { signal }),
    logs: (after: number, signal: AbortSignal) =>
      ask<RunLogs>(`${path}/logs?after=${String(after)}`, { signal }),
    failures: (signal: AbortSignal) => ask<RunFailures>(`${path}/failures`, { signal }),
    items: (query: ItemFilter & Record<string, string>, signal: AbortSignal) =>
      ask<ItemPage>(`${path}/items?${new URLSearchParams(query).toString()}`, { signal }),
    item: ({ batch, number }: ItemPlace, signal: AbortSignal) =>
      ask<ItemDetail>(`${path}/items/${String(batch)}/${String(number)}`, { signal }),
    review: ({ batch, number }: ItemPlace, request: ReviewRequest) =>
      post<ItemDetail>(`${path}/items/${String(batch)}/${String(number)}/review`, request),
    undoReview: ({ batch, number }: ItemPlace) =>
      ask<ItemDetail>(`${path}/items/${String(batch)}/${String(number)}/review`, { method: 'DELETE' }),
    reviews: (signal: AbortSignal) => ask<RunReviews>(`${path}/reviews`, { signal }),
    writeOutputs: () => post<RunView>(`${path}/write-outputs`),
    cancel: () => post<RunView>(`${path}/cancel`),
    resume: (body?: { costLimitUsd: number }) => post<RunView>(`${path}/resume`, body),
    retryFailed: () => post<RunView>(`${path}/retry-failed`),
  };
}
export type RunCalls = ReturnType<typeof runCalls>;

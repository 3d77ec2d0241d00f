import { callApi } from '~/core/browser/call-api';
import {
  failuresSchema,
  itemDetailSchema,
  itemInputSchema,
  itemPageSchema,
  logsAnswerSchema,
  reviewsSchema,
  runSchema,
  type RunItem,
} from '../runs/responses';
import type { ReviewRequest } from '../runs/items-schema';

export type ItemPlace = Pick<RunItem, 'batch' | 'number'>;
export type ItemFilter = { status?: string; q?: string };

/** Typed client for the API calls of one run. */
export function runCalls(id: string) {
  const path = `/api/baiql/execute/${id}`;
  const itemAt = ({ batch, number }: ItemPlace) => `${path}/items/${String(batch)}/${String(number)}`;
  return {
    events: (after: number) => `${path}/events?after=${String(after)}`,
    read: (signal: AbortSignal) => callApi(path, runSchema, { signal }),
    logs: (after: number, signal: AbortSignal) =>
      callApi(`${path}/logs?after=${String(after)}`, logsAnswerSchema, { signal }),
    failures: (signal: AbortSignal) => callApi(`${path}/failures`, failuresSchema, { signal }),
    items: (query: ItemFilter & Record<string, string>, signal: AbortSignal) =>
      callApi(`${path}/items?${new URLSearchParams(query).toString()}`, itemPageSchema, { signal }),
    item: (place: ItemPlace, signal: AbortSignal) => callApi(itemAt(place), itemDetailSchema, { signal }),
    input: (place: ItemPlace, signal: AbortSignal) =>
      callApi(`${itemAt(place)}/input`, itemInputSchema, { signal }),
    review: (place: ItemPlace, body: ReviewRequest) =>
      callApi(`${itemAt(place)}/review`, itemDetailSchema, { body }),
    undoReview: (place: ItemPlace) =>
      callApi(`${itemAt(place)}/review`, itemDetailSchema, { method: 'DELETE' }),
    reviews: (signal: AbortSignal) => callApi(`${path}/reviews`, reviewsSchema, { signal }),
    writeOutputs: () => callApi(`${path}/write-outputs`, runSchema, { method: 'POST' }),
    cancel: () => callApi(`${path}/cancel`, runSchema, { method: 'POST' }),
    resume: (body?: { costLimitUsd: number }) =>
      callApi(`${path}/resume`, runSchema, { method: 'POST', body }),
    retryFailed: () => callApi(`${path}/retry-failed`, runSchema, { method: 'POST' }),
  };
}
export type RunCalls = ReturnType<typeof runCalls>;

import type { BaiqlExecution } from '@prisma/client';
import type { RunOutcome, RunProgress } from '@promptwell/baiql-runtime';
import { DomainError } from '~/core/shared/errors';

type ExecutionStatus = 'queued' | 'running' | 'completed' | 'failed';

/** A run as the API gives it. */
export interface ExecutionView {
  executionId: string;
  scriptName: string;
  status: ExecutionStatus;
  /** Why it failed, in a word and in a sentence. */
  reason: string | null;
  message: string | null;
  batchType: string | null;
  mode: string;
  /** Transactions that have ended, of those known so far. */
  current: number;
  total: number;
  succeeded: number;
  failed: number;
  skipped: number;
  /** Null when a price is not known. */
  costMicroUsd: number | null;
  inputTokens: number;
  outputTokens: number;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  outputs: { path: string; size: number }[];
  /** False: prompts, replies and lines of this run were removed, being too old. */
  detailsKept: boolean;
  /** Whether POST …/resume and …/retry-failed would be taken. */
  canResume: boolean;
  canRetryFailed: boolean;
  /** While it goes on: requests that are out, and until when a provider has asked to wait. */
  inFlight?: number;
  waitingUntil?: string;
}

/** Everything of a run but its long texts. */
export type ExecutionRow = Omit<BaiqlExecution, 'script' | 'plan' | 'memo'>;

export function describeExecution(row: ExecutionRow, live: RunProgress | null = null): ExecutionView {
  const status = row.status as ExecutionStatus; // the table's CHECK allows no other
  const detailsKept = row.continueAs !== 'never';
  return {
    executionId: row.id,
    scriptName: row.scriptName,
    status,
    reason: row.reason,
    message: row.message,
    batchType: row.batchType,
    mode: row.mode,
    current: row.succeeded + row.failed + row.skipped,
    total: row.total,
    succeeded: row.succeeded,
    failed: row.failed,
    skipped: row.skipped,
    costMicroUsd: row.cost === null ? null : Number(row.cost),
    inputTokens: row.inputTokens,
    outputTokens: row.outputTokens,
    createdAt: isoTime(row.createdAt),
    startedAt: row.startedAt === null ? null : isoTime(row.startedAt),
    finishedAt: row.finishedAt === null ? null : isoTime(row.finishedAt),
    outputs: readOutputs(row.outputs),
    detailsKept,
    canResume: detailsKept && status === 'failed' && isResumable(row.reason),
    canRetryFailed: detailsKept && status === 'completed' && row.failed > 0,
    ...(live === null ? {} : describeLive(live)),
  };
}

/** A script that asks for what the language does not allow asks for it again. */
export const isResumable = (reason: string | null): boolean => reason !== 'script';

export const isUnderWay = (status: string): boolean => status === 'queued' || status === 'running';

export const noSuchRun = (): DomainError => new DomainError('not-found', 'There is no such run.');

function describeLive({ inFlight, waitingUntilMs }: RunProgress) {
  return {
    inFlight,
    ...(waitingUntilMs === undefined ? {} : { waitingUntil: new Date(waitingUntilMs).toISOString() }),
  };
}

/** Written by the run store and nobody else. */
const readOutputs = (text: string): ExecutionView['outputs'] =>
  (JSON.parse(text) as RunOutcome['outputs']).map(({ path, sizeBytes }) => ({ path, size: sizeBytes }));

const isoTime = (atMs: bigint): string => new Date(Number(atMs)).toISOString();

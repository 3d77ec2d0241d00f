import type { BaiqlExecution } from '@prisma/client';
import type { Plan } from '@promptwell/baiql-lang';
import type { RunOutcome } from '@promptwell/baiql-runtime';
import type { z } from 'zod';
import { DomainError } from '~/core/shared/errors';
import { zonedClock } from '~/core/shared/zoned-time';
import type { Actor, UserRef } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import type { StoredLine } from '../store/run-store.server';
import { isActiveRun, type RunLogs, type RunView } from './responses';
import type { LiveProgress } from './runner.server';
import type { logsSchema } from './schema';

type Deps = Pick<BaiqlDeps, 'prisma' | 'baiql'>;

/** The newest lines are returned by default; older ones by number. */
const MAX_LINES = 2_000;

/** The user's run, without its long texts. */
export async function findRun(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  { userId }: UserRef,
  id: string,
): Promise<RunRow> {
  const row = await prisma.baiqlExecution.findFirst({ where: { id, userId }, omit: LONG_TEXTS });
  if (!row) throw noSuchRun();
  return row;
}

/** Throws if the run isn't the user's. */
export async function requireOwnRun(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  { userId }: UserRef,
  id: string,
): Promise<void> {
  if ((await prisma.baiqlExecution.count({ where: { id, userId } })) === 0) throw noSuchRun();
}

/** The user's run in its current state. */
export async function getRun(services: Deps, actor: UserRef, id: string): Promise<RunView> {
  return describeRun(await findRun(services, actor, id), services.baiql.runner.progressOf(id));
}

/** Log lines of the user's run: those after a line, or the newest. */
export async function readLogs(
  services: Deps & Pick<BaiqlDeps, 'preferences'>,
  actor: Actor,
  { id, after }: z.output<typeof logsSchema> & { id: string },
): Promise<RunLogs> {
  await requireOwnRun(services, actor, id);
  const { store } = services.baiql;
  const { PreferredTimezone: timeZone } = await services.preferences.read(actor.userId);
  const from = after ?? Math.max(0, (await store.lastLineNumber(id)) - MAX_LINES);
  const lines = await store.linesAfter(id, from, MAX_LINES);
  return {
    logs: lines.map((line) => logText(line, timeZone)),
    lines: lines.map(describeLine),
    next: lines.at(-1)?.number ?? from,
  };
}

export const describeLine = ({ number, atMs, level, text }: StoredLine): RunLogs['lines'][number] => ({
  number,
  at: new Date(atMs).toISOString(),
  level,
  text,
});

/** A line as the run's page shows it, with its time in the user's time zone. */
export function logText({ atMs, level, text }: StoredLine, timeZone: string): string {
  const time = zonedClock(atMs, timeZone);
  return level === 'info' ? `${time} ${text}` : `${time} ${level.toUpperCase()} ${text}`;
}

/** Up to megabytes: only read where a run is executed. */
export const LONG_TEXTS = { script: true, plan: true } as const;
export type RunRow = Omit<BaiqlExecution, keyof typeof LONG_TEXTS>;

export function describeRun(row: RunRow, live: LiveProgress | null = null): RunView {
  const status = row.status as RunView['status']; // the table's CHECK allows no other
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
    cutOff: row.cutOff,
    edited: row.edited,
    toWrite: row.toWrite,
    remaining: row.remaining,
    costMicroUsd: row.cost === null ? null : Number(row.cost),
    inputTokens: row.inputTokens,
    outputTokens: row.outputTokens,
    cachedReplies: row.cachedReplies,
    cachedInputTokens: row.cachedInputTokens,
    cachedOutputTokens: row.cachedOutputTokens,
    createdAt: isoTime(row.createdAt),
    startedAt: row.startedAt === null ? null : isoTime(row.startedAt),
    finishedAt: row.finishedAt === null ? null : isoTime(row.finishedAt),
    workedMs: workedMs(row),
    workingSince: isWorking(row) ? isoTime(row.workingSince) : null,
    outputs: readOutputs(row.outputs),
    detailsKept,
    canResume: detailsKept && hasMoreToDo(row),
    canRetryFailed: detailsKept && status === 'completed' && row.failed > 0,
    canWriteOutputs: detailsKept && !isActiveRun(row) && row.succeeded + row.failed + row.skipped > 0,
    isWriting: row.continueAs === 'write',
    ...(live === null ? {} : describeLive(live, row)),
  };
}

/** A script that violates the language would fail again. */
const hasMoreToDo = ({ status, reason }: RunRow): boolean =>
  status === 'failed' ? reason !== 'script' : status === 'completed' && reason === 'trial';

/** The run's plan, compiled when the run was created; null if its details were removed. */
export async function readPlan({ prisma }: Pick<BaiqlDeps, 'prisma'>, id: string): Promise<Plan | null> {
  const { plan } = await prisma.baiqlExecution.findUniqueOrThrow({ where: { id }, select: { plan: true } });
  return plan === '' ? null : (JSON.parse(plan) as Plan);
}

export function assertDetailsKept({ continueAs }: RunRow): void {
  if (continueAs === 'never') throw detailsRemoved();
}

export const detailsRemoved = (): DomainError =>
  new DomainError(
    'conflict',
    'The prompts and replies of this run are no longer stored, so it can’t continue. Start a new run.',
    { code: 'details_removed' },
  );

const noSuchRun = (): DomainError =>
  new DomainError('not-found', 'There is no such run.', { code: 'no_such_run' });

function describeLive(
  { inFlight, waitingUntilMs, heldMicroUsd, chargedMicroUsd, isWaitingForRoom, isDiskFailing }: LiveProgress,
  { cost }: RunRow,
): Pick<RunView, 'inFlight' | 'inFlightMicroUsd' | 'isWaitingForRoom' | 'isDiskFailing' | 'waitingUntil'> {
  const uncounted = cost === null ? 0 : Math.max(0, chargedMicroUsd - Number(cost));
  return {
    inFlight,
    inFlightMicroUsd: heldMicroUsd + uncounted,
    isWaitingForRoom,
    isDiskFailing,
    ...(waitingUntilMs === undefined ? {} : { waitingUntil: new Date(waitingUntilMs).toISOString() }),
  };
}

/** Only the run store writes this column. */
const readOutputs = (text: string): RunView['outputs'] =>
  (JSON.parse(text) as RunOutcome['outputs']).map(({ path, sizeBytes, isKept = false }) => ({
    path,
    size: sizeBytes,
    isKept,
  }));

type Working = RunRow & { workingSince: bigint };

const isWorking = (row: RunRow): row is Working => row.workingSince !== null && isActiveRun(row);

/** A cancelled run has worked until the cancel, even while its last requests are settled. */
function workedMs(row: RunRow): number {
  if (row.workingSince === null || isWorking(row)) return Number(row.workedMs);
  return Number(row.workedMs) + Math.max(0, Number((row.finishedAt ?? row.workingSince) - row.workingSince));
}

const isoTime = (atMs: bigint): string => new Date(Number(atMs)).toISOString();

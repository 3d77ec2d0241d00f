import type { Plan } from '@promptwell/baiql-lang';
import { MAX_ENTRIES_WITH_OUTPUTS, type Estimate } from '@promptwell/baiql-runtime';
import { DomainError } from '~/core/shared/errors';
import { fullName } from '~/core/shared/full-name';
import { costCents } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { countBatchInputTokens } from '../host/count-input-tokens.server';
import { findModel, modelNames } from '../host/find-model.server';
import { ACTIVE_STATUSES } from './responses';
import type { Checks, EstimateView, Validation } from './check-responses';

type Deps = Pick<
  BaiqlDeps,
  'clock' | 'prisma' | 'providers' | 'baiql' | 'catalogue' | 'ledger' | 'preferences'
>;

export interface CheckScript {
  script: string;
  model: string | null;
  /** Transactions per batch, for a trial; null: all. */
  first: number | null;
  signal: AbortSignal;
  /** Receives the progress of the check and of the estimate after it. */
  onProgress?: (progress: CheckProgress) => void;
}

export type CheckProgress = EstimateView['progress'];

/** What is known of a script without any request to a model. */
export interface CheckedScript {
  checks: Checks;
  /** Null if there are errors. */
  sound: { plan: Plan; estimate: Estimate; price: PriceBasis; underWay: string | null } | null;
}

/** What the likely and the maximum cost are based on. */
export interface PriceBasis {
  /** Rows of an earlier trial of the same script that the likely cost is based on; null: no trial. */
  trialRows: number | null;
  /** The balance, if the maximum cost exceeds it; the run then starts with it as its LIMIT COST. */
  balanceLimitMicroUsd: number | null;
}

/** Checks a script against the user's files and the models, and estimates a run. Sends no request. */
export async function checkScript(
  services: Deps,
  actor: Actor,
  { script, model, first, signal, onProgress = () => undefined }: CheckScript,
): Promise<CheckedScript> {
  const { areas, engine, checkQueue } = services.baiql;
  const area = await areas.of(actor.userId);
  const { batchType, diagnostics, validity, plan } = await ignoreCancelled(signal, async () => {
    const names = await modelNames(services);
    return checkQueue.take(actor.userId, signal, () => {
      onProgress({ phase: 'checking', current: 0, total: null });
      return engine.check({ script, area, ...names }, signal);
    });
  });
  const validationErrors = diagnostics.flatMap(({ severity, message, range }) =>
    severity === 'hint' ? [] : [{ line: range.start.line, message: message || 'Validation error', severity }],
  );
  const checks = { batchType, validationErrors, diagnostics, validity };
  if (plan === null) return { checks, sound: null };
  const person = {
    userId: actor.userId,
    userName: fullName(actor),
    sessionId: '',
  };
  const estimate = await ignoreCancelled(signal, () =>
    engine.estimate(
      { plan, area, person, modelOverride: model, ...(first === null ? {} : { first }) },
      {
        findModel: (name) => findModel(services, actor, name),
        countTokens: countBatchInputTokens,
        answeredAt: (requests) => services.baiql.store.repliesStoredAt(actor.userId, requests),
        estimating: onProgress,
      },
      signal,
    ),
  );
  const now = new Map(estimate.batches.map(({ batch, transactions }) => [batch, transactions]));
  const whole = new Map(
    estimate.batches.map(({ batch, transactions, leftOut }) => [batch, transactions + leftOut]),
  );
  const problems = [...estimate.problems, ...tooManyFiles(plan, now, 'this')];
  // No reason to refuse a trial: a few rows may be all that the user wants.
  const later = first === null || problems.length > 0 ? [] : tooManyFiles(plan, whole, 'the whole run');
  const notes = [...estimate.notes, ...later];
  const trial = await findTrial(services, actor, { script, model });
  const likelyMicroUsd =
    trial === null ? estimate.likelyMicroUsd : Math.ceil(trial.costOfRow * estimate.transactions);
  const found = {
    ...estimate,
    problems,
    notes,
    likelyMicroUsd,
    answered: answeredLikely(estimate, likelyMicroUsd),
  };
  const price = {
    trialRows: trial?.rows ?? null,
    balanceLimitMicroUsd: await balanceLimit(services, actor, found),
  };
  const underWay = await findUnderWay(services, actor, script);
  return { checks, sound: { plan, estimate: found, price, underWay } };
}

/** The user's latest run of this very script that hasn't ended. */
async function findUnderWay(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  { userId }: Actor,
  script: string,
): Promise<string | null> {
  const run = await prisma.baiqlExecution.findFirst({
    where: { userId, script, status: { in: [...ACTIVE_STATUSES] } },
    select: { id: true },
    orderBy: { createdAt: 'desc' },
  });
  return run?.id ?? null;
}

/** The likely cost of the rows that are left, on the basis of the likely cost of all. */
function answeredLikely(
  { answered, transactions }: Estimate,
  likelyMicroUsd: number | null,
): Estimate['answered'] {
  if (answered === null || likelyMicroUsd === null) return answered;
  const rest = 1 - answered.transactions / transactions;
  return { ...answered, likelyMicroUsd: Math.ceil(likelyMicroUsd * rest) };
}

/** Cost per row of the latest trial of the same script. */
async function findTrial(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  { userId }: Actor,
  { script, model }: Pick<CheckScript, 'script' | 'model'>,
): Promise<{ rows: number; costOfRow: number } | null> {
  const trial = await prisma.baiqlExecution.findFirst({
    where: { userId, script, model, trialSize: { not: null }, status: 'completed', succeeded: { gt: 0 } },
    select: { succeeded: true, failed: true, cost: true },
    orderBy: { createdAt: 'desc' },
  });
  if (trial?.cost == null) return null;
  const rows = trial.succeeded + trial.failed;
  return { rows, costOfRow: Number(trial.cost) / rows };
}

async function balanceLimit(
  { ledger }: Pick<BaiqlDeps, 'ledger'>,
  { userId }: Actor,
  { highMicroUsd, costLimitMicroUsd }: Estimate,
): Promise<number | null> {
  if (highMicroUsd === null || costLimitMicroUsd !== null) return null;
  const { availableMicroUsd } = await ledger.balance(userId);
  return BigInt(Math.ceil(highMicroUsd)) > availableMicroUsd ? Number(availableMicroUsd) : null;
}

/** Reports outputs that could not be written before anything is paid. `counts` are the transactions per batch. */
export function tooManyFiles(
  { items }: Plan,
  counts: ReadonlyMap<number, number>,
  what: 'this' | 'the whole run',
): string[] {
  return items.flatMap((item) => {
    if (item.kind !== 'batch') return [];
    const count = counts.get(item.number) ?? 0;
    const separate = item.outputs.find(({ grouping }) => grouping === 'SEPARATE');
    if (separate === undefined || count <= MAX_ENTRIES_WITH_OUTPUTS) return [];
    const [files, most] = [count, MAX_ENTRIES_WITH_OUTPUTS].map((number) => number.toLocaleString('en-US'));
    return `Line ${separate.line}: ${what} would write ${files} files, and you can have ${most}. Use AGGREGATE.`;
  });
}

export async function ignoreCancelled<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // The worker was terminated because the check was aborted.
    if (signal.aborted) {
      throw new DomainError('invalid', 'The check was canceled.', { code: 'check_called_off' });
    }
    throw error;
  }
}

/** The check as the API returns it. */
export function describeCheck({ checks, sound }: CheckedScript): Validation {
  const estimate = sound?.estimate;
  return {
    ...checks,
    transactions: estimate?.transactions ?? null,
    requests: estimate?.requests ?? null,
    inputTokens: estimate?.inputTokens ?? null,
    estLowCents: cents(estimate?.lowMicroUsd),
    estLikelyCents: cents(estimate?.likelyMicroUsd),
    trialRows: sound?.price.trialRows ?? null,
    estHighCents: cents(estimate?.highMicroUsd),
    balanceLimitCents: cents(sound?.price.balanceLimitMicroUsd),
    costLimitCents: cents(estimate?.costLimitMicroUsd),
    prompts: estimate?.prompts ?? [],
    batches: (estimate?.batches ?? []).map(({ lowMicroUsd, highMicroUsd, ...batch }) => ({
      ...batch,
      estLowCents: cents(lowMicroUsd),
      estHighCents: cents(highMicroUsd),
    })),
    underWay: sound?.underWay ?? null,
    answered: estimate?.answered ? describeAnswered(estimate.answered) : null,
    problems: estimate?.problems ?? [],
    notes: estimate?.notes ?? [],
  };
}

const describeAnswered = ({
  transactions,
  latestMs,
  lowMicroUsd,
  likelyMicroUsd,
  highMicroUsd,
}: NonNullable<Estimate['answered']>): Validation['answered'] => ({
  transactions,
  latestAt: new Date(latestMs).toISOString(),
  estLowCents: cents(lowMicroUsd),
  estLikelyCents: cents(likelyMicroUsd),
  estHighCents: cents(highMicroUsd),
});

/** How long a request waits for an estimate before it is refused; longer ones use the estimates API. */
const MAX_WAITING_MS = 30_000;

/** Checks a script within the time that an HTTP request may take. */
export async function checkWithinTimeout(
  services: Deps,
  actor: Actor,
  request: CheckScript,
  maxMs = MAX_WAITING_MS,
): Promise<CheckedScript> {
  const late = AbortSignal.timeout(maxMs);
  const signal = AbortSignal.any([request.signal, late]);
  try {
    return await checkScript(services, actor, { ...request, signal });
  } catch (error) {
    if (!late.aborted || request.signal.aborted) throw error;
    throw new DomainError(
      'unprocessable',
      `This takes longer than ${maxMs / 1_000} seconds. Begin an estimate with POST /api/baiql/estimates, which reports its progress, and start the run with its estimateId.`,
      { code: 'estimate_takes_long', cause: error },
    );
  }
}

const cents = (microUsd: number | null | undefined): number | null =>
  microUsd === null || microUsd === undefined ? null : costCents(BigInt(Math.round(microUsd)));

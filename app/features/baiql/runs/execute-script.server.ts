import { createHash, randomUUID } from 'node:crypto';
import type { Plan } from '@promptwell/baiql-lang';
import type { AnsweredEstimate } from '@promptwell/baiql-runtime';
import { DomainError } from '~/core/shared/errors';
import { costCents, wholeCents } from '~/core/shared/money';
import type { Actor } from '~/core/server/session.server';
import type { BaiqlDeps } from '../deps.server';
import { formatBalance, formatSpent } from '~/ui/format-money';
import { MAX_NAME_CHARACTERS, UNTITLED } from '../scripts/schema';
import { checkWithinTimeout, type CheckedScript, type CheckScript } from './check-script.server';
import { describeRun, type RunRow } from './read-runs.server';
import { ACTIVE_STATUSES, type RunView } from './responses';

/** Maximum number of runs per user that are queued or running. */
const MAX_ACTIVE_RUNS = 20;

export interface ExecuteScript extends CheckScript {
  scriptName: string;
  mode: 'EXECUTE' | 'QUIET';
  /** Idempotency key. */
  requestKey: string | null;
  /** Reuse paid replies of earlier runs. */
  reuse: boolean;
  /** A finished estimate of the same script, reused. */
  estimateId: string | null;
}

/** Starts a run if the script is valid, its sources are readable and it is affordable. */
export async function executeScript(
  services: Pick<
    BaiqlDeps,
    'clock' | 'prisma' | 'providers' | 'baiql' | 'catalogue' | 'ledger' | 'preferences'
  >,
  actor: Actor,
  request: ExecuteScript,
): Promise<{ run: RunView; isNew: boolean }> {
  const { prisma, baiql, clock } = services;
  const earlier = await findEarlier(services, actor, request);
  if (earlier) return { run: describeRun(earlier), isNew: false };
  await assertBelowRunLimit(services, actor);
  const { estimateId } = request;
  const found = estimateId === null ? null : baiql.estimates.resultFor(actor, estimateId, request);
  const checked = found ?? (await checkWithinTimeout(services, actor, request));
  const sound = requireValidScript(checked);
  const { estimate } = sound;
  const toPay = request.reuse ? (estimate.answered ?? estimate) : estimate;
  await assertAffordable(services, actor, estimate, toPay);
  const plan = withinBalance(sound);
  const id = randomUUID();
  const planText = JSON.stringify(plan);
  const row = await prisma.baiqlExecution
    .create({
      data: {
        id,
        userId: actor.userId,
        apiKeyId: actor.apiKey?.id ?? null,
        requestKey: request.requestKey,
        requestHash: hashOf(request),
        scriptName: nameRun(request.scriptName, plan),
        script: request.script,
        plan: planText,
        planHash: createHash('sha256').update(planText).digest('hex'),
        mode: request.mode,
        trialSize: request.first,
        reuse: request.reuse,
        batchType: checked.checks.batchType,
        model: request.model,
        status: 'queued',
        total: estimate.transactions,
        createdAt: BigInt(clock()),
      },
    })
    .catch(async (error: unknown) => {
      // A concurrent request with the same key was first.
      const other = await findEarlier(services, actor, request);
      if (other) return other;
      throw error;
    });
  await baiql.runner.begin(row.id, estimate.sources);
  const { balanceLimitMicroUsd } = sound.price;
  const limit =
    balanceLimitMicroUsd === null ? {} : { costLimitCents: costCents(BigInt(balanceLimitMicroUsd)) };
  return { run: { ...describeRun(row), ...limit }, isNew: row.id === id };
}

async function findEarlier(
  { prisma }: Pick<BaiqlDeps, 'prisma'>,
  { userId }: Actor,
  request: ExecuteScript,
): Promise<RunRow | null> {
  const { requestKey, script } = request;
  if (requestKey === null) return null;
  const earlier = await prisma.baiqlExecution.findFirst({
    where: { userId, requestKey },
    omit: { plan: true },
  });
  if (!earlier) return null;
  const { requestHash } = earlier;
  // The row alone doesn't tell what was requested: resuming a trial turns it into a full run.
  if (requestHash === null ? earlier.script === script : requestHash === hashOf(request)) return earlier;
  throw new DomainError(
    'unprocessable',
    'This idempotency key was used for another request. Use a new key for a new run.',
    { code: 'idempotency_key_reused' },
  );
}

/** Hash of everything that identifies a run request. */
const hashOf = ({ script, model, first, mode, reuse }: ExecuteScript): string =>
  createHash('sha256')
    .update(JSON.stringify([script, model, first, mode, ...(reuse ? ['reuse'] : [])]))
    .digest('hex');

/** Runs of an unnamed script are named after the first batch. */
function nameRun(scriptName: string, { items }: Plan): string {
  if (scriptName !== UNTITLED) return scriptName;
  const title = items.find((item) => item.kind === 'batch')?.title ?? [];
  const text = title.map((part) => ('literal' in part ? part.literal : `{${part.written}}`)).join('');
  return text.trim().slice(0, MAX_NAME_CHARACTERS) || UNTITLED;
}

async function assertBelowRunLimit({ prisma }: Pick<BaiqlDeps, 'prisma'>, { userId }: Actor): Promise<void> {
  const count = await prisma.baiqlExecution.count({
    where: { userId, status: { in: [...ACTIVE_STATUSES] } },
  });
  if (count < MAX_ACTIVE_RUNS) return;
  throw new DomainError(
    'conflict',
    `You have ${MAX_ACTIVE_RUNS} runs in progress. Wait for one to end, or cancel one.`,
    { code: 'too_many_runs' },
  );
}

type CostFigure = 'lowMicroUsd' | 'likelyMicroUsd' | 'highMicroUsd';

type ValidScript = NonNullable<CheckedScript['sound']>;

function requireValidScript(checked: CheckedScript): ValidScript {
  const { checks, sound } = checked;
  if (!sound)
    throw new DomainError('invalid', checks.validity, { code: 'script_errors', data: { ...checks } });
  const { problems } = sound.estimate;
  const [first, ...others] = problems;
  if (first === undefined) return sound;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new DomainError('invalid', `${first}${more}`, {
    code: 'cannot_run',
    errors: problems,
    data: { ...checks },
  });
}

/** Refuses a run whose likely cost exceeds the balance; a trial may still start. */
async function assertAffordable(
  { ledger }: Pick<BaiqlDeps, 'ledger'>,
  { userId }: Actor,
  { costLimitMicroUsd, transactions }: ValidScript['estimate'],
  { likelyMicroUsd, lowMicroUsd, highMicroUsd }: Pick<AnsweredEstimate, CostFigure>,
): Promise<void> {
  if (likelyMicroUsd === null || costLimitMicroUsd !== null) return;
  const { availableMicroUsd } = await ledger.balance(userId);
  const likely = BigInt(Math.ceil(likelyMicroUsd));
  if (likely <= availableMicroUsd) return;
  const centsOf = (microUsd: number | null): number | null =>
    microUsd === null ? null : costCents(BigInt(Math.ceil(microUsd)));
  throw new DomainError(
    'payment-required',
    `This run will probably cost ${formatSpent(likely)}, and your balance is ${formatBalance(availableMicroUsd)}. ` +
      `Top up, set LIMIT COST, or try ${TRIAL.first} rows first.`,
    {
      code: 'insufficient_funds',
      data: {
        estCostCents: costCents(likely),
        estLowCents: centsOf(lowMicroUsd),
        estHighCents: centsOf(highMicroUsd),
        balanceCents: wholeCents(availableMicroUsd),
        balanceMicroUsd: Number(availableMicroUsd),
        ...(transactions > TRIAL.first ? { trial: TRIAL } : {}),
      },
    },
  );
}

/** Offered instead of a run that costs too much. */
const TRIAL = { first: 5 };

/**
 * If the maximum cost exceeds the balance, the balance becomes the limit, so the run stops cleanly and can be resumed.
 */
function withinBalance({ plan, price }: ValidScript): Plan {
  const { balanceLimitMicroUsd } = price;
  if (balanceLimitMicroUsd === null) return plan;
  const costUsd = balanceLimitMicroUsd / 1_000_000;
  const items = plan.items.map((item) => {
    if (item.kind !== 'batch') return item;
    const { limit, line } = item;
    return { ...item, limit: { ...(limit ?? { line, perMinute: null, parallel: null }), costUsd } };
  });
  return { ...plan, items };
}

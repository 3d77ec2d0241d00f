import type { BaiqlExecution } from '@prisma/client';
import type { Plan } from '@promptwell/baiql-lang';
import type { Engine, Estimate, Run, RunJob, RunOutcome, RunProgress } from '@promptwell/baiql-runtime';
import type { RunningCompletions } from '~/features/completions/index.server';
import type { BaiqlDeps } from '../deps.server';
import type { UserAreas } from '../files/user-areas.server';
import { createRunHost } from '../host/create-run-host.server';
import { explainFault, faultOutcome } from '../host/explain-failure.server';
import { createBudgetGate } from '../host/budget-gate.server';
import { createRunRecorder, type RunRecorder } from '../host/run-recorder.server';
import { LeaseLostError, type Claim, type RunStore } from '../store/run-store.server';
import { RUN_ENDPOINT } from '~/features/completions/index.server';
import { assertDiskSpace, diskFaultIn, isDiskFault } from '../host/wait-for-disk-space.server';
import { ACTIVE_STATUSES } from './responses';
import { findRunUsers, maxParallelOf, NOT_ALLOWED, type RunUser } from './run-users.server';
import type { RunWatchers } from './run-watchers.server';

/** A lease not renewed for this long has expired: its process has ended or hangs. */
const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 10_000;
/** How often the start of a run is attempted, since the obstacle may be temporary. */
const MAX_START_ATTEMPTS = 3;
/** How soon the run of a suspended account stops. */
const CHECK_USERS_EVERY_MS = 2_000;

/** Executes all users' runs: claims them, passes them to the engine, and records their outcome. */
export interface Runner {
  /** At startup: continues interrupted runs. The caller knows that no other process is alive. */
  recover(): Promise<void>;
  /** Starts a queued run; `estimated` is the state of its files when the user accepted the cost. */
  begin(executionId: string, estimated?: Estimate['sources']): Promise<void>;
  /** Stops sending. Resolves once requests in flight are settled and the run is no longer worked on. */
  cancel(executionId: string): Promise<void>;
  /**
   * Cancels all runs of a user who may have none, and aborts their requests at the provider. Resolves as `cancel` does.
   */
  endRunsOf(userId: string): Promise<void>;
  /** True also while the last requests of a cancelled run are settled. */
  isWorkingOn(executionId: string): boolean;
  progressOf(executionId: string): LiveProgress | null;
  /** Graceful shutdown: requests in flight are settled, and the runs continue at the next start. */
  close(): Promise<void>;
}

/** Progress that only the process executing the run knows. */
export interface LiveProgress extends Pick<RunProgress, 'inFlight' | 'waitingUntilMs'> {
  /** Maximum cost of the requests in flight. */
  heldMicroUsd: number;
  /** All charges of the run; its own figures may lag behind. */
  chargedMicroUsd: number;
  isWaitingForRoom: boolean;
  isDiskFailing: boolean;
}

export interface RunnerParts {
  store: RunStore;
  engine: Engine;
  areas: UserAreas;
  watchers: RunWatchers;
  /** Requests of runs, separate from users' own requests. */
  runningCompletions: RunningCompletions;
  /** Identifies this process. */
  leaseOwner: string;
}

interface Active {
  userId: string;
  claim: Claim;
  run: Run;
  recorder: RunRecorder;
  ended: Promise<void>;
}

export function createRunner(services: BaiqlDeps, parts: RunnerParts): Runner {
  const { prisma, clock, log } = services;
  const { store, engine, areas, watchers, runningCompletions, leaseOwner } = parts;
  const active = new Map<string, Active>();
  const failedStarts = new Map<string, number>();
  const funds = createBudgetGate();
  const closing = new AbortController();
  let isClosing = false;

  const heartbeat = setInterval(() => {
    renewLeases()
      .then(claimWaitingRuns)
      .catch((err: unknown) => log.error({ err }, 'the leases of runs could not be renewed'));
  }, RENEW_EVERY_MS).unref();

  const usersCheck = setInterval(() => {
    stopRefused().catch((err: unknown) => log.error({ err }, 'the users of runs could not be looked up'));
  }, CHECK_USERS_EVERY_MS).unref();

  /** Ends the runs of users who may have none, as a cancel does: requests in flight are settled. */
  async function stopRefused(): Promise<void> {
    if (active.size === 0) return;
    const users = await findRunUsers(
      services,
      [...active.values()].map(({ userId }) => userId),
    );
    for (const [executionId, { userId, run }] of active) {
      if (users.has(userId)) continue;
      if ((await markRefused({ id: executionId })) === 0) continue; // it is ending already
      run.cancel();
      watchers.changed(executionId);
    }
  }

  async function markRefused(which: { id: string } | { userId: string }): Promise<number> {
    const { status, reason, message } = NOT_ALLOWED;
    const { count } = await prisma.baiqlExecution.updateMany({
      where: { ...which, status: { in: [...ACTIVE_STATUSES] } },
      data: { status, reason, message, finishedAt: BigInt(clock()) },
    });
    return count;
  }

  /** Claims unclaimed runs: after a restart, or if an earlier attempt to start one failed. */
  async function claimWaitingRuns(): Promise<number> {
    const waiting = await store.waiting();
    for (const executionId of waiting) await begin(executionId);
    return waiting.length;
  }

  async function renewLeases(): Promise<void> {
    if (active.size === 0) return;
    const claims = [...active.values()].map(({ claim }) => claim);
    const renewed = new Set(await store.renew(claims, clock() + LEASE_MS));
    for (const lost of claims.filter((claim) => !renewed.has(claim))) {
      log.warn({ executionId: lost.executionId }, 'the lease of a run is lost; it is left to whoever has it');
      active.get(lost.executionId)?.run.cancel();
    }
  }

  async function begin(executionId: string, estimated?: Estimate['sources']): Promise<void> {
    if (isClosing || active.has(executionId)) return;
    const claim = await store.claim(executionId, leaseOwner, clock() + LEASE_MS);
    if (!claim) return;
    try {
      await work(claim, estimated);
      failedStarts.delete(executionId);
    } catch (err) {
      const times = (failedStarts.get(executionId) ?? 0) + 1;
      failedStarts.set(executionId, times);
      log.error({ err, executionId, times }, 'a run could not begin');
      if (times < MAX_START_ATTEMPTS) {
        await store.releaseLease(claim);
        return;
      }
      failedStarts.delete(executionId);
      await store.finish(claim, faultOutcome(err));
      watchers.changed(executionId);
    }
  }

  async function work(claim: Claim, estimated: Estimate['sources'] | undefined): Promise<void> {
    const { executionId } = claim;
    const row = await prisma.baiqlExecution.findUniqueOrThrow({
      where: { id: executionId },
      omit: { script: true },
    });
    const found = (await findRunUsers(services, [row.userId])).get(row.userId);
    if (!found) {
      await store.finish(claim, NOT_ALLOWED);
      return;
    }
    const user: RunUser = { ...found, ...(row.apiKeyId !== null && { apiKey: { id: row.apiKeyId } }) };
    const isWriting = row.continueAs === 'write';
    const charges = { userId: row.userId, endpoint: RUN_ENDPOINT, keyPrefix: `${executionId}/` };
    const recorder = createRunRecorder({
      store,
      claim,
      log,
      onWritten: () => watchers.changed(executionId),
    });
    recorder.begin(await services.ledgerReports.chargedFor(charges));
    const host = createRunHost(services, {
      store,
      recorder,
      funds,
      runningCompletions,
      executionId,
      user,
      onBegun: async () => {
        if (isWriting) return; // it has ended and stays so
        const isWanted = await recorder.diskSpace.until(() => store.markRunning(claim), isDiskFault);
        if (!isWanted) run.cancel(); // cancelled just as it left the queue
        watchers.changed(executionId);
      },
    });
    const job = { ...(await jobOf(row, user)), ...(estimated && { estimated }) };
    if (isClosing) {
      await store.releaseLease(claim);
      return;
    }
    const leaving = new AbortController();
    closing.signal.addEventListener('abort', () => leaving.abort(), { once: true });
    const run = engine.start(job, host);
    const ended = run.done
      .then((outcome) =>
        outcome.status === 'failed' && diskFaultIn(outcome.message ?? '') === 'disk_full'
          ? waitForDiskSpace(claim, recorder, leaving.signal)
          : end(claim, recorder, outcome),
      )
      .catch((err: unknown) => {
        if (!(err instanceof LeaseLostError))
          log.error({ err, executionId }, 'the end of a run could not be written');
      })
      .finally(() => {
        active.delete(executionId);
        watchers.changed(executionId);
        if (!leaving.signal.aborted) void claimWaitingRuns().catch(() => undefined); // the next heartbeat retries
      });
    const cancel = (): void => {
      leaving.abort();
      run.cancel();
    };
    active.set(executionId, { userId: row.userId, claim, run: { ...run, cancel }, recorder, ended });
    // Before this point, a cancel could not find it.
    if (!isWriting && !(await store.isActive(executionId))) run.cancel();
  }

  /** The disk is full: the run stays in progress and continues once there is room. */
  async function waitForDiskSpace(claim: Claim, recorder: RunRecorder, leaving: AbortSignal): Promise<void> {
    const text = 'The server’s disk is full. The run waits for room, and goes on by itself.';
    recorder.log([{ atMs: clock(), level: 'warning', text }]);
    const isFull = (): boolean => true;
    await recorder.diskSpace
      .until(() => assertDiskSpace(services.env.DATA_DIR), isFull, leaving)
      .catch(() => undefined); // the run is cancelled, or the server stops
    if (leaving.aborted) recorder.stopWaiting();
    await recorder.flush().catch((err: unknown) => {
      log.error({ err, executionId: claim.executionId }, 'the last of a run could not be written');
    });
    await store.releaseLease(claim);
  }

  async function end(claim: Claim, recorder: RunRecorder, outcome: RunOutcome): Promise<void> {
    try {
      if (outcome.reason === 'cancelled') recorder.stopWaiting();
      await recorder.flush();
      // Stopped by shutdown: the run stays in progress and continues at the next start.
      if (isClosing && outcome.reason === 'cancelled') await store.releaseLease(claim);
      else {
        const shownOutcome = withUserMessage(outcome, claim.executionId);
        await recorder.diskSpace.until(
          () => store.finish(claim, shownOutcome, recorder.chargedMicroUsd),
          isDiskFault,
        );
      }
    } catch (err) {
      if (err instanceof LeaseLostError) throw err;
      // Its last write failed permanently. If it stayed in progress, it would fail the same way again.
      log.error({ err, executionId: claim.executionId }, 'the last of a run could not be written');
      await store.finish(claim, faultOutcome(err));
    }
  }

  function withUserMessage(outcome: RunOutcome, executionId: string): RunOutcome {
    if (outcome.reason !== 'host' && outcome.reason !== 'worker') return outcome;
    log.error({ executionId, fault: outcome.message }, 'a run was stopped by a fault of the server');
    return { ...outcome, message: explainFault(outcome.message ?? '') };
  }

  async function jobOf(row: Omit<BaiqlExecution, 'script'>, user: RunUser): Promise<RunJob> {
    return {
      executionId: row.id,
      plan: JSON.parse(row.plan) as Plan, // compiled by us when the run was created
      area: await areas.of(row.userId),
      continue: row.continueAs as RunJob['continue'],
      round: row.retryRounds,
      quiet: row.mode === 'QUIET',
      person: { userId: row.userId, userName: user.name, sessionId: row.id },
      limits: {
        maxParallel: maxParallelOf(user.roles),
        budgetMicroUsd: null,
        quotaBytes: areas.quotaBytes,
      },
      modelOverride: row.model,
      reuse: row.reuse,
      ...(row.trialSize === null ? {} : { first: row.trialSize }),
    };
  }

  return {
    begin,
    recover: async () => {
      const { left, setAside } = await store.releaseOtherLeases(leaseOwner);
      for (const { id, userId } of left) {
        const charges = { userId, endpoint: RUN_ENDPOINT, keyPrefix: `${id}/` };
        await store.countCharges(id, await services.ledgerReports.chargedFor(charges));
      }
      if (setAside > 0)
        log.warn({ setAside }, 'runs that were at work at two unexpected ends wait for their owners');
      const runs = await claimWaitingRuns();
      if (runs > 0) log.info({ runs, interrupted: left.length }, 'runs that were under way go on');
    },
    cancel: async (executionId) => {
      const found = active.get(executionId);
      found?.run.cancel();
      await found?.ended;
    },
    endRunsOf: async (userId) => {
      await markRefused({ userId });
      const own = [...active].filter(([, run]) => run.userId === userId);
      for (const [executionId, { run }] of own) {
        run.cancel();
        watchers.changed(executionId);
      }
      await runningCompletions.stopAll(userId);
      await Promise.all(own.map(([, { ended }]) => ended));
    },
    isWorkingOn: (executionId) => active.has(executionId),
    progressOf: (executionId) => {
      const recorder = active.get(executionId)?.recorder;
      if (recorder === undefined) return null;
      const { latest, heldMicroUsd, chargedMicroUsd, diskSpace } = recorder;
      const { inFlight = 0, waitingUntilMs } = latest ?? {};
      return {
        inFlight,
        ...(waitingUntilMs === undefined ? {} : { waitingUntilMs }),
        heldMicroUsd,
        chargedMicroUsd,
        isWaitingForRoom: diskSpace.isWaiting,
        isDiskFailing: diskSpace.fault === 'disk_failed',
      };
    },
    close: async () => {
      isClosing = true;
      closing.abort();
      clearInterval(heartbeat);
      clearInterval(usersCheck);
      await engine.close();
      await Promise.all([...active.values()].map(({ ended }) => ended));
    },
  };
}

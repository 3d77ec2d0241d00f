import { setFlagsFromString } from 'node:v8';
import type { ProviderRegistry } from '@promptwell/ai-providers';
import type { Engine, RunJob, RunOutcome } from '@promptwell/baiql-runtime';
import { EXIT, type Io } from '../command.js';
import { resumeLine, statusOf } from './exit-status.js';
import { createHost } from './host.js';
import { listenForInterrupts } from './interrupt.js';
import { createMonitor } from './monitor.js';
import { createScreening } from './screen-prompt.js';
import type { RunSettings } from './settings.js';
import type { StateFile } from './state/open-state.js';
import { openRunStore } from './state/run-store.js';
import { showSummary, summarize } from './summary.js';
import { PERSON, type Work } from './work.js';

const MAX_PARALLEL = 64;
const DEFAULT_COLUMNS = 80;

/** Executes to the end or an interrupt, with progress and a summary. Returns the exit status. */
export async function execute(
  work: Work,
  settings: RunSettings,
  state: StateFile,
  engine: Engine,
  providers: ProviderRegistry,
  io: Io,
): Promise<number> {
  const store = openRunStore(state, work.id);
  const monitor = createMonitor({
    write: io.printError,
    isTerminal: process.stderr.isTTY,
    // A terminal of unknown size reports 0.
    get columns() {
      return process.stderr.columns || DEFAULT_COLUMNS;
    },
  });
  const interrupts = listenForInterrupts(monitor.say);
  const screening = createScreening(work.models);
  const startedAtMs = Date.now();
  try {
    const job: RunJob = {
      executionId: work.id,
      plan: work.plan,
      area: work.area,
      continue: work.continue,
      // Each call is a new round.
      round: startedAtMs,
      quiet: false,
      person: PERSON,
      limits: { maxParallel: MAX_PARALLEL, budgetMicroUsd: null },
      modelOverride: work.model,
      reuse: work.reuse,
      ...(work.first === null ? {} : { first: work.first }),
      ...(work.estimated && { estimated: work.estimated }),
    };
    const host = createHost({
      store,
      models: work.models,
      providers,
      screen: screening.screen,
      log: monitor.log,
      progress: monitor.progress,
    });
    // As on the server: keeps the memory of a long run near that of a short one, instead of growing by half
    // (docs/decisions/0048-collecting-garbage-sooner.md). Set only here, as it would slow down startup.
    setFlagsFromString('--heap-growing-percent=50');
    const started = engine.start(job, host);
    interrupts.onFirst(started.cancel);
    monitor.say(`Run ${work.id}\n`);
    const outcome = await started.done;
    monitor.end();
    const lost = await store.finish(outcome.status, outcome.reason).then(() => null, messageOf);
    report(work, settings, outcome, Date.now() - startedAtMs, io);
    if (lost === null) return statusOf(outcome);
    io.printError(`${lost}\n`);
    return EXIT.stopped;
  } finally {
    interrupts.close();
    await screening.close();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function report(work: Work, settings: RunSettings, outcome: RunOutcome, elapsedMs: number, io: Io): void {
  const realPathOf = (virtual: string): string => virtual.replace('/data/output', settings.out);
  const summary = summarize(work.id, outcome, elapsedMs, realPathOf);
  if (outcome.message !== null) io.printError(`${outcome.message}\n`);
  if (settings.json) io.print(`${JSON.stringify(summary)}\n`);
  else io.print(`\n${showSummary(summary)}`);
  const goOn = resumeLine(work.id, settings, outcome);
  if (goOn !== null) io.printError(goOn);
}

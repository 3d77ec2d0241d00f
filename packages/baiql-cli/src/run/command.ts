import { randomBytes } from 'node:crypto';
import { countTokens, createProviders } from '@promptwell/ai-providers';
import type { Plan } from '@promptwell/baiql-lang';
import {
  createEngine,
  type Area,
  type Engine,
  type Estimate,
  type RunJob,
  type RunOutcome,
} from '@promptwell/baiql-runtime';
import { type Command, EXIT, type Io, UsageError } from '../command.js';
import { complainAbout, isUnreadable, readScripts } from '../files/read-scripts.js';
import { confirmStart } from './confirm.js';
import { findModels, type Models } from './find-models.js';
import { createHost } from './host.js';
import { listenForInterrupts } from './interrupt.js';
import { createMonitor, type Monitor } from './monitor.js';
import { isSameWork, planScript } from './prepare-script.js';
import { readSettings, type RunSettings } from './settings.js';
import { showEstimate } from './show-estimate.js';
import { openState, type StateFile } from './state/open-state.js';
import { findRun, insertRun, openRunStore } from './state/run-store.js';
import { resumeLine, statusOf } from './exit-status.js';
import { showSummary, summarize } from './summary.js';

const PERSON = { userId: 'local', userName: process.env.USER ?? '', sessionId: 'command-line' };
const MOST_PARALLEL = 64;

async function run(args: readonly string[], io: Io): Promise<number> {
  const settings = readSettings(args);
  const { yes, json } = settings;
  // With --json standard output has the one line that programs read.
  const tell = json ? io.complain : io.print;
  for await (const script of readScripts([settings.script], io)) {
    if (isUnreadable(script)) return complainAbout(script, io);
    const engine = createEngine({ maxRuns: 1, warm: true });
    let state: StateFile | null = null;
    try {
      const plan = await planScript(script.file, script.text, settings.files, io);
      if (plan === null) return EXIT.found;
      state = openState(settings.state);
      const work = takeUp(settings, script.text, plan, state);
      if (work.continue === 'fresh') {
        const estimate = await estimateWork(work, engine);
        tell(showEstimate(estimate, work.models.isDemo));
        if (estimate.problems.length > 0) {
          io.complain(estimate.problems.map((problem) => `${script.file}: ${problem}\n`).join(''));
          return EXIT.usage;
        }
        if (isValidateOnly(plan)) {
          tell(
            estimate.prompts
              .map(({ number, text }) => `\n--- prompt of transaction ${number} ---\n${text}\n`)
              .join(''),
          );
          return EXIT.ok;
        }
        if (!yes && !(await confirmStart())) return EXIT.stopped;
        insertRun(state, { ...work, script: script.text, baseUrl: settings.baseUrl }, Date.now());
      }
      return await execute(work, settings, state, engine, io);
    } finally {
      await engine.close();
      await state?.close();
    }
  }
  return EXIT.usage;
}

/** A run as it is about to begin, or to go on. */
interface Work {
  readonly id: string;
  readonly plan: Plan;
  readonly continue: RunJob['continue'];
  readonly model: string | null;
  readonly models: Models;
  readonly area: Area;
}

function takeUp(settings: RunSettings, text: string, plan: Plan, state: StateFile): Work {
  const area = { inputRoot: settings.files, outputRoot: settings.out };
  if (settings.resume === null) {
    const { model, baseUrl } = settings;
    return { id: newId(), plan, continue: 'fresh', model, models: findModels(process.env, baseUrl), area };
  }
  const stored = findRun(state, settings.resume);
  if (stored === null) throw new UsageError(`There is no run ${settings.resume} in ${settings.state}.`);
  if (stored.script !== text && !isSameWork(stored.plan, plan)) {
    throw new UsageError(
      `${settings.script} has changed since run ${stored.id} began. Put the earlier script back to go on, or start a new run.`,
    );
  }
  return {
    id: stored.id,
    plan,
    continue: stored.status === 'completed' ? 'retry-failed' : 'resume',
    model: settings.model ?? stored.model,
    models: findModels(process.env, settings.baseUrl ?? stored.baseUrl),
    area,
  };
}

function estimateWork({ plan, area, model, models }: Work, engine: Engine): Promise<Estimate> {
  const estimate = engine.estimate(
    { plan, area, person: PERSON, modelOverride: model },
    {
      findModel: (name) => Promise.resolve(models.find(name)),
      countTokens: ({ model: name }, texts) => Promise.resolve(texts.map((text) => countTokens(text, name))),
    },
  );
  // The tokenizer is loaded while the worker starts: that takes both as long.
  setImmediate(() => countTokens('', ''));
  return estimate;
}

async function execute(
  work: Work,
  settings: RunSettings,
  state: StateFile,
  engine: Engine,
  io: Io,
): Promise<number> {
  const store = openRunStore(state, work.id);
  const providers = createProviders(work.models.providers);
  const monitor = createMonitor({
    write: io.complain,
    isTerminal: process.stderr.isTTY,
    columns: process.stderr.columns,
    isQuiet: true,
  });
  const interrupts = listenForInterrupts(monitor.say);
  const startedAtMs = Date.now();
  try {
    const job: RunJob = {
      executionId: work.id,
      plan: work.plan,
      area: work.area,
      continue: work.continue,
      quiet: false,
      person: PERSON,
      limits: { maxParallel: MOST_PARALLEL, budgetMicroUsd: null },
      modelOverride: work.model,
    };
    const host = createHost({ store, models: work.models, providers, ...handlersOf(monitor) });
    const started = engine.start(job, host);
    interrupts.onFirst(started.cancel);
    monitor.say(`Run ${work.id}\n`);
    const outcome = await started.done;
    monitor.end();
    await store.finish(outcome.status, outcome.reason);
    report(work, settings, outcome, Date.now() - startedAtMs, io);
    return statusOf(outcome);
  } finally {
    interrupts.close();
    await providers.close();
  }
}

function handlersOf(monitor: Monitor): Pick<Monitor, 'log' | 'progress'> {
  return { log: monitor.log, progress: monitor.progress };
}

function report(work: Work, settings: RunSettings, outcome: RunOutcome, elapsedMs: number, io: Io): void {
  const realPathOf = (virtual: string): string => virtual.replace('/data/output', settings.out);
  const summary = summarize(work.id, outcome, elapsedMs, realPathOf);
  if (outcome.message !== null) io.complain(`${outcome.message}\n`);
  if (settings.json) io.print(`${JSON.stringify(summary)}\n`);
  else io.print(`\n${showSummary(summary)}`);
  const goOn = resumeLine(work.id, settings, outcome);
  if (goOn !== null) io.complain(goOn);
}

function isValidateOnly(plan: Plan): boolean {
  const batches = plan.items.filter((item) => item.kind === 'batch');
  return batches.length > 0 && batches.every(({ mode }) => mode === 'VALIDATE');
}

function newId(): string {
  const stamp = new Date()
    .toISOString()
    .replace(/[-:]|\..*$/gu, '')
    .replace('T', '-');
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

export const command: Command = {
  usage: `Usage: baiql run FILE --files DIR [--out DIR] [--yes] [--resume ID] [--model M]
                [--base-url URL] [--state FILE] [--json]

Runs a script on the files of a folder: says first what it may cost, and asks.

  FILE            the script, or - for standard input
  --files DIR     the folder that stands for /data/input/
  --out DIR       the folder that stands for /data/output/ (output when absent)
  --yes           start without being asked
  --resume ID     go on with a run that stopped; try again what failed in one
                  that finished. Nothing that was paid is paid again
  --model M       ask this model, whatever the script names
  --base-url URL  ask a server that speaks OpenAI's chat completions
  --state FILE    where the run is kept (DIR/.baiql/state.db when absent)
  --json          print the summary as one line of JSON

Keys are taken from the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY,
GEMINI_API_KEY, PERPLEXITY_API_KEY, and ..._BASE_URL. Without any, the built-in
Demo model answers.

Exit status: 0 all succeeded or were skipped on purpose, 1 the script has
errors, 2 wrong usage or a file that cannot be read, 3 finished with failed
transactions, 4 stopped before the end.
`,
  run,
};

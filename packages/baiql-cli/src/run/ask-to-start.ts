import { createInterface } from 'node:readline/promises';
import type { Engine, Estimate } from '@promptwell/baiql-runtime';
import { EXIT, type Io, UsageError } from '../command.js';
import type { ScriptFile } from '../files/read-scripts.js';
import { countTokens } from './host.js';
import type { RunSettings } from './settings.js';
import { showEstimate } from './show-estimate.js';
import type { StateFile } from './state/open-state.js';
import { insertRun } from './state/run-store.js';
import { PERSON, type Work } from './work.js';

/**
 * Says what a new run may cost, and asks. Gives the work as it may start, with the files that were estimated; else the exit
 * status.
 */
export async function askToStart(
  work: Work,
  settings: RunSettings,
  script: ScriptFile,
  state: StateFile,
  engine: Engine,
  io: Io,
): Promise<Work | number> {
  // With --json standard output has the one line that programs read.
  const tell = settings.json ? io.complain : io.print;
  const estimate = await estimateWork(work, engine);
  // What cannot start costs nothing: figures of the rest would only be in the way.
  if (estimate.problems.length > 0) {
    io.complain(estimate.problems.map((problem) => `${script.file}: ${problem}\n`).join(''));
    return EXIT.usage;
  }
  tell(showEstimate(estimate, work.models.isDemo));
  if (isValidateOnly(work)) {
    tell(showPrompts(estimate));
    return EXIT.ok;
  }
  if (!settings.yes && !(await confirmStart())) return EXIT.stopped;
  insertRun(state, { ...work, script: script.text, baseUrl: settings.baseUrl }, Date.now());
  return { ...work, estimated: estimate.sources };
}

/** What the work would send and cost. */
function estimateWork({ plan, area, first, model, models }: Work, engine: Engine): Promise<Estimate> {
  return engine.estimate(
    { plan, area, person: PERSON, modelOverride: model, ...(first === null ? {} : { first }) },
    {
      findModel: (name) => Promise.resolve(models.find(name)),
      countTokens,
    },
  );
}

function isValidateOnly({ plan }: Work): boolean {
  const batches = plan.items.filter((item) => item.kind === 'batch');
  return batches.length > 0 && batches.every(({ mode }) => mode === 'VALIDATE');
}

function showPrompts({ prompts }: Estimate): string {
  return prompts.map(({ number, text }) => `\n--- prompt of transaction ${number} ---\n${text}\n`).join('');
}

/** Asks on the terminal whether to start. @throws UsageError where nobody can answer. */
async function confirmStart(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new UsageError('There is no terminal to ask on. Add --yes to start without confirmation.');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Start? [y/N] ');
    return /^y(?:es)?$/iu.test(answer.trim());
  } finally {
    terminal.close();
  }
}

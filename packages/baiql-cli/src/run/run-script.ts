import { createProviders } from '@promptwell/ai-providers';
import { createEngine, type Engine, type Estimate } from '@promptwell/baiql-runtime';
import { EXIT, type Io, UsageError } from '../command.js';
import {
  complainAbout,
  isUnreadable,
  readScripts,
  type ScriptFile,
  type Unreadable,
} from '../files/read-scripts.js';
import { confirmStart } from './confirm.js';
import { estimateWork } from './estimate.js';
import { execute } from './execute.js';
import { planScript } from './prepare-script.js';
import type { RunSettings } from './settings.js';
import { showEstimate } from './show-estimate.js';
import { RunInUseError } from './state/claim-run.js';
import { openState, type StateFile } from './state/open-state.js';
import { insertRun } from './state/run-store.js';
import { takeUp, type Work } from './work.js';

/** From the script to the exit status. */
export async function runScript(settings: RunSettings, io: Io): Promise<number> {
  const script = await readScript(settings.script, io);
  if (isUnreadable(script)) return complainAbout(script, io);
  const texts = { folder: `${settings.state}-texts` };
  const engine = createEngine({ maxWorkers: 1, runsPerWorker: 1, warm: true, texts });
  try {
    const plan = await planScript(script, settings, io);
    if (plan === null) return EXIT.found;
    const state = openState(settings.state);
    try {
      const work = takeUp(settings, script.text, plan, state);
      const providers = createProviders(work.models.providers, { warm: true });
      try {
        // What goes on is not estimated again.
        const refused =
          settings.resume === null ? await prepare(work, settings, script, state, engine, io) : null;
        return refused ?? (await execute(work, settings, state, engine, providers, io));
      } catch (error) {
        if (!(error instanceof RunInUseError)) throw error;
        io.complain(`${error.message}\n`);
        return EXIT.usage;
      } finally {
        await providers.close();
      }
    } finally {
      await state.close();
    }
  } finally {
    await engine.close();
  }
}

async function readScript(file: string, io: Io): Promise<ScriptFile | Unreadable> {
  const scripts = [];
  for await (const script of readScripts([file], io)) scripts.push(script);
  const [script, ...more] = scripts;
  if (script === undefined || more.length > 0) throw new UsageError('Only one script can run at a time.');
  return script;
}

/** Says what a new run may cost, and asks. Null: it may start; else the exit status. */
async function prepare(
  work: Work,
  settings: RunSettings,
  script: ScriptFile,
  state: StateFile,
  engine: Engine,
  io: Io,
): Promise<number | null> {
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
  return null;
}

function isValidateOnly({ plan }: Work): boolean {
  const batches = plan.items.filter((item) => item.kind === 'batch');
  return batches.length > 0 && batches.every(({ mode }) => mode === 'VALIDATE');
}

function showPrompts({ prompts }: Estimate): string {
  return prompts.map(({ number, text }) => `\n--- prompt of transaction ${number} ---\n${text}\n`).join('');
}

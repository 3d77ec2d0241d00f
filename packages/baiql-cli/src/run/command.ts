import { createProviders } from '@promptwell/ai-providers';
import { createEngine, type Engine, type Estimate } from '@promptwell/baiql-runtime';
import { type Command, EXIT, type Io, UsageError } from '../command.js';
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
import { readSettings, type RunSettings } from './settings.js';
import { showEstimate } from './show-estimate.js';
import { RunInUseError } from './state/claim-run.js';
import { openState, type StateFile } from './state/open-state.js';
import { insertRun } from './state/run-store.js';
import { takeUp, type Work } from './work.js';

async function run(args: readonly string[], io: Io): Promise<number> {
  const settings = readSettings(args);
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
        const refused =
          work.continue === 'fresh' ? await prepare(work, settings, script, state, engine, io) : null;
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
  if (script === undefined || more.length > 0) throw new UsageError('One script is run at a time.');
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

export const command: Command = {
  usage: `Usage: baiql run FILE [--files DIR] [--out DIR] [--yes] [--first N] [--resume ID]
                [--model M] [--base-url URL] [--state FILE] [--allow-unknown] [--json]

Runs a script on the files of a folder: says first what it may cost, and asks.

  FILE            the script, or - for standard input
  --files DIR     the folder that stands for /data/input/ (the script's own folder
                  when absent)
  --out DIR       the folder that stands for /data/output/ (output when absent)
  --yes           start without being asked
  --first N       try the first N rows, lines or files; --resume does the rest
  --resume ID     go on with a run that stopped or was a trial; try again what
                  failed in one that finished. Nothing is paid twice
  --model M       ask this model, whatever the script names
  --base-url URL  ask a server that speaks OpenAI's chat completions
  --state FILE    where the run is kept (DIR/.baiql/state.db when absent);
                  texts read from documents are kept beside it for 7 days
  --allow-unknown leave lines out that are not commands, instead of refusing them
  --json          print the summary as one line of JSON

Keys are taken from the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY,
GEMINI_API_KEY, PERPLEXITY_API_KEY, and ..._BASE_URL. OPENAI_API=responses says
that a server of your own speaks OpenAI's Responses instead of its chat
completions. Without any key, the built-in Demo model answers.

Exit status: 0 all succeeded or were skipped on purpose, 1 the script has
errors, 2 wrong usage or a file that cannot be read, 3 finished with failed
transactions, 4 stopped before the end.
`,
  run,
};

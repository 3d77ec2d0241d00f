import { createProviders } from '@promptwell/ai-providers';
import { createEngine } from '@promptwell/baiql-runtime';
import { EXIT, type Io, UsageError } from '../command.js';
import {
  reportUnreadable,
  isUnreadable,
  readScripts,
  type ScriptFile,
  type Unreadable,
} from '../files/read-scripts.js';
import { askToStart } from './ask-to-start.js';
import { execute } from './execute.js';
import { planScript } from './prepare-script.js';
import type { RunSettings } from './settings.js';
import { RunInUseError } from './state/claim-run.js';
import { openState } from './state/open-state.js';
import { prepareWork } from './work.js';

/** From script to exit status. */
export async function runScript(settings: RunSettings, io: Io): Promise<number> {
  const script = await readScript(settings.script, io);
  if (isUnreadable(script)) return reportUnreadable(script, io);
  const texts = { folder: `${settings.state}-texts` };
  const engine = createEngine({ maxWorkers: 1, runsPerWorker: 1, warm: true, texts });
  try {
    const plan = await planScript(script, settings, io);
    if (plan === null) return EXIT.found;
    const state = openState(settings.state);
    try {
      const work = prepareWork(settings, script.text, plan, state);
      const providers = createProviders(work.models.providers, { warm: true });
      try {
        // A continued run is not estimated again.
        const asked =
          settings.resume === null ? await askToStart(work, settings, script, state, engine, io) : work;
        return typeof asked === 'number'
          ? asked
          : await execute(asked, settings, state, engine, providers, io);
      } catch (error) {
        if (!(error instanceof RunInUseError)) throw error;
        io.printError(`${error.message}\n`);
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

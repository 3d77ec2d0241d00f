import type { Estimate, InputView, ScriptCheck } from '../job.js';
import type { RunOutcome } from '../records.js';
import { estimatePlan } from '../estimate/estimate-plan.js';
import { readInput } from '../run/read-input.js';
import { runPlan } from '../run/run-plan.js';
import { keepTexts } from '../texts/keep-texts.js';
import { connectToMain } from './main-port.js';
import type { WorkerTask } from './protocol.js';

/** The worker's main program: executes one run, estimate or check, or reads one input. */
export default async function work(
  task: WorkerTask,
): Promise<RunOutcome | Estimate | ScriptCheck | InputView> {
  const port = connectToMain(task.port);
  const { textsFolder } = task;
  const main =
    textsFolder === null
      ? port
      : { ...port, readText: keepTexts(textsFolder, (text) => port.readText(text)) };
  try {
    switch (task.kind) {
      case 'run':
        return await runPlan({ main, job: task.job, scratchFolder: task.scratchFolder });
      case 'estimate':
        return await estimatePlan(main, task.job);
      case 'input':
        return await readInput(main, task.job);
      case 'check': {
        // Loaded on demand: a run does not need the language, which would delay its start.
        const { checkScript } = await import('../check/check-script.js');
        return await checkScript(task.job, (file) => port.readHeader(file));
      }
    }
  } finally {
    main.close();
  }
}

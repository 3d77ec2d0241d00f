import type { PlanText } from '@promptwell/baiql-lang';
import { MemoryLimiter } from '../interpreter/memory-limiter.js';
import { loadMatcher } from '../interpreter/match.js';
import { retryPrompt } from '../interpreter/reply-problem.js';
import { RunStop } from '../interpreter/script-error.js';
import type { AskOutcome, BatchContext, BodyServices } from '../interpreter/services.js';
import type { RunMemo } from '../records.js';
import type { BatchInput } from './batch-input.js';
import { createFingerprinter } from './fingerprint.js';
import { optimizePrompts } from './optimize-prompts.js';
import type { PreparedBatch } from './prepare-batch.js';
import { namedFileReader } from './read-named-file.js';
import type { RunContext } from './run-context.js';

/**
 * Registers the batch's shared request parts with the main thread, optimizes its prompts, and creates the context of
 * its bodies.
 */
export async function createBatchContext(
  run: RunContext,
  prepared: PreparedBatch,
  { sharedHashes }: BatchInput,
  parallel: number,
): Promise<BatchContext> {
  const { batch, analysis, model, stepModels, sources, facts } = prepared;
  const { references } = sources;
  const { temperature, topP } = facts;
  const costUsd = batch.limit?.costUsd ?? null;
  const terms = { model, temperature, topP, stepModels, references };
  await run.main.beginBatch({
    ...terms,
    perMinute: batch.limit?.perMinute ?? null,
    parallel,
    costLimitMicroUsd: costUsd === null ? null : Math.floor(costUsd * 1_000_000),
    spentMicroUsd: run.totals.figures.costMicroUsd,
  });
  const hashesOf = createFingerprinter(terms);
  const services = createServices(run, prepared, hashesOf);
  return {
    batch,
    keyVersion: run.memo.current.version,
    sharedHashes,
    facts,
    prompts: await optimize(run, prepared, services),
    ...repliesOf(run.memo.current, analysis),
    handlesFailures: analysis.handlesFailures,
    assigned: run.assigned,
    base: run.base,
    globals: run.globals,
    isDry: false,
    matcher: analysis.hasMatch ? await loadMatcher() : null,
    room: new MemoryLimiter(),
    services,
  };
}

/** A run keeps the field definitions it began with, when fields had no kinds. */
function repliesOf(
  { rules = 1 }: Pick<RunMemo, 'rules'>,
  { jsonRuns }: Pick<BatchContext, 'jsonRuns'>,
): Pick<BatchContext, 'jsonRuns' | 'hasClosedFields'> {
  if (rules >= 2) return { jsonRuns };
  const closed = [...jsonRuns].map(
    ([run, fields]) =>
      [run, fields.flatMap(({ name, isRead = false }) => (isRead ? [] : [{ name, isRead: true }]))] as const,
  );
  return { jsonRuns: new Map(closed), hasClosedFields: true };
}

function createServices(
  run: RunContext,
  prepared: PreparedBatch,
  hashesOf: ReturnType<typeof createFingerprinter>,
): BodyServices {
  const { main, memo, totals, job } = run;
  return {
    async ask({ refusal, ...ask }) {
      const prompt = refusal === undefined ? ask.prompt : retryPrompt(ask.prompt, refusal);
      const reuse = job.reuse === true && ask.reuse === 'run' ? 'any' : ask.reuse;
      const answer = await main.ask({ ...ask, ...hashesOf(ask), prompt, reuse });
      if (answer.kind !== 'reply') return answer;
      if (!answer.replayed || ask.countsReplay) totals.addSpent(answer);
      totals.addSaving(answer.savedMicroUsd ?? 0);
      return answer;
    },
    screen: (text, step) => main.screen(text, step),
    readFile: namedFileReader(main, job.area, prepared, { hasPageMarks: (memo.current.rules ?? 1) >= 2 }),
    previousFailure: (key) => (job.continue === 'retry-failed' ? undefined : memo.current.failedRuns[key]),
    keepFailure: (key, message) => memo.put('failedRuns', key, message),
    log: (text) => {
      run.log('info', text);
    },
    nowMs: () => Date.now(),
    figures: () => totals.figures,
  };
}

function optimize(
  run: RunContext,
  { batch, facts }: PreparedBatch,
  services: BodyServices,
): Promise<Map<number, PlanText>> {
  const { memo } = run;
  return optimizePrompts(batch, {
    ask: (prompt, number): Promise<AskOutcome> =>
      services.ask({
        key: `${facts.executionId}/${batch.number}/optimize/${number}/1`,
        prompt,
        json: false,
        step: 0,
        reuse: 'run',
        isFirst: false,
        countsReplay: true,
        references: [],
      }),
    known: (number) => memo.current.optimized[`${batch.number}/${number}`],
    async keep(number, text, spent) {
      if (run.main.cancelled.aborted) throw new RunStop('cancelled', 'The run was canceled.');
      const key = `${batch.number}/${number}`;
      await Promise.all([
        memo.put('optimized', key, text),
        ...(spent === null ? [] : [memo.put('optimizeCosts', key, spent)]),
      ]);
    },
    log: (text) => {
      run.log('info', text);
    },
  });
}

import type { Plan, PlanBatch, PlanModel, PlanStatement } from '@promptwell/baiql-lang';
import { analyseBatch, type Analysis } from '../batch/analyse-batch.js';
import { batchesOf, constantOf, eachStatement } from '../batch/walk-plan.js';
import { type FillText, openBatch } from '../batch/open-batch.js';
import { type BatchSources, type ReadingOptions, sourceDeps } from '../batch/batch-sources.js';
import type { ModelFacts } from '../host.js';
import { type BatchFacts, builtIn, factsOutside, NO_STATS } from '../interpreter/built-ins.js';
import { RunStop, TransactionError } from '../interpreter/script-error.js';
import type { EstimateJob } from '../job.js';
import { MAX_SHEET_ROWS } from '../outputs/index.js';
import { OUTPUT_FOLDER, toVirtualPath } from '../paths/index.js';
import type { PlainValue } from '../records.js';
import type { MainCalls, ModelTerms } from '../worker/protocol.js';
import { fillText } from '../interpreter/evaluate.js';
import { parseJsonPath } from '../interpreter/json-path.js';
import { loadMatcher } from '../interpreter/match.js';

/** Default reply length in tokens, if neither the script nor the host sets one. */
const DEFAULT_OUTPUT_TOKENS = 4_096;

/** A batch with its declarations evaluated and its sources open. */
export interface PreparedBatch {
  readonly batch: PlanBatch;
  readonly analysis: Analysis;
  readonly model: ModelFacts;
  /** By STEP number, for STEPs with their own MODEL. */
  readonly stepModels: Readonly<Record<number, ModelTerms>>;
  readonly sources: BatchSources;
  readonly facts: BatchFacts;
  readonly fill: FillText;
  readonly pathOut: string;
  /** Warnings shown before it runs. */
  readonly notes: readonly string[];
}

export interface Preparation {
  readonly main: Pick<MainCalls, 'findModel' | 'readText'>;
  readonly job: EstimateJob & { readonly executionId: string };
  readonly startedAtMs: number;
  /** Resolves names in declarations. */
  readonly values: readonly ReadonlyMap<string, PlainValue>[];
  readonly reading?: ReadingOptions;
}

/** A batch's declarations: everything known without its sources and its model. */
export function declareBatch(
  { job, startedAtMs, values }: Pick<Preparation, 'job' | 'startedAtMs' | 'values'>,
  batch: PlanBatch,
): { declared: BatchFacts; fill: FillText; pathIn: string; pathOut: string } {
  const declared: BatchFacts = {
    ...factsOutside(job.executionId, job.person, startedAtMs),
    batchType: batch.batchType ?? '',
    temperature: batch.model?.temp ?? null,
    topP: batch.model?.topP ?? null,
    stepCount: batch.stepCount,
  };
  const fill = declarationFiller(declared, values, batch.line);
  const pathIn = toVirtualPath(fill(batch.pathIn));
  const pathOut = folder(toVirtualPath(fill(batch.pathOut), OUTPUT_FOLDER));
  return { declared, fill, pathIn, pathOut };
}

/** @throws RunStop, FileError, SourceError, TransactionError: why the batch cannot begin. */
export async function prepareBatch(preparation: Preparation, batch: PlanBatch): Promise<PreparedBatch> {
  const { main, job, reading } = preparation;
  const { declared, fill, pathIn, pathOut } = declareBatch(preparation, batch);
  const analysis = analyseBatch(batch);
  await assertSearchable(batch);
  const modelNotes: string[] = [];
  const finding = { main, job, fill, notes: modelNotes };
  const find = (named: PlanModel | null): Promise<ModelFacts> => findModel(finding, named);
  const model = await find(batch.model);
  const stepModels: Record<number, ModelTerms> = {};
  for (const [step, own] of Object.entries(batch.stepModels ?? {})) {
    stepModels[Number(step)] = { model: await find(own), temperature: own.temp, topP: own.topP };
  }
  const tools = sourceDeps(main, job.area, reading);
  const { used } = analysis;
  const needs = {
    input: used.has('INPUT'),
    inputText: used.has('INPUT_TEXT'),
    inputText2: used.has('INPUT_TEXT2'),
  };
  const sources = await openBatch(tools, batch, fill, needs);
  const facts: BatchFacts = {
    ...declared,
    modelName: model.model,
    stepModels,
    pathIn,
    pathOut,
    total: sources.total,
    totalFiles: sources.totalFiles,
  };
  return {
    batch,
    analysis,
    model,
    stepModels,
    sources,
    facts,
    fill,
    pathOut,
    notes: [...modelNotes, ...sources.notes, ...sheetNotes(batch, sources.total)],
  };
}

/**
 * Warns before anything is paid, or a trial run, that a sheet may not hold all rows; how many will be skipped is
 * unknown.
 */
function sheetNotes({ outputs }: PlanBatch, total: number): string[] {
  const most = MAX_SHEET_ROWS - 1;
  if (total <= most) return [];
  const [holds, rows] = [most, total].map((count) => count.toLocaleString('en'));
  return outputs.flatMap(({ line, format, grouping }) =>
    format === 'xlsx' && grouping === 'AGGREGATE'
      ? [`Line ${line}: an xlsx file holds ${holds} rows, and there are ${rows}. Write csv instead.`]
      : [],
  );
}

interface Finding extends Pick<Preparation, 'main' | 'job'> {
  readonly fill: FillText;
  readonly notes: string[];
}

async function findModel({ main, job, fill, notes }: Finding, named: PlanModel | null): Promise<ModelFacts> {
  const asked = job.modelOverride ?? (named === null ? null : fill(named.name));
  const found = await main.findModel(asked);
  if ('unknown' in found) throw new RunStop('unavailable', found.message);
  if (found.price === null && hasCostLimit(job.plan)) {
    const why = `The price of ${found.model} is unknown, so LIMIT COST can’t be enforced and nothing is sent.`;
    throw new RunStop('unavailable', `${why} Name another model, or remove LIMIT COST.`);
  }
  const { usualOutputTokens = DEFAULT_OUTPUT_TOKENS, ...facts } = found;
  if (named?.maxTokens !== undefined && named.maxTokens > found.maxOutputTokens) {
    const [wanted, most] = [named.maxTokens, found.maxOutputTokens].map((tokens) =>
      tokens.toLocaleString('en'),
    );
    notes.push(
      `Line ${named.line}: MAX_TOKENS ${wanted} is more than ${found.model} may give here, so replies end at ${most}.`,
    );
  }
  const maxOutputTokens = Math.min(found.maxOutputTokens, named?.maxTokens ?? usualOutputTokens);
  return { ...facts, maxOutputTokens };
}

/** A cost limit applies to the whole run, so every batch's cost must be known. */
const hasCostLimit = (plan: Plan): boolean =>
  batchesOf(plan).some(({ limit }) => typeof limit?.costUsd === 'number');

function folder(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** Fills a declaration's text. Uses the run's start time, so that a resume finds the same files. */
function declarationFiller(
  facts: BatchFacts,
  values: readonly ReadonlyMap<string, PlainValue>[],
  line: number,
): FillText {
  const view = { facts, figures: () => NO_STATS, nowMs: () => facts.startedAtMs, transaction: null };
  return (text) =>
    fillText(text, (name) => {
      for (const map of values) {
        const value = map.get(name);
        if (value !== undefined) return value;
      }
      const value = builtIn(name, view);
      if (value !== undefined) return value;
      throw new RunStop(
        'script',
        `Line ${line}: {${name}} has no value when the batch begins, so it cannot be part of a declaration.`,
      );
    });
}

/**
 * An invalid MATCH expression or JSON path would fail each transaction after its request is paid. Those with
 * placeholders are not checked, as they differ by transaction.
 * @throws RunStop
 */
async function assertSearchable(batch: PlanBatch): Promise<void> {
  for (const statement of eachStatement(batch.body)) {
    if (statement.kind !== 'get') continue;
    try {
      await search(statement);
    } catch (error) {
      if (!(error instanceof TransactionError)) throw error;
      throw new RunStop('script', `Line ${statement.line}: ${error.message}`);
    }
  }
}

async function search({ source }: Extract<PlanStatement, { kind: 'get' }>): Promise<void> {
  if (source.kind === 'json') {
    const path = constantOf(source.path);
    if (path !== null) parseJsonPath(path);
  } else if (source.kind === 'match') {
    const pattern = constantOf(source.pattern);
    if (pattern !== null) (await loadMatcher())(pattern, '');
  }
}

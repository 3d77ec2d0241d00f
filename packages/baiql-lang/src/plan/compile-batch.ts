import { extensionOfText } from '../source/paths.js';
import {
  type Batch,
  type Line,
  type LoadLine,
  type ModelLine,
  type OutputLine,
  plainText,
} from '../tree/index.js';
import type { BatchScope } from '../validation/scopes.js';
import { typeOfBatch } from '../validation/batch-type.js';
import { type LoadType, OUTPUT_FORMATS, type OutputFormat } from '../vocabulary/file-kinds.js';
import { transactionPlaceholders } from '../validation/names-of-run.js';
import { type BatchCounters, compileStatements } from './compile-statements.js';
import { compileExpression, compileOptionalText, compileText, numberOf } from './compile-values.js';
import type {
  PlanBatch,
  PlanErrorPolicy,
  PlanField,
  PlanLoad,
  PlanModel,
  PlanOutput,
  PlanSort,
  PlanText,
} from './plan.js';
import { applySetting, type Settings } from './settings.js';

/** Settings in effect when a batch begins, from the lines before it. */
export interface Surroundings {
  pathIn: PlanText;
  pathOut: PlanText;
  settings: Settings;
  declared: Declared;
}

/** Values of MODEL, LIMIT and MAKE_LOG; a batch inherits those it does not set. */
export type Declared = Pick<PlanBatch, 'model' | 'limit' | 'log'>;

/** Applies a declaration; other lines have no effect. */
export function declare(around: Surroundings, line: Line): void {
  const at = line.range.start.line;
  if (line.kind === 'path-in') around.pathIn = compileText(line.path);
  else if (line.kind === 'path-out') around.pathOut = compileText(line.path);
  else if (line.kind === 'set' || line.kind === 'global') {
    around.settings = applySetting(around.settings, line);
  } else if (line.kind === 'model') {
    around.declared = { ...around.declared, model: compileModel(line) };
  } else if (line.kind === 'limit') {
    const perMinute = line.perMinute?.value ?? null;
    const limit = { line: at, perMinute, parallel: numberOf(line.parallel), costUsd: numberOf(line.cost) };
    around.declared = { ...around.declared, limit };
  } else if (line.kind === 'make-log') {
    around.declared = { ...around.declared, log: { line: at, path: compileText(line.path) } };
  }
}

function compileModel(line: ModelLine): PlanModel {
  const maxTokens = numberOf(line.maxTokens);
  return {
    line: line.range.start.line,
    name: compileText(line.model),
    temp: numberOf(line.temp),
    topP: numberOf(line.topP),
    ...(maxTokens === null ? {} : { maxTokens }),
  };
}

/** The plan of one batch. Its own declarations end with it, except PATH_IN and PATH_OUT. */
export function compileBatch(
  scope: BatchScope,
  number: number,
  before: Surroundings,
  /** Names set outside batches, or by GLOBAL, which exist for the whole run. */
  ofRun: ReadonlySet<string>,
): PlanBatch {
  const { batch, lines } = scope;
  const around = { ...before };
  const loads: PlanLoad[] = [];
  const stepModels: Record<number, PlanModel> = {};
  let step = 0;
  for (const line of lines) {
    if (line.kind === 'step') step += 1;
    if (line.kind === 'model' && step > 0) stepModels[step] = compileModel(line);
    else declare(around, line);
    if (line.kind === 'load') for (const load of compileLoad(line, around.settings)) loads.push(load);
  }
  const driver = driverOf(loads);
  const outputs = lines.filter((line) => line.kind === 'output');
  const counters: BatchCounters = { prompts: 0, runs: 0, steps: 0, expects: 0, outputs };
  const body = compileStatements(batch.body, counters);
  return {
    kind: 'batch',
    number,
    line: batch.range.start.line,
    ...headOf(batch),
    batchType: typeOfBatch(scope),
    pathIn: around.pathIn,
    pathOut: around.pathOut,
    loads,
    driver,
    ...around.declared,
    ...(Object.keys(stepModels).length === 0 ? {} : { stepModels }),
    errorPolicy: errorPolicyOf(lines),
    track: lines.flatMap((line) => (line.kind === 'track' ? line.names.map(({ name }) => name) : [])),
    outputs: outputs.map((line, index) => compileOutput(line, index, { loads, driver, ofRun })),
    stepCount: counters.steps,
    runCount: counters.runs,
    sequential: lines.some((line) => line.kind === 'global'),
    body,
  };
}

function headOf({ start }: Batch): Pick<PlanBatch, 'title' | 'mode'> {
  if (start?.kind !== 'batch-start') return { title: null, mode: null };
  return { title: compileOptionalText(start.title), mode: start.mode?.word ?? null };
}

function compileLoad(line: LoadLine, settings: Settings): PlanLoad[] {
  if (line.type === null) return [];
  return [
    {
      line: line.range.start.line,
      type: line.type.word,
      path: compileText(line.path),
      match: compileOptionalText(line.match),
      ...compileChoice(line),
      ...settings,
    },
  ];
}

/** A source's selection of rows or files, if its LOAD has any. */
function compileChoice(line: LoadLine): Partial<PlanLoad> {
  const { sheet, sheetNumber, header, encoding, where, first, pairs } = line;
  return {
    ...(sheet === null ? {} : { sheet: compileText(sheet) }),
    ...(sheetNumber === null ? {} : { sheet: sheetNumber.value }),
    ...(header === null ? {} : { header: header.value }),
    ...(encoding === null ? {} : { encoding: compileText(encoding) }),
    ...(where === null ? {} : { where: compileExpression(where) }),
    ...compileSort(line),
    ...(first === null ? {} : { first: first.value }),
    ...(pairs ? { pairs } : {}),
  };
}

function compileSort({ sortBy, descending }: LoadLine | OutputLine): { readonly sort?: PlanSort } {
  return sortBy === null ? {} : { sort: { column: compileText(sortBy), descending } };
}

/** Load types that can be the driver, in order of precedence. */
const DRIVERS: readonly LoadType[] = ['WORK', 'FILE', 'LINES', 'DIR'];

function driverOf(loads: readonly PlanLoad[]): number | null {
  for (const type of DRIVERS) {
    const index = loads.findIndex((load) => load.type === type);
    if (index >= 0) return index;
  }
  return null;
}

function errorPolicyOf(lines: readonly Line[]): PlanErrorPolicy {
  const line = lines.findLast((each) => each.kind === 'error');
  if (line === undefined) return { line: null, retries: 0, then: 'SKIP' };
  return { line: line.range.start.line, retries: numberOf(line.retry) ?? 0, then: line.then?.word ?? 'SKIP' };
}

function compileOutput(
  line: OutputLine,
  index: number,
  { loads, driver, ofRun }: Pick<PlanBatch, 'loads' | 'driver'> & { readonly ofRun: ReadonlySet<string> },
): PlanOutput {
  const extension = line.path === null ? null : extensionOfText(line.path);
  const format = OUTPUT_FORMATS.find((known) => known === extension) ?? null;
  const fields = compileFields(line);
  const ownNames = transactionPlaceholders(line.path, ofRun).map(({ name }) => name);
  const usual = ownNames.length > 0 ? 'SEPARATE' : null;
  const driverType = driver === null ? null : (loads[driver]?.type ?? null);
  return {
    index,
    line: line.range.start.line,
    path: compileText(line.path),
    format,
    grouping: line.grouping?.word ?? usual ?? usualGrouping(format, driverType),
    reply: line.format?.word ?? (fields.length > 0 ? 'json' : 'txt'),
    ...(ownNames.length > 0 ? { ownNames } : {}),
    ...(fields.length > 0 ? { fields } : {}),
    ...compileSort(line),
    ...(line.top === null ? {} : { top: line.top.value }),
  };
}

/** The first definition of a duplicate field wins. */
function compileFields(line: OutputLine): PlanField[] {
  const fields = new Map<string, PlanField>();
  for (const { name, kind, choices, optional } of line.fields) {
    if (fields.has(name.written)) continue;
    fields.set(name.written, {
      name: name.written,
      kind: kind?.word ?? null,
      choices: choices.map((choice) => plainText(choice) ?? ''),
      optional,
    });
  }
  return [...fields.values()];
}

/** Tables collect all transactions; documents are one per transaction, named after its file if there is one. */
function usualGrouping(format: OutputFormat | null, driver: LoadType | null): PlanOutput['grouping'] {
  if (format !== 'txt' && format !== 'docx') return 'AGGREGATE';
  return driver === 'WORK' || driver === 'DIR' ? 'MATCH' : 'SEPARATE';
}

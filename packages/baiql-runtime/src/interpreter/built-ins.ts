import type { Person } from '../job.js';
import type { PlainValue } from '../records.js';
import type { ModelTerms } from '../worker/protocol.js';
import type { TransactionState } from './transaction-state.js';

/** Totals of the whole run, as currently known. */
export interface RunStats {
  readonly succeeded: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicroUsd: number;
  readonly savedMicroUsd: number;
}

/** Before anything is sent. */
export const NO_STATS: RunStats = {
  succeeded: 0,
  failed: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicroUsd: 0,
  savedMicroUsd: 0,
};

/** Constant for all transactions of a batch. */
export interface BatchFacts extends Person {
  readonly executionId: string;
  readonly batchType: string;
  readonly modelName: string;
  readonly temperature: number | null;
  readonly topP: number | null;
  /** By STEP number, for STEPs with their own MODEL. */
  readonly stepModels: Readonly<Record<number, ModelTerms>>;
  readonly pathIn: string;
  readonly pathOut: string;
  readonly total: number;
  readonly totalFiles: number;
  readonly stepCount: number;
  readonly startedAtMs: number;
}

/** Before the first batch begins. */
export function factsOutside(executionId: string, person: Person, startedAtMs: number): BatchFacts {
  return {
    executionId,
    ...person,
    batchType: '',
    modelName: '',
    temperature: null,
    topP: null,
    stepModels: {},
    pathIn: '',
    pathOut: '',
    total: 0,
    totalFiles: 0,
    stepCount: 0,
    startedAtMs,
  };
}

export interface BuiltInView {
  readonly facts: BatchFacts;
  readonly figures: () => RunStats;
  readonly nowMs: () => number;
  /** Null outside a batch's body, where names of a transaction have no value. */
  readonly transaction: TransactionState | null;
}

type BuiltIn = (view: BuiltInView) => PlainValue;
type OfTransaction = (transaction: TransactionState, view: BuiltInView) => PlainValue;

const ofRun: Readonly<Record<string, BuiltIn>> = {
  XACTTOT: ({ facts }) => facts.total,
  TOTAL_FILES: ({ facts }) => facts.totalFiles,
  STEPTOT: ({ facts }) => facts.stepCount,
  ERRCT: ({ figures }) => figures().failed,
  SUCCESS: ({ figures }) => figures().succeeded,
  FAILED: ({ figures }) => figures().failed,
  DATE: ({ nowMs }) => localParts(nowMs()).date,
  TIME: ({ nowMs }) => localParts(nowMs()).time,
  DATETIME: ({ nowMs }) => `${localParts(nowMs()).date} ${localParts(nowMs()).time}`,
  TIMESTAMP: ({ nowMs }) => Math.floor(nowMs() / 1_000),
  ELAPTM: ({ facts, nowMs }) => Math.max(0, Math.round(nowMs() - facts.startedAtMs)),
  TOKSIN: ({ figures }) => figures().inputTokens,
  TOKSOUT: ({ figures }) => figures().outputTokens,
  TOKSTOT: ({ figures }) => figures().inputTokens + figures().outputTokens,
  COSTTOT: ({ figures }) => dollars(figures().costMicroUsd),
  CACHESAV: ({ figures }) => dollars(figures().savedMicroUsd),
  BATCHID: ({ facts }) => facts.executionId,
  BATCHTYPE: ({ facts }) => facts.batchType,
  MODELNAME: (view) => ownModel(view)?.model.model ?? view.facts.modelName,
  MODELTEMP: (view) => (ownModel(view) ?? view.facts).temperature ?? '',
  MODELTOPP: (view) => (ownModel(view) ?? view.facts).topP ?? '',
  PATHIN: ({ facts }) => facts.pathIn,
  PATHOUT: ({ facts }) => facts.pathOut,
  USERID: ({ facts }) => facts.userId,
  USERNAME: ({ facts }) => facts.userName,
  SESSIONID: ({ facts }) => facts.sessionId,
};

const ofTransaction: Readonly<Record<string, OfTransaction>> = {
  INPUT: (state) => state.stepInput,
  INPUT_TEXT: ({ input }) => input.fileText ?? input.text,
  LINE: ({ input }) => input.line?.text ?? input.values.join(' '),
  LINENO: ({ input }) => input.line?.number ?? input.number,
  XACT: ({ input }) => input.number,
  LOOPCT: (state) => state.turns.at(-1) ?? 0,
  STEPNUM: (state) => state.step,
  INPUT_TEXT2: ({ input }) => input.second?.text ?? '',
  FILENAME2: ({ input }) => input.second?.name ?? '',
  FILENAME: ({ input }) => input.file?.name ?? '',
  FILEPATH: ({ input }) => input.file?.path ?? '',
  FILESIZE: ({ input }) => input.file?.sizeBytes ?? 0,
  ERRFL: (state) => state.askForFailure(),
  RETRYCT: (state) => state.latest.retries,
  EXECTM: (state) => Math.round(state.latest.tookMs),
  COSTCUR: (state) => dollars(state.latest.costMicroUsd),
  CUTOFF: (state) => (state.latest.isCutOff ? 1 : 0),
  CACHEHIT: (state) => (state.latest.fromCache ? 1 : 0),
};

function ownModel({ facts, transaction }: BuiltInView): ModelTerms | undefined {
  return facts.stepModels[transaction?.step ?? 0];
}

/** The value of a built-in name; undefined for any other. */
export function builtIn(name: string, view: BuiltInView): PlainValue | undefined {
  if (Object.hasOwn(ofRun, name)) return ofRun[name]?.(view);
  if (view.transaction === null || !Object.hasOwn(ofTransaction, name)) return undefined;
  return ofTransaction[name]?.(view.transaction, view);
}

/** Dollars with 6 decimals, as a string, to avoid floating-point errors. */
function dollars(microUsd: number): string {
  return (microUsd / 1_000_000).toFixed(6);
}

function localParts(ms: number): { date: string; time: string } {
  const at = new Date(ms);
  const two = (number: number): string => String(number).padStart(2, '0');
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
  };
}

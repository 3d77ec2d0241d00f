import type { PlanBatch, PlanStatement } from '@promptwell/baiql-lang';
import { factsOutside, type RunStats } from '../interpreter/built-ins.js';
import { leftOutLine } from '../interpreter/limits.js';
import { MemoryLimiter } from '../interpreter/memory-limiter.js';
import { runBody, type BodyEnd } from '../interpreter/run-body.js';
import { RunStop, TransactionError } from '../interpreter/script-error.js';
import type { BatchContext, BodyServices } from '../interpreter/services.js';
import { NO_INPUT } from '../interpreter/transaction-input.js';
import { TransactionState } from '../interpreter/transaction-state.js';
import type { Person } from '../job.js';
import type { PlainValue } from '../records.js';

/** Context of statements outside batches. */
export interface OutsideRun {
  readonly executionId: string;
  readonly person: Person;
  readonly startedAtMs: number;
  readonly base: Map<string, PlainValue>;
  readonly globals: Map<string, PlainValue>;
  readonly assigned: ReadonlySet<string>;
  readonly log: (text: string) => void;
  readonly figures: () => RunStats;
}

/** Executes a statement outside batches once; what it SETs is available to all batches. */
export async function runOutside(run: OutsideRun, statement: PlanStatement): Promise<BodyEnd> {
  const state = new TransactionState(NO_INPUT);
  try {
    const end = await runBody(outsideContext(run), state, [statement]);
    if (state.linesLeftOut > 0) run.log(leftOutLine(state.linesLeftOut, 'transaction'));
    for (const [name, value] of state.variables()) run.base.set(name, value);
    return end;
  } catch (error) {
    if (!(error instanceof TransactionError)) throw error;
    throw new RunStop('script', `Line ${statement.line}: ${error.message}`);
  }
}

const OUTSIDE: PlanBatch = {
  kind: 'batch',
  number: 0,
  line: 0,
  title: null,
  mode: null,
  batchType: null,
  pathIn: [],
  pathOut: [],
  loads: [],
  driver: null,
  model: null,
  limit: null,
  errorPolicy: { line: null, retries: 0, then: 'SKIP' },
  track: [],
  log: null,
  outputs: [],
  stepCount: 0,
  runCount: 0,
  sequential: true,
  body: [],
};

function outsideContext(run: OutsideRun): BatchContext {
  const { executionId, person, startedAtMs, assigned, base, globals } = run;
  const notHere = (): never => {
    throw new TransactionError('Only allowed inside a batch.');
  };
  const services: BodyServices = {
    ask: notHere,
    screen: notHere,
    readFile: notHere,
    previousFailure: () => undefined,
    keepFailure: notHere,
    log: run.log,
    nowMs: () => Date.now(),
    figures: run.figures,
  };
  return {
    batch: OUTSIDE,
    keyVersion: 3,
    sharedHashes: null,
    facts: factsOutside(executionId, person, startedAtMs),
    prompts: new Map(),
    jsonRuns: new Map(),
    handlesFailures: false,
    assigned,
    base,
    globals,
    isDry: false,
    matcher: null,
    room: new MemoryLimiter(),
    services,
  };
}

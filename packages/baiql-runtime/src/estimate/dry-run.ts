import { nameOfHeader } from '@promptwell/baiql-lang/names';
import { assignedGlobals, eachStatement } from '../batch/walk-plan.js';
import { MemoryLimiter } from '../interpreter/memory-limiter.js';
import { NO_STATS } from '../interpreter/built-ins.js';
import { executeTransaction, type PendingTransaction } from '../interpreter/execute-transaction.js';
import { RunStop } from '../interpreter/script-error.js';
import type { Ask, BatchContext } from '../interpreter/services.js';
import { isWithin, OUTPUT_FOLDER } from '../paths/index.js';
import type { PlainValue } from '../records.js';
import type { PreparedBatch } from '../run/prepare-batch.js';

/** The requests of a transaction, as far as they are known without replies. */
export interface DryTransaction {
  readonly number: number;
  readonly asks: readonly Ask[];
  /** Why it would fail before its first request; null if it would not. */
  readonly failure: string | null;
  /** The placeholders of its first prompt, and whether each is empty. */
  readonly filled: ReadonlyMap<string, boolean>;
}

/** Enough to know what a loop sends; one that waits for a reply would never end. */
const MAX_ASKS = 20;

export interface Names {
  readonly base: ReadonlyMap<string, PlainValue>;
  readonly globals: ReadonlyMap<string, PlainValue>;
  readonly assigned: ReadonlySet<string>;
}

export interface DryRunDeps {
  readonly names: Names;
  /** As in a run: the prompt is complete only with the files it includes. */
  readonly readFile: (path: string) => Promise<string>;
}

/** Executes the body of a transaction with empty replies, without sending anything. */
export async function dryRun(
  prepared: PreparedBatch,
  { names, readFile }: DryRunDeps,
  pending: PendingTransaction,
): Promise<DryTransaction> {
  const asks: Ask[] = [];
  const filled = new Map<string, boolean>();
  /** After the first reply a file's name may depend on it, and the run's own outputs may not exist yet. */
  const readKnown = (path: string): Promise<string> =>
    asks.length === 0 && !isWithin(path, OUTPUT_FOLDER) ? readFile(path) : readFile(path).catch(() => '');
  try {
    const context = dryContext(prepared, { names, readFile: readKnown }, asks, filled);
    const { result } = await executeTransaction(context, pending);
    const failed = result.status === 'failed' && asks.length === 0;
    return { number: pending.number, asks, failure: failed ? (result.reason ?? '') : null, filled };
  } catch (error) {
    // Enough is known.
    if (error instanceof RunStop) return { number: pending.number, asks, failure: null, filled };
    throw error;
  }
}

function dryContext(
  { batch, facts, analysis }: PreparedBatch,
  { names, readFile }: DryRunDeps,
  asks: Ask[],
  filled: Map<string, boolean>,
): BatchContext {
  const growing = new Set(assignedGlobals(batch));
  const prompts = new Map(
    [...eachStatement(batch.body)].flatMap((statement) =>
      statement.kind === 'prompt' ? [[statement.prompt, statement.text] as const] : [],
    ),
  );
  return {
    batch,
    keyVersion: 3,
    sharedHashes: null,
    facts,
    prompts,
    jsonRuns: analysis.jsonRuns,
    handlesFailures: analysis.handlesFailures,
    assigned: names.assigned,
    base: names.base,
    globals: new Map(names.globals),
    isDry: true,
    noteFilled: (name, value) => {
      // A GLOBAL's final value is known only at run time.
      if (asks.length === 0 && !growing.has(nameOfHeader(name))) filled.set(name, value.trim() === '');
    },
    matcher: null,
    room: new MemoryLimiter(),
    services: {
      ask(ask) {
        if (asks.length >= MAX_ASKS) throw new RunStop('cancelled', 'Enough is known.');
        asks.push(ask);
        return Promise.resolve({
          kind: 'reply',
          text: '',
          inputTokens: 0,
          outputTokens: 0,
          costMicroUsd: 0,
          replayed: false,
        });
      },
      screen: (text) => Promise.resolve({ kind: 'allowed', text }),
      readFile,
      previousFailure: () => undefined,
      keepFailure: () => Promise.resolve(),
      log: () => undefined,
      nowMs: () => Date.now(),
      figures: () => NO_STATS,
    },
  };
}

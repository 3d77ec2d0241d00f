import { compile, parse } from '@promptwell/baiql-lang';
import { analyseBatch } from '../batch/analyse-batch.js';
import { assignedNames, eachStatement } from '../batch/walk-plan.js';
import { MemoryLimiter } from '../interpreter/memory-limiter.js';
import { executeTransaction, type Executed } from '../interpreter/execute-transaction.js';
import { loadMatcher } from '../interpreter/match.js';
import type { Ask, AskOutcome, BatchContext } from '../interpreter/services.js';
import { columnNames, type TransactionInput } from '../interpreter/transaction-input.js';
import type { ReplyFinish } from '../host.js';
import type { KeyVersion, TransactionResult } from '../records.js';

type Said = string | { readonly failed: string } | { readonly text: string; readonly finish: ReplyFinish };

export interface ScriptRun {
  /** The model's replies in order; the last one repeats. */
  readonly replies?: readonly Said[];
  /** The row's cells by their headers. */
  readonly row?: Readonly<Record<string, string>>;
  readonly input?: Partial<TransactionInput>;
  readonly files?: Readonly<Record<string, string>>;
  /** How the transaction failed in an earlier round. */
  readonly earlier?: TransactionResult;
  /** RUNs that are known to have failed before a crash, by the number at the end of their key. */
  readonly failedBefore?: Readonly<Record<number, string>>;
  readonly blocked?: string;
  readonly keyVersion?: KeyVersion;
  /** Shared with other transactions at work. */
  readonly room?: MemoryLimiter;
}

export interface ScriptOutcome extends Executed {
  readonly asks: readonly Ask[];
  readonly globals: Readonly<Record<string, unknown>>;
  /** RUNs whose failure was recorded before the script sent again. */
  readonly kept: readonly string[];
  /** The reply given to the first OUTPUT, if any. */
  readonly reply: string | undefined;
  readonly tracked: readonly (string | number)[];
}

/** Runs the body of a batch on one transaction, with scripted replies. */
export async function runScript(body: string, run: ScriptRun = {}): Promise<ScriptOutcome> {
  const plan = compile(parse(`BATCH_START\n${body}\nEND_BATCH\n`).tree);
  const batch = plan.items.find((item) => item.kind === 'batch');
  if (batch === undefined) throw new Error('The script has no batch.');
  const asks: Ask[] = [];
  const kept: string[] = [];
  const replies = [...(run.replies ?? ['The reply.'])];
  const headers = Object.keys(run.row ?? {});
  const values = Object.values(run.row ?? {});
  const input: TransactionInput = {
    number: 1,
    label: values[0] ?? '1',
    text: headers.map((header, index) => `${header}: ${values[index] ?? ''}`).join('\n'),
    fileText: null,
    file: null,
    line: null,
    rows: headers.length === 0 ? [] : [{ columns: columnNames(headers), values }],
    references: [],
    values,
    ...run.input,
  };
  const context: BatchContext = {
    batch,
    keyVersion: run.keyVersion ?? 3,
    sharedHashes: null,
    ...analyseBatch(batch),
    facts: {
      executionId: 'x',
      userId: 'u1',
      userName: 'Ada',
      sessionId: 's1',
      batchType: 'EXAMINE',
      modelName: 'mock-small',
      stepModels: {},
      temperature: 0.5,
      topP: null,
      pathIn: '/data/input/',
      pathOut: '/data/output/',
      total: 3,
      totalFiles: 1,
      stepCount: batch.stepCount,
      startedAtMs: 0,
    },
    prompts: new Map(
      [...eachStatement(batch.body)].flatMap((statement) =>
        statement.kind === 'prompt' ? [[statement.prompt, statement.text] as const] : [],
      ),
    ),
    assigned: assignedNames(plan),
    base: new Map(),
    globals: new Map(),
    isDry: false,
    matcher: await loadMatcher(),
    room: run.room ?? new MemoryLimiter(),
    services: {
      ask(ask): Promise<AskOutcome> {
        asks.push(ask);
        const scripted = replies.length > 1 ? replies.shift() : replies[0];
        if (scripted === undefined || (typeof scripted !== 'string' && 'failed' in scripted)) {
          return Promise.resolve({ kind: 'failed', message: scripted?.failed ?? '' });
        }
        const spent = { inputTokens: 10, outputTokens: 5, costMicroUsd: 7, replayed: false };
        const reply = { ...(typeof scripted === 'string' ? { text: scripted } : scripted), ...spent };
        return Promise.resolve({ kind: 'reply', ...reply });
      },
      screen: (text) =>
        Promise.resolve(
          run.blocked === undefined ? { kind: 'allowed', text } : { kind: 'blocked', message: run.blocked },
        ),
      readFile: (path) => Promise.resolve(run.files?.[path] ?? ''),
      previousFailure: (key) => run.failedBefore?.[Number(key.split('/').at(-1))],
      keepFailure(key) {
        kept.push(key);
        return Promise.resolve();
      },
      log: () => undefined,
      nowMs: () => Date.UTC(2026, 10, 20, 12),
      figures: () => ({
        succeeded: 4,
        failed: 2,
        inputTokens: 100,
        outputTokens: 50,
        costMicroUsd: 1_500_000,
        savedMicroUsd: 0,
      }),
    },
  };
  const pending = { number: input.number, label: input.label, load: () => Promise.resolve(input) };
  const executed = await executeTransaction(context, pending, run.earlier ?? null);
  const [first] = executed.result.outputs;
  return {
    ...executed,
    asks,
    kept,
    globals: Object.fromEntries(context.globals),
    reply: first?.result.reply,
    tracked: first?.result.tracked ?? [],
  };
}

import type { Plan } from '@promptwell/baiql-lang';
import { openBatch } from '../batch/open-batch.js';
import { sourceDeps } from '../batch/batch-sources.js';
import { assignedNames } from '../batch/walk-plan.js';
import type { PendingTransaction } from '../interpreter/execute-transaction.js';
import type { TransactionInput } from '../interpreter/transaction-input.js';
import type { InputJob, InputView } from '../job.js';
import type { PlainValue } from '../records.js';
import type { MainCalls } from '../worker/protocol.js';
import { explainStop } from './explain-stop.js';
import { declareBatch } from './prepare-batch.js';
import { openRunMemo } from './run-memo.js';
import { runOutside } from './run-outside.js';
import { TotalsCounter } from './totals.js';

/** Maximum characters of one transaction's input that are shown. */
const MAX_SHOWN_CHARACTERS = 1_000_000;

/** Reads a transaction's row and documents again, to show them beside its reply. */
export async function readInput(main: Pick<MainCalls, 'readText'>, job: InputJob): Promise<InputView> {
  try {
    const input = await findInput(main, job);
    return input === null ? nothing('This transaction is no longer in the files.') : viewOf(input);
  } catch (error) {
    return nothing(explainStop(error).message);
  }
}

const nothing = (problem: string): InputView => ({ rows: [], documents: [], isWhole: true, problem });

async function findInput(main: Pick<MainCalls, 'readText'>, job: InputJob): Promise<TransactionInput | null> {
  const { plan, area, batch: number, memo } = job;
  const { startedAtMs, rules } = openRunMemo(memo, () => Promise.resolve(), Date.now()).current;
  const { batch, values } = await declarationsBefore(plan, number, { ...job, startedAtMs });
  const { fill } = declareBatch({ job, startedAtMs, values }, batch);
  const tools = sourceDeps(main, area, { hasPageMarks: rules === 2 });
  const needs = { input: true, inputText: true, inputText2: true };
  const sources = await openBatch(tools, batch, fill, needs);
  const ending = new AbortController();
  try {
    const pending = await firstOf(sources.transactions(job.number, ending.signal));
    return pending?.number === job.number ? await pending.load() : null;
  } finally {
    ending.abort();
    await sources.close();
  }
}

/** A batch, and the values that the lines before it set. */
async function declarationsBefore(
  plan: Plan,
  number: number,
  { executionId, person, startedAtMs }: InputJob & { startedAtMs: number },
) {
  const base = new Map<string, PlainValue>();
  const globals = new Map<string, PlainValue>();
  const outside = {
    executionId,
    person,
    startedAtMs,
    base,
    globals,
    assigned: assignedNames(plan),
    log: () => undefined,
    figures: () => new TotalsCounter().figures,
  };
  for (const item of plan.items) {
    if (item.kind !== 'batch') await runOutside(outside, item);
    else if (item.number === number) return { batch: item, values: [globals, base] };
  }
  throw new Error(`The plan has no batch ${number}.`);
}

async function firstOf(
  transactions: AsyncIterable<PendingTransaction>,
): Promise<PendingTransaction | undefined> {
  for await (const transaction of transactions) return transaction;
  return undefined;
}

function viewOf({ rows, file, fileText, second, references, source }: TransactionInput): InputView {
  let left = MAX_SHOWN_CHARACTERS;
  let isWhole = true;
  const cut = (text: string): string => {
    const shown = text.slice(0, left);
    left -= shown.length;
    if (shown.length < text.length) isWhole = false;
    return shown;
  };
  const texts = [
    ...(file === null ? [] : [{ name: file.name, path: file.path, text: fileText ?? '' }]),
    ...(second === undefined ? [] : [{ name: second.name, path: null, text: second.text ?? '' }]),
    ...references.map(({ name, text }) => ({ name, path: null, text })),
  ];
  return {
    rows: rows.map(({ columns, values }) =>
      columns.headers.map((name, index) => ({ name, value: cut(values[index] ?? '') })),
    ),
    documents: texts.map(({ name, path, text }) => ({ name, path, text: cut(text) })),
    isWhole,
    problem: null,
    ...(source === undefined ? {} : { source }),
  };
}

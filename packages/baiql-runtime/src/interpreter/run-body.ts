import type { PlanExpression, PlanGetSource, PlanStatement } from '@promptwell/baiql-lang';
import { matchColumns } from '../sources/index.js';
import type { PlainValue } from '../records.js';
import { Budget } from './budget.js';
import { evaluate, fillText } from './evaluate.js';
import { readJsonPath } from './json-path.js';
import { DEEPEST, LIMITS } from './limits.js';
import { createLookup } from './lookup.js';
import { retryLatest, runPrompt, type Sending } from './run-prompt.js';
import { BoundError, TransactionError } from './script-error.js';
import { sendToOutput } from './send-to-output.js';
import type { BatchContext } from './services.js';
import type { TableRow } from './transaction-input.js';
import type { TransactionState } from './transaction-state.js';
import { checkText, isTrue, toText } from './values.js';

/** How a block ended. `failed`: a RUN failed and the script does not handle it. */
export type BodyEnd = 'next' | 'break' | 'skip' | 'halt' | 'failed';

interface Body extends Sending {
  readonly depth: number;
}

/**
 * Executes the statements of one transaction in order.
 * @throws TransactionError fails this transaction; RunStop ends the run.
 */
export function runBody(
  context: BatchContext,
  state: TransactionState,
  statements: readonly PlanStatement[],
): Promise<BodyEnd> {
  const lookup = createLookup(context, state);
  return runStatements({ context, state, lookup, budget: new Budget(), depth: 0 }, statements);
}

async function runStatements(body: Body, statements: readonly PlanStatement[]): Promise<BodyEnd> {
  if (body.depth > DEEPEST) throw new BoundError(`Blocks are nested more than ${DEEPEST} deep.`);
  for (const statement of statements) {
    const pause = body.budget.countStatement();
    if (pause !== undefined) await pause;
    const full = body.state.memoryAvailable();
    if (full !== undefined) await body.budget.waitFor(full);
    body.state.origins.begin();
    const done = runStatement(body, statement);
    const end = typeof done === 'string' ? done : await done;
    if (end !== 'next') return end;
  }
  return 'next';
}

/** Statements without waits return synchronously. */
function runStatement(body: Body, statement: PlanStatement): BodyEnd | Promise<BodyEnd> {
  const { context, state, lookup } = body;
  switch (statement.kind) {
    case 'prompt':
      state.promptIndex = statement.prompt;
      return 'next';
    case 'run':
      // Its reply would hide that the one before is missing.
      if (state.isFailureUnknown) return 'failed';
      return afterSending(body, runPrompt(body, statement));
    case 'retry':
      return afterSending(body, retryLatest(body, statement.times));
    case 'get': {
      const value = valueOf(body, statement.source);
      if (!(value instanceof Promise)) return set(state, statement.name, value);
      return value.then((text) => set(state, statement.name, text));
    }
    case 'set':
      return set(state, statement.name, evaluate(statement.value, lookup));
    case 'global':
      setGlobal(context, statement.name, evaluate(statement.value, lookup));
      state.origins.assigns(statement.name);
      return 'next';
    case 'if': {
      const branch = holds(body, statement.condition) ? statement.then : statement.else;
      return branch.length === 0 ? 'next' : runStatements(deeper(body), branch);
    }
    case 'loop-times':
      return loop(body, statement.body, (turn) => turn <= statement.times);
    case 'loop-while':
      return loop(body, statement.body, () => holds(body, statement.condition));
    case 'loop-until':
      return loop(body, statement.body, () => !holds(body, statement.condition));
    case 'step':
      // Before the first reply there is nothing to pass on.
      if (state.reply !== null) {
        state.stepInput = state.reply;
        state.origins.readsReply(state.lastRun);
        state.origins.assigns('INPUT');
      }
      state.step = statement.step;
      return 'next';
    case 'output':
      if (state.reply === null) state.awaitedOutputs.push(statement.output);
      else if (state.failure === null) sendToOutput(context, state, statement.output, lookup);
      return 'next';
    case 'write-log': {
      const line = fillText(statement.text, lookup);
      if (state.addLogLine(line)) context.services.log(line.slice(0, LIMITS.monitorCharacters));
      return 'next';
    }
    case 'expect':
      if (!context.isDry && state.failure === null) expectOf(body, statement);
      return 'next';
    case 'break':
    case 'skip':
    case 'halt':
      return statement.kind;
    case 'unknown':
      // Reported once when the run begins; the engine does not guess the intent.
      return 'next';
  }
}

function holds({ context, state, lookup }: Body, condition: PlanExpression): boolean {
  state.origins.begin();
  try {
    return isTrue(evaluate(condition, lookup));
  } catch (error) {
    // An estimate has no replies to compare, and continues with what follows the condition.
    if (context.isDry && state.reply !== null && error instanceof TransactionError) return false;
    throw error;
  }
}

/** EXPECT fails no transaction: what cannot be compared is not what was expected. */
function expectOf(
  { context, state, lookup }: Body,
  { expect, condition, label }: Extract<PlanStatement, { kind: 'expect' }>,
): void {
  const isSo = (): boolean => {
    try {
      return isTrue(evaluate(condition, lookup));
    } catch (error) {
      if (error instanceof TransactionError && !(error instanceof BoundError)) return false;
      throw error;
    }
  };
  const isMet = isSo() && state.expects.get(expect)?.isMet !== false;
  const { facts } = context;
  const model = facts.stepModels[state.step]?.model.model ?? facts.modelName;
  state.expects.set(expect, {
    label: fillText(label, lookup).slice(0, LIMITS.labelCharacters),
    model,
    isMet,
  });
}

async function afterSending({ context, state }: Body, sending: Promise<void>): Promise<BodyEnd> {
  await sending;
  return state.failure === null || context.handlesFailures ? 'next' : 'failed';
}

async function loop(
  body: Body,
  statements: readonly PlanStatement[],
  goesOn: (turn: number) => boolean,
): Promise<BodyEnd> {
  const { state, budget } = body;
  const inner = deeper(body);
  state.turns.push(0);
  try {
    for (let turn = 1; ; turn += 1) {
      const pause = budget.countStatement();
      if (pause !== undefined) await pause;
      state.turns[state.turns.length - 1] = turn;
      if (!goesOn(turn)) return 'next';
      budget.countIteration(turn);
      const end = await runStatements(inner, statements);
      if (end === 'break') return 'next';
      if (end !== 'next') return end;
    }
  } finally {
    state.turns.pop();
  }
}

function deeper(body: Body): Body {
  return { ...body, depth: body.depth + 1 };
}

const OF_REPLY: ReadonlySet<PlanGetSource['kind']> = new Set(['reply', 'json', 'match']);

/** The value for GET; only files are asynchronous. */
function valueOf(
  { context, state, lookup, budget }: Body,
  source: PlanGetSource,
): PlainValue | Promise<string> {
  const reply = state.reply ?? '';
  if (OF_REPLY.has(source.kind)) state.origins.readsReply(state.lastRun);
  switch (source.kind) {
    case 'reply':
      return reply;
    case 'column-number':
      return cell(state, () => source.column - 1, `column ${source.column}`);
    case 'column-name': {
      const header = fillText(source.header, lookup);
      const asked = `column ${JSON.stringify(header)}`;
      return cell(state, ({ columns }) => onlyColumn(columns.headers, header), asked);
    }
    case 'json':
      // After a failed RUN there is nothing to read; the failure is reported.
      if (state.failure !== null) return '';
      return readJsonPath(reply, fillText(source.path, lookup), state.sent?.request.fields);
    case 'match':
      return context.matcher?.(fillText(source.pattern, lookup), reply) ?? '';
    case 'file':
      return budget.waitFor(context.services.readFile(fillText(source.path, lookup)));
  }
}

function set(state: TransactionState, name: string, value: PlainValue): 'next' {
  state.setVariable(name, value);
  return 'next';
}

/**
 * Like BQ424, which is reported before a run if the table is known: the first of several columns may be the wrong one.
 */
function onlyColumn(headers: readonly string[], wanted: string): number | null {
  const [place = null, ...others] = matchColumns(headers, wanted);
  if (place === null || others.length === 0) return place;
  const fitting = [place, ...others].map((each) => headers[each]).join(', ');
  throw new TransactionError(
    `COL ${JSON.stringify(wanted)} fits several columns: ${fitting}. Use the whole header.`,
  );
}

/** The first of the transaction's rows that has the column provides the value. */
function cell({ input }: TransactionState, placeOf: (row: TableRow) => number | null, asked: string): string {
  for (const row of input.rows) {
    const place = placeOf(row);
    if (place !== null && place < row.columns.headers.length) return row.values[place] ?? '';
  }
  if (input.rows.length === 0) {
    throw new TransactionError(`There’s no row here, so there’s no ${asked}.`);
  }
  const headers = input.rows.flatMap(({ columns }) => columns.headers);
  throw new TransactionError(`There is no ${asked}. The columns are ${headers.slice(0, 12).join(', ')}.`);
}

function setGlobal({ globals }: BatchContext, name: string, value: PlainValue): void {
  if (!globals.has(name) && globals.size >= LIMITS.variables) {
    throw new BoundError(
      `A run can have up to ${LIMITS.variables.toLocaleString('en')} GLOBALs; ${name} exceeds that.`,
    );
  }
  const checked = typeof value === 'string' ? checkText(value) : value;
  let characters = toText(checked).length;
  for (const [other, kept] of globals) if (other !== name) characters += toText(kept).length;
  if (characters > LIMITS.globalCharacters) {
    throw new BoundError(
      `A run’s GLOBALs can have up to ${LIMITS.globalCharacters.toLocaleString('en')} characters in total; ${name} exceeds that.`,
    );
  }
  globals.set(name, checked);
}

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import { columnNumber } from '../../source/names.js';
import {
  blocksOf,
  type Expression,
  type Loop,
  type PromptLine,
  type RunLine,
  type Statement,
  visitExpression,
  visitReads,
  visitStatements,
} from '../../tree/index.js';
import { SAME_IN_LOOPS } from '../../vocabulary/names.js';
import { checkEach, type RuleContext } from '../rule.js';
import { namesOfLookAlikes } from './look-alikes.js';

/** Loops whose condition never changes. */
export function endlessLoops(context: RuleContext): Diagnostic[] {
  const changesByItself = engineChanges(context);
  // Unset names are reported elsewhere.
  const unset = new Set(
    context.symbols.names.flatMap(({ kind, name }) => (kind === 'undefined' ? [name] : [])),
  );
  const found: Diagnostic[] = [];
  visitStatements(context.tree.statements, (statement) => {
    if (statement.kind !== 'loop' || statement.end === null || statement.start.kind !== 'loop-start') return;
    const { condition } = statement.start;
    if (condition === null || statement.start.broken || canEnd(statement, condition, changesByItself)) return;
    const read: string[] = [];
    visitReads(statement.start, ({ name }) => read.push(name));
    if (read.some((name) => unset.has(name))) return;
    found.push(report('BQ602', "This loop's condition never changes inside it", condition.range));
  });
  return found;
}

/**
 * RUNs that send the same request in every iteration of their loop. Within a run, identical requests share one reply.
 */
export function unchangingRuns(context: RuleContext): Diagnostic[] {
  const { source, tree, symbols } = context;
  // An undefined name may be intended for a result of the previous iteration.
  const unclear = symbols.names.some(({ kind }) => kind === 'undefined');
  if (unclear || namesOfLookAlikes(context).size > 0) return [];
  const changesByItself = engineChanges(context);
  const known = new Map<Loop, ReadonlySet<string> | null>();
  return checkEach(runsInLoops(tree.statements, null, null), ({ run, prompt, loop }) => {
    const isUnclear = run.broken || prompt.broken || (loop.start.kind === 'loop-start' && loop.start.broken);
    if (isUnclear || run.cache !== null) return [];
    let changed = known.get(loop);
    if (changed === undefined) known.set(loop, (changed = namesChangedIn(loop)));
    const sent: string[] = [];
    visitReads(prompt, ({ name }) => sent.push(name));
    if (changed === null || sent.some((name) => changesByItself(name) || changed.has(name))) return [];
    const { range } = run.command;
    const end = range.end.offset;
    const fixes = [replaceFix('Add NOCACHE', source.range(end, end), ' NOCACHE')];
    return [
      report('BQ419', 'Each pass of this loop sends the same prompt and gets the same reply', range, {
        fixes,
      }),
    ];
  });
}

/** True for built-ins that change during a loop. */
function engineChanges({ symbols }: RuleContext): (name: string) => boolean {
  const assignedBuiltIns = new Set(
    symbols.names.filter(({ kind }) => kind === 'built-in' || kind === 'input').map(({ name }) => name),
  );
  return (name) => assignedBuiltIns.has(name) && !SAME_IN_LOOPS.has(name) && columnNumber(name) === null;
}

function canEnd(loop: Loop, condition: Expression, changesByItself: (name: string) => boolean): boolean {
  const reads = new Set<string>();
  visitExpression(
    condition,
    (text) => {
      for (const part of text.parts) if (part.kind === 'placeholder') reads.add(part.name);
    },
    (name) => reads.add(name.name),
  );
  let ends = [...reads].some(changesByItself);
  visitStatements(loop.body, (statement) => {
    const name = assigned(statement);
    ends ||= LEAVING.has(statement.kind) || (name !== null && reads.has(name));
  });
  return ends;
}

/** Statements that may end a loop, including unknown lines. */
const LEAVING = new Set<Statement['kind']>(['break', 'skip', 'halt', 'unknown']);

/** A RUN directly in a loop, with the prompt it sends in every iteration. */
interface RunInLoop {
  readonly run: RunLine;
  readonly prompt: PromptLine;
  readonly loop: Loop;
}

function* runsInLoops(
  statements: readonly Statement[],
  loop: Loop | null,
  before: PromptLine | null,
): Generator<RunInLoop> {
  let prompt = before;
  for (const statement of statements) {
    if (statement.kind === 'prompt') prompt = statement;
    if (statement.kind === 'run' && loop !== null && prompt !== null) yield { run: statement, prompt, loop };
    const setsPrompt = holdsPrompt(statement);
    // A loop with its own prompts begins its later iterations with one of them.
    const first = statement.kind === 'loop' && setsPrompt ? null : prompt;
    for (const block of blocksOf(statement))
      yield* runsInLoops(block, statement.kind === 'loop' ? statement : null, first);
    if (setsPrompt) prompt = null;
  }
}

function holdsPrompt(statement: Statement): boolean {
  let holds = false;
  for (const block of blocksOf(statement))
    visitStatements(block, ({ kind }) => (holds ||= kind === 'prompt'));
  return holds;
}

/** The names a loop assigns. Null if it may do more, or retries failures, which have no reply yet. */
function namesChangedIn(loop: Loop): ReadonlySet<string> | null {
  const names = new Set<string>();
  let isClear = loop.end !== null;
  visitStatements([loop], (statement) => {
    const name = assigned(statement);
    if (name !== null) names.add(name);
    isClear &&= !UNCLEAR.has(statement.kind);
    if (statement.kind === 'batch') return;
    visitReads('start' in statement ? statement.start : statement, ({ name: read }) => {
      isClear &&= !ABOUT_RUN.has(read);
    });
  });
  return isClear ? names : null;
}

/** Unknown lines, and those not allowed in a loop. */
const UNCLEAR = new Set<Statement['kind']>(['unknown', 'step', 'batch']);

const ABOUT_RUN: ReadonlySet<string> = new Set(['ERRFL', 'CUTOFF']);

function assigned(statement: Statement): string | null {
  const assigns = statement.kind === 'get' || statement.kind === 'set' || statement.kind === 'global';
  return assigns ? (statement.name?.name ?? null) : null;
}

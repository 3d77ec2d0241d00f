import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.js';
import { addLineAfterFix } from '../../diagnostics/line-fixes.js';
import { replaceFix, report } from '../../diagnostics/report.js';
import type { Range } from '../../source/position.js';
import type { Source } from '../../source/source.js';
import { blocksOf, type Line, type PromptLine, type Statement } from '../../tree/index.js';
import type { BatchScope } from '../scopes.js';
import type { RuleContext } from '../rule.js';

/** True if a line runs the prompt, or may be intended to. */
function runs(line: Line | Statement): boolean {
  return (
    line.kind === 'run' || (line.kind === 'unknown' && (line.presumed === 'RUN' || line.presumed === null))
  );
}

function isPrompt(line: Line): boolean {
  return line.kind === 'prompt' || (line.kind === 'unknown' && line.presumed === 'PROMPT');
}

/** RUNs without a prompt, prompts without a RUN, batches without either. */
export function prompts(context: RuleContext): Diagnostic[] {
  const misplaced = context.scopes.placements.find(
    ({ line, batch }) => batch === null && isPrompt(line),
  )?.line;
  return context.scopes.batches
    .filter(({ batch }) => !batch.damaged)
    .flatMap((scope) => {
      const early = runWithoutPrompt(scope, misplaced ?? null);
      // A RUN before its PROMPT explains why the PROMPT is never run.
      return early.length > 0 ? early : [...promptsNeverRun(context, scope), ...sendsNothing(scope)];
    });
}

function runWithoutPrompt({ lines }: BatchScope, misplaced: Line | null): Diagnostic[] {
  const run = lines.find((line) => line.kind === 'run');
  if (run === undefined) return [];
  // A PROMPT before its batch has its own diagnostic.
  if (misplaced !== null && misplaced.range.start.offset < run.range.start.offset) return [];
  const before = lines.slice(0, lines.indexOf(run));
  if (before.some((line) => isPrompt(line) || line.kind === 'unknown')) return [];
  return [report('BQ211', 'RUN must appear after PROMPT', run.command.range)];
}

function sendsNothing({ batch, lines }: BatchScope): Diagnostic[] {
  const start = batch.start;
  if (start?.kind !== 'batch-start' || batch.end === null) return [];
  // A PROMPT without a RUN is reported at the PROMPT.
  if (lines.some((line) => line.kind === 'prompt' || line.kind === 'run' || line.kind === 'unknown'))
    return [];
  return [report('BQ217', 'This batch sends nothing (no RUN)', start.command.range)];
}

function promptsNeverRun({ source }: RuleContext, { batch, lines }: BatchScope): Diagnostic[] {
  const ran = new Set<PromptLine>();
  follow(batch.body, ran);
  return lines
    .filter((line) => line.kind === 'prompt')
    .filter((line) => !line.broken && !ran.has(line))
    .map((line) => {
      const add = addLineAfterFix(source, line.range.end.offset, line.range.start.offset, 'RUN');
      const fixes = [joinFix(source, line, lines[lines.indexOf(line) + 1]), add];
      return report('BQ216', 'This PROMPT is never run', line.command.range, { fixes });
    });
}

/** A role and a task in two consecutive PROMPTs: only one text is sent. */
function joinFix(source: Source, { text }: PromptLine, next: Line | undefined): Fix | null {
  if (next?.kind !== 'prompt' || next.broken || text === null || next.text === null) return null;
  const between = source.text.slice(text.range.end.offset, next.text.range.start.offset);
  if (text.form !== next.text.form || !/^\s+PROMPT\s+$/i.test(between)) return null;
  const quotes = text.form === 'block' ? 3 : 1;
  const range = source.range(text.range.end.offset - quotes, next.text.range.start.offset + quotes);
  return replaceFix('Make it one with the next PROMPT', range, text.form === 'block' ? '' : '\\n');
}

/** The effect of statements on prompts. Computed once per block, so that deep nesting stays linear. */
interface Flow {
  /** True if they may run an earlier prompt. */
  readonly runsEarlier: boolean;
  /** True if an earlier prompt may still be current after them. */
  readonly keepsEarlier: boolean;
  /** Their own prompts that may be current after them and have not been run. */
  readonly waiting: readonly PromptLine[];
}

/** Follows statements and records the prompts they run. */
function follow(body: readonly Statement[], ran: Set<PromptLine>): Flow {
  let runsEarlier = false;
  let keepsEarlier = true;
  let waiting: PromptLine[] = [];
  const runAll = (): void => {
    for (const prompt of waiting) ran.add(prompt);
    waiting = [];
    runsEarlier ||= keepsEarlier;
  };
  for (const statement of body) {
    if (statement.kind === 'prompt') {
      waiting = [statement];
      keepsEarlier = false;
    } else if (runs(statement)) {
      runAll();
    } else if (statement.kind === 'if') {
      const branches = [follow(statement.then, ran), follow(statement.else?.body ?? [], ran)];
      if (branches.some((branch) => branch.runsEarlier)) runAll();
      if (!branches.some((branch) => branch.keepsEarlier)) {
        waiting = [];
        keepsEarlier = false;
      }
      for (const branch of branches) for (const prompt of branch.waiting) waiting.push(prompt);
    } else if (statement.kind === 'loop') {
      const turn = follow(statement.body, ran);
      for (const prompt of turn.waiting) waiting.push(prompt);
      // A second iteration begins with the state the first one left.
      if (turn.runsEarlier) runAll();
    }
  }
  return { runsEarlier, keepsEarlier, waiting };
}

/** Statements after one that always leaves their block. */
export function unreachable({ tree, scopes, reportedCodes }: RuleContext): Diagnostic[] {
  // A statement that seems to leave its block may be inside an IF or LOOP whose beginning is missing.
  if (reportedCodes.has('BQ203') || reportedCodes.has('BQ204') || reportedCodes.has('BQ215')) return [];
  // Misplaced statements have their own diagnostic.
  const inPlace = new Set<Line>(
    scopes.placements
      .filter(({ line, inLoop, batch }) => (line.kind === 'break' ? inLoop : batch !== null))
      .map(({ line }) => line),
  );
  const found: Diagnostic[] = [];
  /** Reports unreachable statements of a block; returns true if the block is always left. */
  const check = (body: readonly Statement[]): boolean => {
    let leaving: Statement | null = null;
    let isReported = false;
    // An unknown line may be the IF that contains it.
    let isDoubtful = false;
    for (const statement of body) {
      isDoubtful ||= statement.kind === 'unknown';
      if (leaving !== null && !isReported && !DECLARATIONS.has(statement.kind)) {
        const related = [{ message: 'The block always ends here', range: wordOf(leaving) }];
        found.push(report('BQ218', 'Never reached', wordOf(statement), { related }));
        isReported = true;
      }
      if (leaves(statement) && !isDoubtful) leaving ??= statement;
    }
    return leaving !== null;
  };
  const leaves = (statement: Statement): boolean => {
    // On a line with an error, as in SKIP UNLESS, the rest may be a condition.
    if (statement.kind === 'halt') return !statement.broken;
    if (statement.kind === 'skip' || statement.kind === 'break') {
      return !statement.broken && inPlace.has(statement);
    }
    const blocks = blocksOf(statement).map(check);
    return statement.kind === 'if' && blocks.length === 2 && blocks.every((isLeft) => isLeft);
  };
  check(tree.statements);
  return found;
}

/** Declarations, which take effect before the batch begins wherever they are; and unknown lines. */
const DECLARATIONS = new Set<Statement['kind']>([
  'path-in',
  'path-out',
  'load',
  'model',
  'limit',
  'make-log',
  'track',
  'error',
  'unknown',
]);

/** The short range of a statement: its command. */
function wordOf(statement: Statement): Range {
  if (statement.kind === 'batch') return (statement.start ?? statement).range;
  if (statement.kind === 'if' || statement.kind === 'loop') return statement.start.command.range;
  return statement.command.range;
}

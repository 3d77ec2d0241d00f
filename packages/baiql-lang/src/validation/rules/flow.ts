import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { addLineAfterFix } from '../../diagnostics/line-fixes.js';
import { report } from '../../diagnostics/report.js';
import type { Range } from '../../source/position.js';
import type { Line, PromptLine, Statement } from '../../tree/index.js';
import { blocksOf } from '../../tree/index.js';
import type { BatchScope } from '../scopes.js';
import type { RuleContext } from '../rule.js';

/** Whether a line runs the prompt, or may have been meant to. */
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
  return context.scopes.batches
    .filter(({ batch }) => !batch.damaged)
    .flatMap((scope) => {
      const early = runWithoutPrompt(scope);
      // A RUN that stands before its PROMPT is why the PROMPT is never run.
      return early.length > 0 ? early : [...promptsNeverRun(context, scope), ...sendsNothing(scope)];
    });
}

function runWithoutPrompt({ lines }: BatchScope): Diagnostic[] {
  const run = lines.find((line) => line.kind === 'run');
  if (run === undefined || run.recovered) return [];
  const before = lines.slice(0, lines.indexOf(run));
  if (before.some((line) => isPrompt(line) || line.kind === 'unknown')) return [];
  return [report('BQ211', 'RUN must appear after PROMPT', run.command.range)];
}

function sendsNothing({ batch, lines }: BatchScope): Diagnostic[] {
  const start = batch.start;
  if (start?.kind !== 'batch-start' || batch.end === null) return [];
  // A PROMPT without a RUN has been spoken of at its own place.
  if (lines.some((line) => line.kind === 'prompt' || line.kind === 'run' || line.kind === 'unknown'))
    return [];
  return [report('BQ217', 'This batch sends nothing (no RUN)', start.command.range)];
}

type Prompts = ReadonlySet<PromptLine>;

function promptsNeverRun({ source }: RuleContext, { batch, lines }: BatchScope): Diagnostic[] {
  const ran = new Set<PromptLine>();
  follow(batch.body, new Set(), ran);
  return lines
    .filter((line) => line.kind === 'prompt')
    .filter((line) => !line.broken && !line.recovered && !ran.has(line))
    .map((line) => {
      const fix = addLineAfterFix(source, line.range.end.offset, line.range.start.offset, 'RUN');
      return report('BQ216', 'This PROMPT is never run', line.command.range, { fixes: [fix] });
    });
}

/** Follows the body with the prompts that may be the current one, notes those that are run, and gives those at its end. */
function follow(body: readonly Statement[], before: Prompts, ran: Set<PromptLine>): Prompts {
  let current = before;
  for (const statement of body) {
    if (statement.kind === 'prompt') current = new Set([statement]);
    else if (runs(statement)) for (const prompt of current) ran.add(prompt);
    else if (statement.kind === 'if') {
      const then = follow(statement.then, current, ran);
      current = union(then, statement.else === null ? current : follow(statement.else.body, current, ran));
    } else if (statement.kind === 'loop') {
      const once = follow(statement.body, current, ran);
      // A second turn begins with what the first one left.
      current = union(current, follow(statement.body, union(current, once), ran));
    }
  }
  return current;
}

function union(left: Prompts, right: Prompts): Prompts {
  return new Set([...left, ...right]);
}

/** Statements after one that always leaves their block. */
export function unreachable({ tree, scopes, said }: RuleContext): Diagnostic[] {
  // What seems to leave its block always may stand in an IF or a LOOP whose beginning is missing.
  if (said.has('BQ203') || said.has('BQ204') || said.has('BQ215')) return [];
  // Where they cannot stand, something else is said about them.
  const inPlace = new Set<Line>(
    scopes.placements
      .filter(({ line, inLoop, batch }) => (line.kind === 'break' ? inLoop : batch !== null))
      .map(({ line }) => line),
  );
  const found: Diagnostic[] = [];
  const check = (body: readonly Statement[]): void => {
    const at = body.findIndex((statement) => leaves(statement, inPlace));
    const after = body.slice(at + 1).find((statement) => !DECLARATIONS.has(statement.kind));
    const leaving = body[at];
    if (leaving !== undefined && after !== undefined) {
      const related = [{ message: 'The block always ends here', range: wordOf(leaving) }];
      found.push(report('BQ218', 'Never reached', wordOf(after), { related }));
    }
    for (const statement of body) for (const block of blocksOf(statement)) check(block);
  };
  check(tree.statements);
  return found;
}

/** What is read once, before the batch begins, wherever it stands; and what is not understood. */
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

function leaves(statement: Statement, inPlace: ReadonlySet<Line>): boolean {
  if (statement.kind === 'halt') return !statement.recovered;
  if (statement.kind === 'skip' || statement.kind === 'break') {
    return inPlace.has(statement) && !statement.recovered;
  }
  return (
    statement.kind === 'if' &&
    statement.else !== null &&
    statement.then.some((inner) => leaves(inner, inPlace)) &&
    statement.else.body.some((inner) => leaves(inner, inPlace))
  );
}

/** A statement's place in short: its command. */
function wordOf(statement: Statement): Range {
  if (statement.kind === 'batch') return (statement.start ?? statement).range;
  if (statement.kind === 'if' || statement.kind === 'loop') return statement.start.command.range;
  return statement.command.range;
}

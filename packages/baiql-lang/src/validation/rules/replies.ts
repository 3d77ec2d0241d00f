import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { addLineBeforeFix } from '../../diagnostics/line-fixes.js';
import { report } from '../../diagnostics/report.js';
import {
  blocksOf,
  type GetLine,
  type Line,
  plainText,
  type PromptLine,
  type Statement,
  visitReads,
} from '../../tree/index.js';
import { OF_TRANSACTION } from '../../vocabulary/names.js';
import type { LoadType } from '../../vocabulary/file-kinds.js';
import { BUILT_IN_WORDS } from '../../vocabulary/vocabulary.js';
import { checkEach, type RuleContext } from '../rule.js';
import type { BatchScope } from '../scopes.js';
import { namesOfLookAlikes } from './look-alikes.js';

/** GET of a reply before any RUN. */
export function replyBeforeRun({ scopes }: RuleContext): Diagnostic[] {
  return checkEach(scopes.batches, ({ batch, lines }) => {
    const run = lines.findIndex(({ kind }) => kind === 'run');
    // Without any RUN another diagnostic applies.
    if (batch.damaged || run < 0) return [];
    return lines
      .slice(0, run)
      .filter((line) => line.kind === 'get' && !line.broken && readsReply(line))
      .filter((line) => !lines.slice(0, lines.indexOf(line)).some(({ kind }) => MAY_BRING_REPLY.has(kind)))
      .map((line) => report('BQ410', 'There is no reply yet', line.command.range));
  });
}

export function readsReply({ from }: GetLine): boolean {
  return from === null || from.word === 'JSON' || from.word === 'MATCH';
}

/** RETRYs intended to get a better reply: they only repeat failed requests. */
export function uselessRetries({ lines, scopes }: RuleContext): Diagnostic[] {
  const ofReplies = new Set(
    lines.of('get').flatMap((line) => (readsReply(line) ? (line.name?.name ?? []) : [])),
  );
  const retriesIn = (statements: readonly Statement[], isAsked: boolean): Line[] =>
    statements.flatMap((statement) => {
      if (statement.kind === 'retry') return isAsked ? [statement] : [];
      if (statement.kind !== 'if') return blocksOf(statement).flatMap((block) => retriesIn(block, isAsked));
      const read: string[] = [];
      visitReads(statement.start, ({ name }) => read.push(name));
      if (read.includes('ERRFL')) return [];
      const asks = isAsked || read.some((name) => ofReplies.has(name));
      return blocksOf(statement).flatMap((block) => retriesIn(block, asks));
    });
  return checkEach(scopes.batches, ({ batch }) =>
    retriesIn(batch.body, false).map(({ command }) =>
      report('BQ421', 'RETRY asks again only after a failure, and here there is a reply', command.range),
    ),
  );
}

/** In a loop a previous iteration may have had a RUN, and an unknown line may be one. */
const MAY_BRING_REPLY = new Set<Line['kind']>(['loop-start', 'unknown']);

/** Empty prompts, which the engine does not send. */
export function emptyPrompts({ lines, reportedCodes }: RuleContext): Diagnostic[] {
  // Its text may be in the unknown lines below.
  if (reportedCodes.has('BQ103')) return [];
  return checkEach(lines.of('prompt'), (line) =>
    line.broken || !isEmpty(line) ? [] : [report('BQ105', 'PROMPT requires a text', line.command.range)],
  );
}

const isEmpty = ({ text }: PromptLine): boolean => text?.closed === true && plainText(text)?.trim() === '';

/** Prompts that are identical for every row, line or file. */
export function samePrompts(context: RuleContext): Diagnostic[] {
  const names = namesOfLookAlikes(context);
  return checkEach(context.scopes.batches, (scope) => {
    const what = transactionKind(scope);
    if (what === null || scope.batch.damaged || names.size > 0) return [];
    return scope.lines
      .filter((line) => line.kind === 'prompt' && !line.broken && line.text !== null)
      .filter(
        (line): line is PromptLine => line.kind === 'prompt' && !readsTransaction(line) && !isEmpty(line),
      )
      .map((line) =>
        report(
          'BQ409',
          `This prompt reads nothing of its ${what}: every transaction would send the same text`,
          line.command.range,
        ),
      );
  });
}

/** Files that are processed, or joined to rows, but whose text no line of the batch uses. */
export function unreadFiles(context: RuleContext): Diagnostic[] {
  const { symbols, scopes } = context;
  // An undefined name may be intended for their text.
  if (symbols.names.some(({ kind }) => kind === 'undefined') || namesOfLookAlikes(context).size > 0)
    return [];
  return checkEach(scopes.batches, ({ batch, lines, loads }) => {
    const work = loads.find(({ type }) => type?.word === 'WORK');
    const files = work ?? loads.find(({ type }) => type?.word === 'DIR');
    const isWithRows = loads.some(({ type }) => type?.word === 'FILE' || type?.word === 'LINES');
    const isUncertain = batch.damaged || lines.some((line) => line.broken || mayReadFiles(line));
    if (files === undefined || isUncertain) return [];
    const read = new Set<string>();
    for (const line of lines) visitReads(line, ({ name }) => read.add(name));
    // For rows {INPUT} is the row. For files it is their text.
    const isInput = work !== undefined || !isWithRows;
    const isRead = read.has('INPUT_TEXT') || (isInput && read.has('INPUT'));
    if (isRead || !lines.some(({ kind }) => kind === 'run') || files.path === null) return [];
    const missing = isWithRows ? '{INPUT_TEXT}' : '{INPUT}';
    return [report('BQ416', `Nothing reads the text of these files (no ${missing})`, files.path.range)];
  });
}

const mayReadFiles = (line: Line): boolean =>
  line.kind === 'unknown' || (line.kind === 'get' && line.file !== null);

/** The kind of transaction of a batch, if only placeholders bring it into the prompt. */
function transactionKind({ loads, lines }: BatchScope): string | null {
  const sources = loads.filter(({ type }) => type?.word !== 'REF');
  const [first] = sources;
  // With several, only whether the files are read matters; and an unknown line may be another.
  if (first === undefined || sources.length > 1 || lines.some(({ kind }) => kind === 'unknown')) return null;
  return first.broken || first.type === null ? null : WORKED_THROUGH[first.type.word];
}

const WORKED_THROUGH: Readonly<Record<LoadType, string | null>> = {
  FILE: 'row',
  LINES: 'line',
  WORK: 'file',
  DIR: 'file',
  REF: null,
};

function readsTransaction({ text }: PromptLine): boolean {
  return (text?.parts ?? []).some(
    (part) =>
      part.kind === 'placeholder' && (!BUILT_IN_WORDS.has(part.name) || OF_TRANSACTION.has(part.name)),
  );
}

/** Batches whose replies are not used. */
export function repliesKept({ source, scopes }: RuleContext): Diagnostic[] {
  return checkEach(scopes.batches, ({ batch: { start, end, damaged }, lines }) => {
    if (start?.kind !== 'batch-start' || end === null || damaged || start.mode?.word === 'VALIDATE')
      return [];
    if (!lines.some(({ kind }) => kind === 'run') || lines.some(({ kind }) => KEEPING.has(kind))) return [];
    const fix = addLineBeforeFix(
      source,
      end.range.start.offset,
      `${start.range.start.column === end.range.start.column ? '  ' : ''}OUTPUT "replies.csv"`,
      'Add OUTPUT',
    );
    return [report('BQ506', 'Nothing keeps the replies (no OUTPUT)', start.command.range, { fixes: [fix] })];
  });
}

/** Statements that use replies, or may. */
const KEEPING = new Set<Line['kind']>(['output', 'write-log', 'global', 'unknown']);

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import { type Line, type Loop, type Statement, visitReads, visitStatements } from '../../tree/index.js';
import { checkEach, type RuleContext } from '../rule.js';
import type { BatchScope } from '../scopes.js';
import { readsReply } from './replies.js';

/**
 * RUNs whose reply is paid for and lost: on every path another reply replaces it, or the batch ends, before it is used.
 * Often a later prompt was meant to know it, as in a chat.
 */
export function lostReplies({ scopes }: RuleContext): Diagnostic[] {
  return checkEach(scopes.batches, (scope) => {
    const { batch, lines } = scope;
    const isDry = batch.start?.kind === 'batch-start' && batch.start.mode?.word === 'VALIDATE';
    // An unknown line may use a reply; if none is used at all, another diagnostic applies.
    if (batch.damaged || isDry || lines.some(isUnclear) || !lines.some(takes)) return [];
    const taken = new Replies(scope).taken;
    return lines
      .filter((line) => line.kind === 'run' && !taken.has(line))
      .map(({ command }) => report('BQ417', 'Nothing uses this reply (no GET, no OUTPUT)', command.range));
  });
}

/** True if a reply would be used after a statement, and after its loop. */
interface Wanted {
  readonly after: boolean;
  readonly atBreak: boolean;
}

/** The RUNs of a batch whose reply is used on some path; a backward data-flow analysis. */
class Replies {
  readonly taken = new Set<Line>();
  /** An OUTPUT before any RUN takes the transaction's last reply. */
  readonly #atEnd: boolean;
  /** Loops already analyzed, which may be nested, by what is expected of them. */
  readonly #known = new Map<string, boolean>();

  constructor({ batch, lines }: BatchScope) {
    const firstRun = lines.findIndex(({ kind }) => kind === 'run');
    this.#atEnd = lines.slice(0, firstRun).some(({ kind }) => kind === 'output');
    let after = this.#atEnd;
    let readsInput = false;
    for (const statement of batch.body.toReversed()) {
      if (statement.kind === 'step') {
        after ||= readsInput;
        readsInput = false;
      } else {
        after = this.#isWantedBefore(statement, { after, atBreak: false });
        readsInput ||= readsAny([statement], INPUT);
      }
    }
  }

  #isWantedBefore(statement: Statement, { after, atBreak }: Wanted): boolean {
    if (statement.kind === 'run') {
      if (after) this.taken.add(statement);
      return false;
    }
    if (statement.kind === 'break') return atBreak;
    if (statement.kind === 'skip') return false;
    if (statement.kind === 'halt') return this.#atEnd;
    if (statement.kind === 'batch') return after;
    if (statement.kind === 'if') {
      const ways = [statement.then, statement.else?.body ?? []];
      return ways.map((way) => this.#isWantedIn(way, { after, atBreak })).includes(true);
    }
    if (statement.kind !== 'loop') return after || takes(statement);
    const key = `${statement.range.start.offset} ${after}`;
    const known = this.#known.get(key) ?? this.#isWantedBeforeLoop(statement, after);
    this.#known.set(key, known);
    return known;
  }

  #isWantedIn(body: readonly Statement[], { after, atBreak }: Wanted): boolean {
    return body.reduceRight((wanted, each) => this.#isWantedBefore(each, { after: wanted, atBreak }), after);
  }

  #isWantedBeforeLoop(loop: Loop, afterLoop: boolean): boolean {
    const turn = (after: boolean): boolean => this.#isWantedIn(loop.body, { after, atBreak: afterLoop });
    // Each iteration replaces the previous reply, unless it only retries, or does not always RUN.
    const isTry = readsAny([loop], ABOUT_RUN) || !loop.body.some(({ kind }) => kind === 'run');
    const isWanted = turn(isTry && afterLoop);
    return turn((isTry && afterLoop) || isWanted) || afterLoop;
  }
}

const takes = (line: Line): boolean => line.kind === 'output' || (line.kind === 'get' && readsReply(line));
const isUnclear = (line: Line): boolean => line.kind === 'unknown' || line.broken;

const ABOUT_RUN: ReadonlySet<string> = new Set(['ERRFL', 'CUTOFF']);
const INPUT: ReadonlySet<string> = new Set(['INPUT']);

/** True if statements, including nested ones, read one of these names. */
function readsAny(statements: readonly Statement[], names: ReadonlySet<string>): boolean {
  let isRead = false;
  visitStatements(statements, (statement) => {
    if (statement.kind === 'batch') return;
    visitReads('start' in statement ? statement.start : statement, ({ name }) => {
      isRead ||= names.has(name);
    });
  });
  return isRead;
}

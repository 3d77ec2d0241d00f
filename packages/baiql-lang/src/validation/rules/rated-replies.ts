import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { report } from '../../diagnostics/report.js';
import { extensionOfText } from '../../source/paths.js';
import {
  type Expression,
  type OutputLine,
  type RunLine,
  type Statement,
  visitReads,
} from '../../tree/index.js';
import { checkEach, type RuleContext } from '../rule.js';
import type { BatchScope } from '../scopes.js';
import { readsReply } from './replies.js';

/**
 * Documents written with a rating instead of the rated text: `GET SCORE` takes the latest reply for numeric comparison,
 * and OUTPUT writes that same reply.
 */
export function ratingsWritten({ scopes }: RuleContext): Diagnostic[] {
  return checkEach(scopes.batches, (scope) => {
    if (scope.batch.damaged || scope.lines.some((line) => line.kind === 'unknown' || line.broken)) return [];
    const ratings = ratingsOf(scope);
    if (ratings.size === 0) return [];
    const { written, named } = new Replies(scope.batch.body);
    return [...written].flatMap(([output, runs]) => {
      const names = [...runs].map((run) => named.get(run) ?? null);
      const rating = names.find((name) => name !== null && ratings.has(name));
      const text = [...named.values()].find((name) => !ratings.has(name));
      if (rating === undefined || text === undefined || !isDocument(output)) return [];
      const message = `This writes the latest reply, which can be ${rating}, not ${text}`;
      return [report('BQ422', message, output.command.range)];
    });
  });
}

const isDocument = ({ path, format }: OutputLine): boolean =>
  path !== null && format?.word !== 'json' && ['txt', 'docx'].includes(extensionOfText(path) ?? '');

/** Names that a batch reads only in numeric comparisons. */
function ratingsOf({ lines }: BatchScope): ReadonlySet<string> {
  const compared = new Set<string>();
  const others = new Set<string>();
  for (const line of lines) {
    const condition = line.kind === 'if-start' || line.kind === 'loop-start' ? line.condition : null;
    const sized = condition === null ? [] : namesBySize(condition);
    for (const name of sized) compared.add(name);
    let left = sized.length;
    visitReads(line, ({ name }) => {
      if (!sized.includes(name) || left === 0) others.add(name);
      else left -= 1;
    });
  }
  return new Set([...compared].filter((name) => !others.has(name)));
}

function namesBySize(condition: Expression): string[] {
  if (condition.kind === 'not') return namesBySize(condition.operand);
  if (condition.kind === 'group') return namesBySize(condition.inner);
  if (condition.kind !== 'binary') return [];
  const { operator, left, right } = condition;
  if (operator === 'AND' || operator === 'OR') return [left, right].flatMap(namesBySize);
  return BY_SIZE.has(operator)
    ? [left, right].flatMap((side) => (side.kind === 'name' ? [side.name] : []))
    : [];
}

const BY_SIZE: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

const MAX_LATEST = 20;

/** How the statements of a batch use replies, on every path. */
class Replies {
  /** For each OUTPUT, the RUNs whose reply it may write. */
  readonly written = new Map<OutputLine, Set<RunLine>>();
  /** The name assigned to a RUN's reply. */
  readonly named = new Map<RunLine, string>();

  constructor(body: readonly Statement[]) {
    this.#after(body, new Set());
  }

  /** The RUNs whose reply may be the latest after some statements. */
  #after(statements: readonly Statement[], before: ReadonlySet<RunLine>): ReadonlySet<RunLine> {
    return statements.reduce((latest, statement) => this.#afterOne(statement, latest), before);
  }

  #afterOne(statement: Statement, latest: ReadonlySet<RunLine>): ReadonlySet<RunLine> {
    if (statement.kind === 'run') return new Set([statement]);
    if (statement.kind === 'get' && statement.name !== null && readsReply(statement)) {
      for (const run of latest) this.named.set(run, statement.name.name);
    }
    if (statement.kind === 'output') {
      this.written.set(statement, new Set([...(this.written.get(statement) ?? []), ...latest]));
    }
    if (statement.kind === 'if') {
      const ways = [statement.then, statement.else?.body ?? []];
      // Limits the work for long sequences of IFs with RUNs.
      return new Set(ways.flatMap((way) => [...this.#after(way, latest)]).slice(-MAX_LATEST));
    }
    return statement.kind === 'loop' ? new Set([...latest, ...this.#after(statement.body, latest)]) : latest;
  }
}

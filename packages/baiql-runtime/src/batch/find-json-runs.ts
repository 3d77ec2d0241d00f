import type { PlanBatch, PlanStatement } from '@promptwell/baiql-lang';
import { equalKey } from '@promptwell/text/equal-key';
import { parseJsonPath } from '../interpreter/json-path.js';
import type { ReplyField } from '../reply-fields.js';
import { fieldsOf } from './fields-of.js';
import { constantOf } from './walk-plan.js';

/** The format expected of the current reply: JSON or not, and its fields by name. */
interface Wanted {
  readonly isJson: boolean;
  readonly fields: ReadonlyMap<string, ReplyField>;
}

const NOTHING: Wanted = { isJson: false, fields: new Map() };

/**
 * The RUNs whose reply a `FORMAT json` OUTPUT may take on any path through the body, with the requested fields: those
 * of FIELDS, and those GET reads. A backward data-flow analysis: each RUN receives what is needed after it.
 */
export function findJsonRuns({ body, outputs }: PlanBatch): ReadonlyMap<number, readonly ReplyField[]> {
  const found = new Map<number, readonly ReplyField[]>();
  /** What the next iteration of each loop expects of the reply it begins with. */
  const ofNextIteration = new Map<PlanStatement, Wanted>();
  /** An OUTPUT reached before any RUN takes the transaction's last reply. */
  let atEnd = NOTHING;
  let hasGrown = true;

  function before(statements: readonly PlanStatement[], after: Wanted, atBreak: Wanted): Wanted {
    return statements.reduceRight((wanted, statement) => beforeOne(statement, wanted, atBreak), after);
  }

  function beforeOne(statement: PlanStatement, after: Wanted, atBreak: Wanted): Wanted {
    switch (statement.kind) {
      case 'run':
        if (after.isJson) found.set(statement.run, namedFirst([...after.fields.values()]));
        return NOTHING;
      case 'output': {
        const output = outputs[statement.output];
        return output?.reply === 'json' ? both(wantedOf(fieldsOf(output), true), after) : after;
      }
      case 'get':
        return both(wantedOf(readFields(statement), false), after);
      case 'if': {
        const branches = [statement.then, statement.else].map((branch) => before(branch, after, atBreak));
        // A field needed on only one branch is optional on the other.
        const [then = NOTHING, otherwise = NOTHING] = branches;
        return both(maybe(then, otherwise), maybe(otherwise, then));
      }
      case 'loop-times':
      case 'loop-while':
      case 'loop-until': {
        const known = ofNextIteration.get(statement) ?? NOTHING;
        const turn = before(statement.body, both(after, maybe(known)), after);
        if (sizeOf(turn) > sizeOf(known)) hasGrown = true;
        ofNextIteration.set(statement, turn);
        // LOOP 3 runs at least once; other loops may not run at all.
        return statement.kind === 'loop-times' ? turn : both(maybe(turn, after), after);
      }
      case 'break':
        return atBreak;
      case 'halt':
        return atEnd;
      case 'skip':
        return NOTHING;
      case 'prompt':
      case 'step':
      case 'retry':
      case 'set':
      case 'global':
      case 'write-log':
      case 'expect':
      case 'unknown':
        return after;
    }
  }

  // A loop's end leads back to its beginning, so the analysis repeats, once per level of loop nesting.
  while (hasGrown) {
    hasGrown = false;
    const atBeginning = before(body, atEnd, atEnd);
    if (sizeOf(atBeginning) > sizeOf(atEnd)) hasGrown = true;
    atEnd = atBeginning;
  }
  return found;
}

function wantedOf(fields: readonly ReplyField[], isJson: boolean): Wanted {
  return { isJson, fields: new Map(fields.map((field) => [equalKey(field.name), field])) };
}

/** The first field of `GET … FROM JSON "a.b[0]"`. */
function readFields({ source }: Extract<PlanStatement, { kind: 'get' }>): readonly ReplyField[] {
  const path = source.kind === 'json' ? constantOf(source.path) : null;
  if (path === null) return [];
  const [name] = safePath(path);
  return typeof name === 'string' ? [{ name, isRead: true }] : [];
}

function safePath(path: string): readonly (string | number)[] {
  try {
    return parseJsonPath(path);
  } catch {
    // Reported when the run begins.
    return [];
  }
}

/** FIELDS in its order, then any others that GET reads. */
const namedFirst = (fields: readonly ReplyField[]): readonly ReplyField[] => [
  ...fields.filter(({ isRead = false }) => !isRead),
  ...fields.filter(({ isRead = false }) => isRead),
];

function both(one: Wanted, other: Wanted): Wanted {
  const fields = new Map(one.fields);
  for (const [key, field] of other.fields) fields.set(key, stricter(fields.get(key), field));
  return { isJson: one.isJson || other.isJson, fields };
}

/** FIELDS takes precedence over GET, and required over optional. */
function stricter(one: ReplyField | undefined, other: ReplyField): ReplyField {
  if (one === undefined) return other;
  if ((one.isRead ?? false) !== (other.isRead ?? false)) return one.isRead === true ? other : one;
  return one.isOptional === true ? other : one;
}

/** Fields that only GET reads on this path may be missing. */
function maybe(wanted: Wanted, otherWay: Wanted = NOTHING): Wanted {
  const fields = new Map(
    [...wanted.fields].map(([key, field]) => [
      key,
      field.isRead === true && !otherWay.fields.has(key) ? { ...field, isOptional: true } : field,
    ]),
  );
  return { ...wanted, fields };
}

/** Grows with every expected field. */
const sizeOf = ({ isJson, fields }: Wanted): number =>
  [...fields.values()].reduce((size, { isOptional }) => size + (isOptional === true ? 1 : 2), isJson ? 1 : 0);

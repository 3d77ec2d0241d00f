import type { PlanBatch, PlanStatement } from '@promptwell/baiql-lang';
import { parseJsonPath } from '../interpreter/json-path.js';
import type { ReplyField } from '../reply-fields.js';
import { fieldsOf } from './fields-of.js';
import { constantOf } from './walk-plan.js';

/** What is wanted of the current reply: whether JSON, and its fields by their names. */
interface Wanted {
  readonly isJson: boolean;
  readonly fields: ReadonlyMap<string, ReplyField>;
}

const NOTHING: Wanted = { isJson: false, fields: new Map() };

/**
 * The RUNs whose reply a `FORMAT json` OUTPUT may take, on whatever way through the body, with the fields that it is asked
 * for: those of FIELDS, and what GET reads. Read from the end to the beginning: a RUN gives what is wanted after it.
 */
export function findJsonRuns({ body, outputs }: PlanBatch): ReadonlyMap<number, readonly ReplyField[]> {
  const found = new Map<number, readonly ReplyField[]>();
  /** What a further turn of each loop wants of the reply that it begins with. */
  const ofNextTurn = new Map<PlanStatement, Wanted>();
  /** An OUTPUT that is reached before any RUN takes what the transaction ends with. */
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
        // What only one way leads to need not be there on the other.
        const [then = NOTHING, otherwise = NOTHING] = branches;
        return both(maybe(then, otherwise), maybe(otherwise, then));
      }
      case 'loop-times':
      case 'loop-while':
      case 'loop-until': {
        const known = ofNextTurn.get(statement) ?? NOTHING;
        const turn = before(statement.body, both(after, maybe(known)), after);
        if (sizeOf(turn) > sizeOf(known)) hasGrown = true;
        ofNextTurn.set(statement, turn);
        // LOOP 3 has a first turn in any case; the others may have none.
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

  // A loop's end leads to its beginning, so what is known grows pass by pass: as many as loops lie within each other.
  while (hasGrown) {
    hasGrown = false;
    const atBeginning = before(body, atEnd, atEnd);
    if (sizeOf(atBeginning) > sizeOf(atEnd)) hasGrown = true;
    atEnd = atBeginning;
  }
  return found;
}

function wantedOf(fields: readonly ReplyField[], isJson: boolean): Wanted {
  return { isJson, fields: new Map(fields.map((field) => [field.name.toLowerCase(), field])) };
}

/** The field that `GET … FROM JSON "a.b[0]"` begins with. */
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
    // The run says so when it begins.
    return [];
  }
}

/** FIELDS in its order, then what GET reads besides. */
const namedFirst = (fields: readonly ReplyField[]): readonly ReplyField[] => [
  ...fields.filter(({ isRead = false }) => !isRead),
  ...fields.filter(({ isRead = false }) => isRead),
];

function both(one: Wanted, other: Wanted): Wanted {
  const fields = new Map(one.fields);
  for (const [key, field] of other.fields) fields.set(key, stricter(fields.get(key), field));
  return { isJson: one.isJson || other.isJson, fields };
}

/** FIELDS says more than GET, and what must be there more than what may. */
function stricter(one: ReplyField | undefined, other: ReplyField): ReplyField {
  if (one === undefined) return other;
  if ((one.isRead ?? false) !== (other.isRead ?? false)) return one.isRead === true ? other : one;
  return one.isOptional === true ? other : one;
}

/** Fields that GET reads on this way alone may be missing. */
function maybe(wanted: Wanted, otherWay: Wanted = NOTHING): Wanted {
  const fields = new Map(
    [...wanted.fields].map(([key, field]) => [
      key,
      field.isRead === true && !otherWay.fields.has(key) ? { ...field, isOptional: true } : field,
    ]),
  );
  return { ...wanted, fields };
}

/** Grows with all that is wanted. */
const sizeOf = ({ isJson, fields }: Wanted): number =>
  [...fields.values()].reduce((size, { isOptional }) => size + (isOptional === true ? 1 : 2), isJson ? 1 : 0);

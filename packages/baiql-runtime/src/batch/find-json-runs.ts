import type { PlanBatch, PlanStatement } from '@promptwell/baiql-lang';

/** What is wanted of the current reply: JSON with these keys; null where prose will do. */
type Wanted = ReadonlySet<string> | null;

/**
 * The RUNs whose reply a `FORMAT json` OUTPUT may take, on whatever way through the body, with the keys that it must
 * have. Read from the end to the beginning: a RUN gives what is wanted after it.
 */
export function findJsonRuns({ body, outputs }: PlanBatch): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  /** What a further turn of each loop wants of the reply that it begins with. */
  const ofNextTurn = new Map<PlanStatement, Wanted>();
  /** An OUTPUT that is reached before any RUN takes what the transaction ends with. */
  let atEnd: Wanted = null;
  let hasGrown = true;

  function before(statements: readonly PlanStatement[], after: Wanted, atBreak: Wanted): Wanted {
    return statements.reduceRight((wanted, statement) => beforeOne(statement, wanted, atBreak), after);
  }

  function beforeOne(statement: PlanStatement, after: Wanted, atBreak: Wanted): Wanted {
    switch (statement.kind) {
      case 'run':
        if (after !== null) found.set(statement.run, [...after]);
        return null;
      case 'output': {
        const output = outputs[statement.output];
        return output?.reply === 'json' ? both(new Set(output.fields), after) : after;
      }
      case 'if':
        return both(before(statement.then, after, atBreak), before(statement.else, after, atBreak));
      case 'loop-times':
      case 'loop-while':
      case 'loop-until': {
        const known = ofNextTurn.get(statement) ?? null;
        const turn = before(statement.body, both(after, known), after);
        if (sizeOf(turn) > sizeOf(known)) hasGrown = true;
        ofNextTurn.set(statement, turn);
        // LOOP 3 has a first turn in any case; the others may have none.
        return statement.kind === 'loop-times' ? turn : both(turn, after);
      }
      case 'break':
        return atBreak;
      case 'halt':
        return atEnd;
      case 'skip':
        return null;
      case 'prompt':
      case 'step':
      case 'retry':
      case 'get':
      case 'set':
      case 'global':
      case 'write-log':
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

function both(one: Wanted, other: Wanted): Wanted {
  if (one === null || other === null) return one ?? other;
  return new Set([...one, ...other]);
}

/** Grows with all that is wanted. */
const sizeOf = (wanted: Wanted): number => (wanted === null ? 0 : 1 + wanted.size);

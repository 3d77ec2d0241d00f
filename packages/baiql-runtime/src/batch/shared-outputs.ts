import type { PlanBatch, PlanOutput, PlanStatement } from '@promptwell/baiql-lang';

/**
 * For each OUTPUT the one whose file it writes into, by their numbers. Where branches of an IF gather their transactions
 * in the same file, that is one file; elsewhere each OUTPUT has its own.
 */
export function sharedOutputs({ outputs, body }: Pick<PlanBatch, 'outputs' | 'body'>): number[] {
  const owners = outputs.map(({ index }) => index);
  const firstOf = new Map<string, number>();

  /** @param before what the way to these statements has written. @returns the same after them. */
  function walk(statements: readonly PlanStatement[], before: ReadonlySet<string>): Set<string> {
    const written = new Set(before);
    for (const statement of statements) {
      if (statement.kind === 'if') {
        const ways = [walk(statement.then, written), walk(statement.else, written)];
        for (const way of ways) for (const file of way) written.add(file);
      } else if ('body' in statement) {
        for (const file of walk(statement.body, written)) written.add(file);
      } else if (statement.kind === 'output') {
        const file = fileOf(outputs[statement.output]);
        if (file === null) continue;
        const first = firstOf.get(file);
        if (first === undefined) firstOf.set(file, statement.output);
        else if (!written.has(file)) owners[statement.output] = first;
        written.add(file);
      }
    }
    return written;
  }

  walk(body, new Set());
  return owners;
}

/** What makes a file what it is; null where each transaction has its own. */
function fileOf(output: PlanOutput | undefined): string | null {
  if (output?.grouping !== 'AGGREGATE') return null;
  const { path, reply, fields } = output;
  return JSON.stringify([path, reply, fields]);
}

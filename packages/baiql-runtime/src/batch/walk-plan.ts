import type { Plan, PlanBatch, PlanStatement, PlanText } from '@promptwell/baiql-lang';

/** The batches of a plan, in order. */
export const batchesOf = ({ items }: Plan): PlanBatch[] => items.filter((item) => item.kind === 'batch');

/** True if an earlier batch has OUTPUTs. */
export const hasEarlierOutput = (plan: Plan, { number }: PlanBatch): boolean =>
  batchesOf(plan).some((other) => other.number < number && other.outputs.length > 0);

/** True if an earlier batch writes files (OUTPUTs or a log) that this one may read. */
export const hasEarlierFile = (plan: Plan, batch: PlanBatch): boolean =>
  hasEarlierOutput(plan, batch) ||
  batchesOf(plan).some(({ number, log }) => number < batch.number && log !== null);

/** The GLOBALs a batch assigns. */
export const assignedGlobals = ({ body }: PlanBatch): string[] =>
  [...eachStatement(body)].flatMap((statement) => (statement.kind === 'global' ? [statement.name] : []));

/** Every name the script assigns anywhere. */
export function assignedNames(plan: Plan): Set<string> {
  const names = new Set<string>();
  for (const item of plan.items) {
    for (const statement of eachStatement(item.kind === 'batch' ? item.body : [item])) {
      const { kind } = statement;
      if (kind === 'get' || kind === 'set' || kind === 'global') names.add(statement.name);
    }
  }
  return names;
}

/** The text if it has no placeholders, otherwise null. */
export function constantOf(text: PlanText): string | null {
  const parts = text.map((part) => ('literal' in part ? part.literal : null));
  return parts.includes(null) ? null : parts.join('');
}

/** All statements, in source order. */
export function* eachStatement(statements: readonly PlanStatement[]): Generator<PlanStatement> {
  for (const statement of statements) {
    yield statement;
    if (statement.kind === 'if') {
      yield* eachStatement(statement.then);
      yield* eachStatement(statement.else);
    } else if ('body' in statement) {
      yield* eachStatement(statement.body);
    }
  }
}

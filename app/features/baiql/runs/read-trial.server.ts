import type { PlanBatch } from '@promptwell/baiql-lang';
import { jsonCell, replyFields, type TransactionResult } from '@promptwell/baiql-runtime';
import type { BaiqlDeps } from '../deps.server';
import { readPlan } from './read-runs.server';

/** More rows than this are only shown in the list. */
export const MAX_TRIED = 20;

/** One transaction of a trial: prompt, reply, and output columns. */
export interface TriedRow {
  batch: number;
  number: number;
  label: string;
  reason: string | null;
  prompt: string;
  reply: string;
  /** The columns it adds to its file; empty if it sends nothing. */
  cells: { name: string; value: string }[];
}

/** The transactions of a trial. The caller has checked that the run is the user's. */
export async function readTrial(
  services: Pick<BaiqlDeps, 'prisma' | 'baiql'>,
  id: string,
): Promise<TriedRow[]> {
  const plan = await readPlan(services, id);
  if (plan === null) return [];
  const batches = plan.items.filter((item) => item.kind === 'batch');
  const results = await services.baiql.store.loadResults(id, null, MAX_TRIED);
  return results.map((result) => {
    const { batch, number, label, reason = null, prompt, reply } = result;
    const cells = cellsOf(
      result,
      batches.find((each) => each.number === batch),
    );
    return { batch, number, label, reason, prompt, reply, cells };
  });
}

/** Columns of the first OUTPUT: the keys of a JSON reply or the whole reply, followed by the TRACK columns. */
function cellsOf({ outputs }: TransactionResult, batch: PlanBatch | undefined): TriedRow['cells'] {
  const [sent] = outputs;
  if (sent === undefined || batch === undefined) return [];
  const { reply, tracked } = sent.result;
  const output = batch.outputs[sent.output];
  const columns = replyFields(reply, output?.reply ?? 'txt').map(([name, value]) =>
    cell(name, String(jsonCell(value))),
  );
  return [...columns, ...batch.track.map((name, index) => cell(name, String(tracked[index] ?? '')))];
}

const cell = (name: string, value: string) => ({ name, value });

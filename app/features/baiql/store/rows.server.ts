import type { ResultPlace, TransactionResult } from '@promptwell/baiql-runtime';

/** Whole numbers come from the database as BigInt: the connection is shared with the ledger. */
export interface ResultRow {
  batch: bigint;
  number: bigint;
  status: TransactionResult['status'];
  reason: string | null;
  label: string;
  cost: bigint | null;
  prompt: string;
  reply: string;
  detail: string;
}

/** What is looked at or searched by has a column; the rest, which only the engine reads, is one text. */
export function toResultRow(
  result: TransactionResult,
): Record<keyof ResultRow, string | number | bigint | null> {
  const { batch, number, status, reason, label, costMicroUsd, prompt, reply, ...detail } = result;
  return {
    batch,
    number,
    status,
    reason: reason ?? null,
    label,
    cost: costMicroUsd === null ? null : BigInt(costMicroUsd),
    prompt,
    reply,
    detail: JSON.stringify(detail),
  };
}

type Detail = Omit<
  TransactionResult,
  keyof ResultPlace | 'status' | 'reason' | 'label' | 'costMicroUsd' | 'prompt' | 'reply'
>;

export function toResult(row: ResultRow): TransactionResult {
  return {
    batch: Number(row.batch),
    number: Number(row.number),
    status: row.status,
    label: row.label,
    ...(row.reason === null ? {} : { reason: row.reason }),
    costMicroUsd: row.cost === null ? null : Number(row.cost),
    prompt: row.prompt,
    reply: row.reply,
    // Written by `toResultRow` and nobody else.
    ...(JSON.parse(row.detail) as Detail),
  };
}

/** A result without what only the engine reads. */
export type ItemRow = Pick<
  TransactionResult,
  keyof ResultPlace | 'status' | 'label' | 'costMicroUsd' | 'prompt' | 'reply'
> & {
  reason: string | null;
};

export const toItem = ({ cost, ...row }: Omit<ResultRow, 'detail'>): ItemRow => ({
  ...row,
  batch: Number(row.batch),
  number: Number(row.number),
  costMicroUsd: cost === null ? null : Number(cost),
});

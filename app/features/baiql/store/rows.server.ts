import type { Expectation, ResultPlace, TransactionResult } from '@promptwell/baiql-runtime';
import type { ItemRow, Verdict } from './run-store.server';

/** Integers are read as BigInt, because the connection is shared with the ledger. */
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

/** The review of a reply; all null if there is none. */
export interface ReviewColumns {
  verdict: Verdict | null;
  isPending: bigint | null;
  /** The edited reply, and the model's. */
  text: string | null;
  original: string | null;
}

/** A result with its pending review, if any. */
export interface RevisedRow extends ResultRow {
  revisedRun: string | null;
  /** Null: ask again. */
  revisedReply: string | null;
}

/** Fields that are shown or searched have columns; the rest, read only by the engine, is one JSON text. */
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
  keyof ResultPlace | 'status' | 'reason' | 'label' | 'costMicroUsd' | 'prompt' | 'reply' | 'revision'
>;

export function toResult(row: RevisedRow): TransactionResult {
  return {
    batch: Number(row.batch),
    number: Number(row.number),
    status: row.status,
    label: row.label,
    ...(row.reason === null ? {} : { reason: row.reason }),
    costMicroUsd: row.cost === null ? null : Number(row.cost),
    prompt: row.prompt,
    reply: row.reply,
    // Only `toResultRow` writes this column.
    ...(JSON.parse(row.detail) as Detail),
    ...(row.revisedRun === null ? {} : { revision: { run: row.revisedRun, reply: row.revisedReply } }),
  };
}

export type ItemColumns = Omit<ResultRow, 'detail'> &
  ReviewColumns & { expects: string | null; freeReplies: bigint | null };

export const toItem = ({
  cost,
  expects,
  freeReplies,
  verdict,
  isPending,
  text,
  original,
  ...row
}: ItemColumns): ItemRow => ({
  ...row,
  expects: expects === null ? [] : (JSON.parse(expects) as Expectation[]),
  isReused: freeReplies !== null,
  review:
    verdict === null
      ? null
      : { verdict, isPending: isPending !== 0n, text: text ?? '', original: original ?? '' },
  batch: Number(row.batch),
  number: Number(row.number),
  costMicroUsd: cost === null ? null : Number(cost),
});
